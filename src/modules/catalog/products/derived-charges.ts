import type { Call } from '../../../kernel/call.ts';
import { findByIds } from './load.ts';
import { leastOf, ownCharge, reduction, type ChargedColumns } from './own-charge.ts';
import type { StoredProduct } from './product.ts';
import { hidesUnsold, salableOf } from './salable.ts';
import { productType, type ProductChoice, type ChoiceOffer, type ProductTypeRules } from './product-types.ts';

type Row = ChargedColumns & { id: number };

/**
 * Prices of products that depend on more than their rows. A composite product costs as much as its cheapest component that can be
 * sold, or as the least sum of its required choices, or has a price of its own. Another product costs the least price that buyers
 * may choose. Source: the order of such products in the interface's lists by price.
 */
export async function derivedCharges(call: Call, products: readonly StoredProduct[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [type, ofType] of Map.groupBy(products, (product) => product.type_id)) {
    const rules = productType(call, type)!;
    if (rules.chosenPrices) rows.push(...(await ofChosenPrices(call, rules, ofType)));
    else if (rules.choices) rows.push(...(await ofChoices(call, rules, ofType)));
    else rows.push(...(await ofComponents(call, rules, ofType)));
  }
  return rows;
}

async function ofChosenPrices(call: Call, rules: ProductTypeRules, products: readonly StoredProduct[]): Promise<Row[]> {
  const spans = await rules.chosenPrices!(call, products);
  return products.map(({ id }) => ({ id, charged_price: spans.get(id)?.least ?? 0, charged_until: null }));
}

async function ofComponents(call: Call, rules: ProductTypeRules, products: readonly StoredProduct[]): Promise<Row[]> {
  const lists = await rules.components?.(
    call,
    products.map((product) => product.id),
  );
  const prices = await pricesOfComponents(call, [...(lists?.values() ?? [])].flat(2));
  return products.map((product) => {
    const { charged_price, charged_until } = ownCharge(call.clock.now(), product.values, product.tier_prices);
    const offers = (lists?.get(product.id) ?? []).flat().flatMap((id) => prices.get(id) ?? []);
    const isOwn = offers.length === 0 || hasOwnPrice(rules, product);
    return { id: product.id, charged_price: isOwn ? charged_price : leastOf(offers), charged_until };
  });
}

async function ofChoices(call: Call, rules: ProductTypeRules, products: readonly StoredProduct[]): Promise<Row[]> {
  const choices = await rules.choices!(
    call,
    products.map((product) => product.id),
  );
  const componentIds = [...choices.values()]
    .flat()
    .flatMap(({ offers }) => offers.map(({ componentId }) => componentId));
  const prices = await pricesOfComponents(call, componentIds);
  const now = call.clock.now();
  return products.map((product) => {
    const own = hasOwnPrice(rules, product) ? Number(product.values.price) : undefined;
    const priceOf = ({ componentId, qty, price, isPercent }: ChoiceOffer): number =>
      qty * (own === undefined ? prices.get(componentId)! : isPercent ? (own * price) / 100 : price);
    const known = (choices.get(product.id) ?? []).map(({ isRequired, offers }) => ({
      isRequired,
      offers: offers.filter(({ componentId }) => prices.has(componentId)),
    }));
    const least = (own ?? 0) + leastChosen(known, priceOf);
    const charged_price = leastOf([least * reduction(now, product.values, product.tier_prices)]);
    return { id: product.id, charged_price, charged_until: ownCharge(now, product.values, []).charged_until };
  });
}

/** The sum of the cheapest offers of all required choices; without required choices, the cheapest offer of all. */
function leastChosen(choices: readonly ProductChoice[], priceOf: (offer: ChoiceOffer) => number): number {
  const cheapest = (some: readonly ProductChoice[]): number[] =>
    some.flatMap(({ offers }) => (offers.length === 0 ? [] : [Math.min(...offers.map(priceOf))]));
  const needed = cheapest(choices.filter(({ isRequired }) => isRequired)).reduce((sum, price) => sum + price, 0);
  const others = cheapest(choices.filter(({ isRequired }) => !isRequired));
  return needed > 0 || others.length === 0 ? needed : Math.min(...others);
}

/** Prices of the components that lists do not leave out, by id. Two queries. */
async function pricesOfComponents(call: Call, componentIds: readonly number[]): Promise<Map<number, number>> {
  const ids = [...new Set(componentIds)];
  const components = [...(await findByIds(call, ids, 0)).values()];
  const sold = await salableOf(call, ids);
  const isListed = ({ id }: StoredProduct): boolean => !hidesUnsold(call) || sold.has(id);
  const now = call.clock.now();
  return new Map(
    components
      .filter(isListed)
      .map(
        (component) => [component.id, ownCharge(now, component.values, component.tier_prices).charged_price] as const,
      ),
  );
}

/** Whether a composite product has a price of its own, to which components add theirs. */
function hasOwnPrice(rules: ProductTypeRules, { values }: StoredProduct): boolean {
  const shown = rules.shown?.(values);
  return values.price !== undefined && shown !== undefined && shown.price === undefined;
}
