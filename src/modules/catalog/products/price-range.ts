import type { Call } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { ALL_GROUPS } from '../customer-groups.ts';
import { findByIds } from './load.ts';
import {
  effectiveValues,
  productMetadata,
  type ProductMetadata,
  type ProductValues,
  type StoredProduct,
} from './product.ts';
import { productType, type ChoiceOffer, type ProductChoice } from './product-types.ts';
import { hidesUnsold, salableHereOf } from './salable.ts';
import { presentTierPrices } from './tier-prices.ts';

/** A price and what is charged after special and tier prices, in the base currency. */
export interface PricePair {
  readonly regular: number;
  readonly final: number;
}

/** The lowest and the highest price of a product, by what buyers choose. */
export interface PriceRange {
  readonly minimum: PricePair;
  readonly maximum: PricePair;
}

/** Whose prices are asked for, and when. */
interface PriceBuyer {
  readonly groupId: number;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** What the prices of a page of products are worked out from. */
interface PriceTerms extends PriceBuyer {
  readonly call: Call;
  readonly metadata: ProductMetadata;
}

/**
 * The prices of products for a customer group, by product id, in the store view for which they were read: of a product made of others,
 * those of its components or choices that can be sold. A query or two for each composite type.
 */
export async function priceRangesFor(
  call: Call,
  products: readonly StoredProduct[],
  groupId: number,
): Promise<Map<number, PriceRange>> {
  const metadata = await productMetadata(call);
  const terms = { call, metadata, groupId, today: formatTime(call.clock.now()).slice(0, 10) };
  const ranges = new Map<number, PriceRange>();
  for (const [type, ofType] of Map.groupBy(products, (product) => product.type_id)) {
    const rules = productType(call, type);
    const ids = ofType.map((product) => product.id);
    const spans = await rules?.chosenPrices?.(call, ofType);
    const choices = rules?.choices && (await rules.choices(call, ids));
    const components = !choices && rules?.components ? await rules.components(call, ids) : undefined;
    const prices = await componentPrices(terms, ofType[0]!.store_id, [
      ...[...(choices?.values() ?? [])].flat().flatMap(({ offers }) => offers.map((offer) => offer.componentId)),
      ...[...(components?.values() ?? [])].flat(2),
    ]);
    for (const product of ofType) {
      const own = ownPair(terms, product);
      const span = spans?.get(product.id);
      if (span) ranges.set(product.id, { minimum: evenly(span.least), maximum: evenly(span.most) });
      else if (choices) ranges.set(product.id, ofChoices(terms, product, choices.get(product.id) ?? [], prices));
      else ranges.set(product.id, ofComponents(own, (components?.get(product.id) ?? []).flat(), prices));
    }
  }
  return ranges;
}

function evenly(price: number): PricePair {
  return { regular: price, final: price };
}

/** The prices of components that can be sold; of all where unsold products are listed too. */
async function componentPrices(
  terms: PriceTerms,
  storeId: number,
  componentIds: readonly number[],
): Promise<Map<number, PricePair>> {
  const ids = [...new Set(componentIds)];
  if (ids.length === 0) return new Map();
  const { call } = terms;
  const sold = hidesUnsold(call) ? await salableHereOf(call, ids) : undefined;
  const components = await findByIds(call, ids, storeId);
  const shown = [...components.values()].filter(({ id }) => !sold || sold.has(id));
  return new Map(shown.map((component) => [component.id, ownPair(terms, component)]));
}

/** The range of a product whose components have prices of their own; its own price where it has none. */
function ofComponents(own: PricePair, ids: readonly number[], prices: ReadonlyMap<number, PricePair>): PriceRange {
  const offers = ids.flatMap((id) => prices.get(id) ?? []).sort((a, b) => a.final - b.final);
  const [minimum = own] = offers;
  return { minimum, maximum: offers.at(-1) ?? own };
}

/** The range of a product whose price adds up from choices: the least that has to be chosen, and the dearest of each choice. */
function ofChoices(
  terms: PriceTerms,
  product: StoredProduct,
  choices: readonly ProductChoice[],
  prices: ReadonlyMap<number, PricePair>,
): PriceRange {
  const values = effectiveValues(product, terms.metadata);
  // A price of its own: components then add amounts, or percentages of it.
  const own = values.price !== undefined && Number(values.price_type ?? 0) === 1 ? Number(values.price) : undefined;
  const left = reductionFor(terms, product, values);
  const priceOf = (kind: keyof PricePair, { componentId, qty, price, isPercent }: ChoiceOffer): number => {
    if (own === undefined) return qty * prices.get(componentId)![kind];
    return qty * (isPercent ? (own * price) / 100 : price);
  };
  const known = choices.map((choice) => ({
    ...choice,
    offers: choice.offers.filter(({ componentId }) => own !== undefined || prices.has(componentId)),
  }));
  const sum = (kind: keyof PricePair, of: 'least' | 'most'): number => {
    const counted = of === 'most' ? known : requiredOrCheapest(known);
    const pick = of === 'most' ? Math.max : Math.min;
    const parts = counted
      .filter(({ offers }) => offers.length > 0)
      .map(({ offers }) => pick(...offers.map((offer) => priceOf(kind, offer))));
    const added =
      of === 'least' && !counted.some(({ isRequired }) => isRequired) ? Math.min(...parts, Infinity) : total(parts);
    return (own ?? 0) + (Number.isFinite(added) ? added : 0);
  };
  const pair = (of: 'least' | 'most'): PricePair => ({ regular: sum('regular', of), final: sum('final', of) * left });
  return { minimum: pair('least'), maximum: pair('most') };
}

function requiredOrCheapest<T extends ProductChoice>(choices: readonly T[]): readonly T[] {
  const required = choices.filter(({ isRequired }) => isRequired);
  return required.length > 0 ? required : choices;
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0);
}

