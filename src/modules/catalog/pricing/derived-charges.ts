import type { Call } from '../../../kernel/call.ts';
import { leastChosen, listedChoices } from './choice-sums.ts';
import { listedComponents } from '../availability/components.ts';
import { findByIds } from '../products/load.ts';
import { leastOf, ownCharge, reduction, VISITORS, type ChargedColumns } from './own-charge.ts';
import { rulePrices, type RulePrices } from './price-rules.ts';
import type { StoredProduct } from '../products/product.ts';
import { productType, type ChoiceOffer, type ProductTypeRules } from '../products/product-types.ts';

type Row = ChargedColumns & { id: number };

/**
 * Prices of products that depend on more than their rows, in the store view of the call. A composite product costs as much as its
 * cheapest component that lists go by, or as the least sum of its required choices, or has a price of its own. Another product costs the least price that buyers
 * may choose. Source: the order of such products in the interface's lists by price.
 */
export async function derivedCharges(call: Call, products: readonly StoredProduct[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [type, ofType] of Map.groupBy(products, (product) => product.type_id)) {
    const rules = productType(call, type);
    if (!rules) throw new Error(`No module has the product type "${type}"`);
    const { chosenPrices, choices } = rules;
    if (chosenPrices) rows.push(...(await ofChosenPrices(call, chosenPrices, ofType)));
    else if (choices) rows.push(...(await ofChoices(call, rules, choices, ofType)));
    else if (!rules.composition) rows.push(...(await ofThemselves(call, ofType)));
    else rows.push(...(await ofComponents(call, rules, ofType)));
  }
  return rows;
}

async function ofChosenPrices(
  call: Call,
  chosenPrices: NonNullable<ProductTypeRules['chosenPrices']>,
  products: readonly StoredProduct[],
): Promise<Row[]> {
  const spans = await chosenPrices(call, products);
  return products.map(({ id }) => ({ id, charged_price: spans.get(id)?.least ?? 0, charged_until: null }));
}

/** Prices of products that depend on rules alone, besides their own rows. */
async function ofThemselves(call: Call, products: readonly StoredProduct[]): Promise<Row[]> {
  const ruled = await rulePrices(call, products);
  return products.map((product) => ({ id: product.id, ...chargeOf(call, product, ruled) }));
}

/** The price of a product by its own values and by rules. */
function chargeOf(call: Call, { id, values, tier_prices }: StoredProduct, ruled: RulePrices): ChargedColumns {
  return ownCharge(call.clock.now(), values, tier_prices, ruled(id, VISITORS));
}

async function ofComponents(call: Call, rules: ProductTypeRules, products: readonly StoredProduct[]): Promise<Row[]> {
  const { listed, prices, ruled } = await listedWithPrices(call, rules, products);
  return products.map((product) => {
    const { charged_price, charged_until } = chargeOf(call, product, ruled);
    const offers = (listed.get(product.id) ?? []).flatMap(({ component }) => prices.get(component) ?? []);
    const isOwn = offers.length === 0 || hasOwnPrice(rules, product);
    return { id: product.id, charged_price: isOwn ? charged_price : leastOf(offers), charged_until };
  });
}

async function ofChoices(
  call: Call,
  rules: ProductTypeRules,
  readChoices: NonNullable<ProductTypeRules['choices']>,
  products: readonly StoredProduct[],
): Promise<Row[]> {
  const choices = await readChoices(
    call,
    products.map((product) => product.id),
  );
  const { listed, prices, ruled } = await listedWithPrices(call, rules, products);
  return products.map((product) => {
    const own = hasOwnPrice(rules, product) ? Number(product.values.price) : undefined;
    const known = listedChoices(choices.get(product.id), listed.get(product.id));
    const least = (base: number | undefined): number =>
      (base ?? 0) +
      leastChosen(known, ({ componentId, qty, price, isPercent }: ChoiceOffer) => {
        if (base === undefined) return qty * (prices.get(componentId) ?? 0);
        return qty * (isPercent ? (base * price) / 100 : price);
      });
    const reduced = least(own) * reduction(call.clock.now(), product.values, product.tier_prices);
    const byRules = own === undefined ? undefined : ruled(product.id, VISITORS)?.priceOf(own);
    const charged_price = leastOf(byRules === undefined ? [reduced] : [reduced, least(byRules)]);
    return { id: product.id, charged_price, charged_until: chargeOf(call, product, ruled).charged_until };
  });
}

/** The components of products of one type that lists go by, their prices by id, and the prices of all by rules. Two queries without rules. */
async function listedWithPrices(call: Call, { name }: ProductTypeRules, products: readonly StoredProduct[]) {
  const listed = await listedComponents(
    call,
    name,
    products.map((product) => product.id),
  );
  const ids = new Set([...listed.values()].flat().map(({ component }) => component));
  const components = await findByIds(call, [...ids], 0);
  const ruled = await rulePrices(call, [...products, ...components.values()]);
  const prices = new Map(
    [...components.values()].map((component) => [component.id, chargeOf(call, component, ruled).charged_price]),
  );
  return { listed, prices, ruled };
}

/** Whether a composite product has a price of its own, to which components add theirs. */
function hasOwnPrice(rules: ProductTypeRules, { values }: StoredProduct): boolean {
  const displayed = rules.displayValues?.(values);
  return values.price !== undefined && displayed !== undefined && displayed.price === undefined;
}
