import type { Call } from '../../../kernel/call.ts';
import { groupBy } from '../../../kernel/narrow.ts';
import { formatTime } from '../../../kernel/time.ts';
import { ALL_GROUPS } from '../customer-groups.ts';
import { leastChosen, listedChoices, mostChosen } from './choice-sums.ts';
import { listedComponents, type OfferedComponent } from '../availability/components.ts';
import { findByIds } from '../products/load.ts';
import {
  effectiveValues,
  productMetadata,
  type ProductMetadata,
  type ProductValues,
  type StoredProduct,
} from '../products/product.ts';
import { productType, type ChoiceOffer, type ProductChoice } from '../products/product-types.ts';
import { presentTierPrices, type ShownTierPrice } from '../products/tier-prices.ts';
import { rulePrices, type RulePrices } from './price-rules.ts';

/** A price before and after special prices, tier prices and rules, in the base currency. */
export interface PricePair {
  readonly regular: number;
  readonly final: number;
}

/** The lowest and the highest price of a product, depending on the buyer's choices. */
export interface PriceRange {
  readonly minimum: PricePair;
  readonly maximum: PricePair;
  /** The price without choices, of a product with a price of its own to which they add theirs. */
  readonly withoutChoices?: PricePair | undefined;
}

/** The buyer and the time of a price. */
interface PriceBuyer {
  readonly groupId: number;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** The data from which the prices of a page of products are calculated. */
interface PriceTerms extends PriceBuyer {
  readonly call: Call;
  readonly metadata: ProductMetadata;
  readonly ruled: RulePrices;
}

/**
 * The prices of products for a customer group, by product id, in the store view of the call, for which they were read.
 * Prices of composite products come from the components or choices that lists use. At most three queries for each
 * composite type, and those of rules.
 */
export async function priceRangesFor(
  call: Call,
  products: readonly StoredProduct[],
  groupId: number,
): Promise<Map<number, PriceRange>> {
  const metadata = await productMetadata(call);
  const buyer = { call, metadata, groupId, today: formatTime(call.clock.now()).slice(0, 10) };
  const ranges = new Map<number, PriceRange>();
  for (const [type, ofType] of groupBy(products, (product) => product.type_id)) {
    const rules = productType(call, type);
    const ids = ofType.map((product) => product.id);
    const spans = await rules?.chosenPrices?.(call, ofType);
    const choices = await rules?.choices?.(call, ids);
    const listed = rules?.composition ? await listedComponents(call, type, ids) : new Map<number, never>();
    const components = await componentsListed(call, ofType[0].store_id, [...listed.values()].flat());
    const terms = { ...buyer, ruled: await rulePrices(call, [...ofType, ...components]) };
    const prices = new Map(components.map((component) => [component.id, ownPair(terms, component)]));
    for (const product of ofType) {
      const { id } = product;
      const own = ownPair(terms, product);
      const span = spans?.get(id);
      if (span) ranges.set(id, { minimum: evenly(span.least), maximum: evenly(span.most) });
      else if (choices) {
        ranges.set(id, ofChoices(terms, product, listedChoices(choices.get(id), listed.get(id)), prices));
      } else ranges.set(id, ofComponents(own, listed.get(id) ?? [], prices));
    }
  }
  return ranges;
}

function evenly(price: number): PricePair {
  return { regular: price, final: price };
}

/** The products that are listed as components; one query, none for none. */
async function componentsListed(
  call: Call,
  storeId: number,
  listed: readonly OfferedComponent[],
): Promise<StoredProduct[]> {
  const ids = [...new Set(listed.map(({ component }) => component))];
  return ids.length === 0 ? [] : [...(await findByIds(call, ids, storeId)).values()];
}

/** The range of a product whose components have prices of their own; its own price if it has no components. */
function ofComponents(
  own: PricePair,
  listed: readonly OfferedComponent[],
  prices: ReadonlyMap<number, PricePair>,
): PriceRange {
  const offers = listed.flatMap(({ component }) => prices.get(component) ?? []).sort((a, b) => a.final - b.final);
  const [minimum = own] = offers;
  return { minimum, maximum: offers.at(-1) ?? own };
}

/** The range of a product whose price adds up from choices. */
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
  const byRules = own === undefined ? undefined : terms.ruled(product.id, terms.groupId)?.priceOf(own);
  const priceOf =
    (kind: keyof PricePair, base: number | undefined) =>
    ({ componentId, qty, price, isPercent }: ChoiceOffer): number => {
      if (base === undefined) return qty * (prices.get(componentId)?.[kind] ?? 0);
      return qty * (isPercent ? (base * price) / 100 : price);
    };
  const total = (sum: typeof leastChosen, kind: keyof PricePair, base: number | undefined): number =>
    (base ?? 0) + sum(choices, priceOf(kind, base));
  const pair = (sum: typeof leastChosen): PricePair => {
    const reduced = total(sum, 'final', own) * left;
    const final = byRules === undefined ? reduced : Math.min(reduced, total(sum, 'final', byRules));
    return { regular: total(sum, 'regular', own), final };
  };
  return {
    minimum: pair(leastChosen),
    maximum: pair(mostChosen),
    withoutChoices: own === undefined ? undefined : { regular: own, final: Math.min(own * left, byRules ?? own) },
  };
}