/** The factor that is left of a product whose special and tier prices are percentages. */
function reductionFor(terms: PriceTerms, product: StoredProduct, values: ProductValues): number {
  const tiers = product.tier_prices.filter((tier) => tier.qty <= 1 && isFor(terms, tier.customer_group_id));
  const percents = tiers.map((tier) => 100 - (tier.percentage_value ?? tier.value ?? 0));
  return Math.min(100, specialPriceOn(values, terms.today) ?? 100, ...percents) / 100;
}

/** The price of a product by its own values. */
function ownPair(terms: PriceTerms, product: StoredProduct): PricePair {
  const values = effectiveValues(product, terms.metadata);
  const regular = Number(values.price ?? 0);
  const tiers = tiersFor(terms, product, regular).filter(({ qty }) => qty <= 1);
  return {
    regular,
    final: Math.min(regular, specialPriceOn(values, terms.today) ?? regular, ...tiers.map(({ value }) => value)),
  };
}

function isFor({ groupId }: PriceBuyer, customerGroup: number): boolean {
  return customerGroup === groupId || customerGroup === ALL_GROUPS;
}

/** A price for a number of pieces. */
interface QuantityPrice {
  readonly qty: number;
  /** Of one piece, in the base currency. */
  readonly value: number;
}

function tiersFor(terms: PriceTerms, product: StoredProduct, regular: number): QuantityPrice[] {
  return presentTierPrices(terms.call, product.tier_prices, regular, product.store_id, terms.metadata)
    .filter((tier) => isFor(terms, tier.customer_group_id!))
    .map((tier) => ({ qty: tier.qty!, value: tier.value! }));
}

/** The prices that a customer group pays for more pieces of a product: the lowest of each quantity, by quantity. */
export async function quantityPrices(call: Call, product: StoredProduct, groupId: number): Promise<QuantityPrice[]> {
  const metadata = await productMetadata(call);
  const terms = { call, metadata, groupId, today: '' };
  const lowest = new Map<number, number>();
  const regular = Number(effectiveValues(product, metadata).price ?? 0);
  for (const { qty, value } of tiersFor(terms, product, regular)) {
    lowest.set(qty, Math.min(lowest.get(qty) ?? Infinity, value));
  }
  return [...lowest].map(([qty, value]) => ({ qty, value })).sort((a, b) => a.qty - b.qty);
}

/** The special price on a day (`YYYY-MM-DD`); its first and last day are included. */
export function specialPriceOn(values: ProductValues, today: string): number | null {
  const day = (code: string): string | undefined => values[code]?.toString().slice(0, 10);
  const { special_price } = values;
  if (special_price === undefined) return null;
  const isOver = today < (day('special_from_date') ?? today) || today > (day('special_to_date') ?? today);
  return isOver ? null : Number(special_price);
}