/** The remaining share of the price of a product whose special and tier prices are percentages. */
function reductionFor(terms: PriceTerms, product: StoredProduct, values: ProductValues): number {
  const tiers = product.tier_prices.filter((tier) => tier.qty <= 1 && isFor(terms, tier.customer_group_id));
  const percents = tiers.map((tier) => 100 - (tier.percentage_value ?? tier.value ?? 0));
  return Math.min(100, specialPriceOn(values, terms.today) ?? 100, ...percents) / 100;
}

/** The price of a product by its own values and by rules. */
function ownPair(terms: PriceTerms, product: StoredProduct): PricePair {
  const values = effectiveValues(product, terms.metadata);
  const regular = Number(values.price ?? 0);
  const tiers = tiersFor(terms, product, regular).filter(({ qty }) => qty <= 1);
  const special = specialPriceOn(values, terms.today) ?? regular;
  const byRules = terms.ruled(product.id, terms.groupId)?.priceOf(regular) ?? regular;
  return { regular, final: Math.min(regular, special, byRules, ...tiers.map(({ value }) => value)) };
}

function isFor({ groupId }: Pick<PriceBuyer, 'groupId'>, customerGroup: number): boolean {
  return customerGroup === groupId || customerGroup === ALL_GROUPS;
}

/** A price for a quantity. */
interface QuantityPrice {
  readonly qty: number;
  /** Of one piece, in the base currency. */
  readonly value: number;
}

/** The tier prices that a customer group pays for a product in its store view; percentages are converted to amounts. */
export async function tierPricesOf(call: Call, product: StoredProduct, groupId: number): Promise<ShownTierPrice[]> {
  const metadata = await productMetadata(call);
  const regular = Number(effectiveValues(product, metadata).price ?? 0);
  const tiers = presentTierPrices(call, product.tier_prices, regular, product.store_id, metadata);
  return tiers.filter(({ customer_group_id }) => isFor({ groupId }, customer_group_id));
}

function tiersFor(terms: PriceTerms, product: StoredProduct, regular: number): QuantityPrice[] {
  return presentTierPrices(terms.call, product.tier_prices, regular, product.store_id, terms.metadata)
    .filter((tier) => isFor(terms, tier.customer_group_id))
    .map(({ qty, value }) => ({ qty, value }));
}

/** The prices of a customer group for larger quantities of a product: the lowest of each quantity, by quantity. */
export async function quantityPrices(call: Call, product: StoredProduct, groupId: number): Promise<QuantityPrice[]> {
  const lowest = new Map<number, number>();
  for (const { qty, value } of await tierPricesOf(call, product, groupId)) {
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
