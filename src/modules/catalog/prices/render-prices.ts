import type { Call } from '../../../kernel/call.ts';
import { groupBy } from '../../../kernel/narrow.ts';
import { decimal, toWire } from '../../../kernel/money.ts';
import { formatTime } from '../../../kernel/time.ts';
import type { Out } from '../../../kernel/types.ts';
import { listedComponents } from '../availability/components.ts';
import { findByIds } from '../products/load.ts';
import { effectiveValues, productMetadata, type ProductMetadata, type StoredProduct } from '../products/product.ts';
import { priceRangesFor, specialPriceOn, type PricePair, type PriceRange } from '../pricing/price-range.ts';
import { rulePrices, type RulePrices } from '../pricing/price-rules.ts';
import { productType } from '../products/product-types.ts';
import { presentTierPrices } from '../products/tier-prices.ts';
import { ALL_GROUPS } from '../customer-groups.ts';
import type { PriceInfo } from './render-types.ts';

/** Group of visitors. */
const NOT_LOGGED_IN = 0;

/** The prices of a product, in the store view's base currency. */
interface OwnPrices {
  readonly regular: number;
  readonly special: number | null;
  readonly final: number;
  /** The manufacturer's suggested price; 0 for none. */
  readonly suggested: number;
}

/** The lowest and the highest price at which a product is sold: its own, or those of its components. */
interface RenderedRange {
  readonly own: OwnPrices;
  readonly minimal: OwnPrices;
  readonly maximal: OwnPrices;
}

/** The prices of products that were read for the store view of the call, by product id; a few queries for each composite type. */
export async function priceRanges(call: Call, products: readonly StoredProduct[]): Promise<Map<number, RenderedRange>> {
  const metadata = await productMetadata(call);
  const ranges = new Map<number, RenderedRange>();
  for (const [type, ofType] of groupBy(products, (product) => product.type_id)) {
    const summed = await summedRanges(call, type, ofType);
    const listed = summed ? undefined : await componentsOf(call, type, ofType);
    const terms = {
      call,
      metadata,
      ruled: await rulePrices(call, [...ofType, ...[...(listed?.values() ?? [])].flat()]),
    };
    for (const product of ofType) {
      const own = ownPrices(terms, product);
      const sum = summed?.get(product.id);
      if (sum) {
        const least = summedPrice(own, sum.minimum);
        ranges.set(product.id, { own: least, minimal: least, maximal: summedPrice(own, sum.maximum) });
        continue;
      }
      const offers = (listed?.get(product.id) ?? []).map((component) => ownPrices(terms, component));
      offers.sort((a, b) => a.final - b.final);
      ranges.set(product.id, { own: offers[0] ?? own, minimal: offers[0] ?? own, maximal: offers.at(-1) ?? own });
    }
  }
  return ranges;
}

/** The ranges of products of one type whose buyers choose a price, or choices that add up; undefined for other types. */
async function summedRanges(
  call: Call,
  type: string,
  products: readonly StoredProduct[],
): Promise<Map<number, PriceRange> | undefined> {
  const rules = productType(call, type);
  return rules?.choices || rules?.chosenPrices ? priceRangesFor(call, products, NOT_LOGGED_IN) : undefined;
}

/** The components of products of one type that lists go by, by the id of the composite product. Two queries. */
async function componentsOf(
  call: Call,
  type: string,
  products: readonly [StoredProduct, ...StoredProduct[]],
): Promise<Map<number, StoredProduct[]>> {
  const ids = products.map(({ id }) => id);
  const listed = await listedComponents(call, type, ids);
  const componentIds = new Set([...listed.values()].flat().map(({ component }) => component));
  const components = await findByIds(call, [...componentIds], products[0].store_id);
  return new Map([...listed].map(([id, own]) => [id, own.flatMap(({ component }) => components.get(component) ?? [])]));
}

/** A price that adds up from choices. */
function summedPrice({ suggested }: OwnPrices, { regular, final }: PricePair): OwnPrices {
  return { regular, special: null, final, suggested };
}

/** The data from which the prices of a page of products are calculated. */
interface RenderTerms {
  readonly call: Call;
  readonly metadata: ProductMetadata;
  readonly ruled: RulePrices;
}

function ownPrices({ call, metadata, ruled }: RenderTerms, product: StoredProduct): OwnPrices {
  const values = effectiveValues(product, metadata);
  const regular = Number(values.price ?? 0);
  const special = specialPriceOn(values, formatTime(call.clock.now()).slice(0, 10));
  const tiers = presentTierPrices(call, product.tier_prices, regular, product.store_id, metadata)
    .filter((tier) => tier.qty <= 1 && [ALL_GROUPS, NOT_LOGGED_IN].includes(tier.customer_group_id))
    .map((tier) => tier.value);
  const byRules = ruled(product.id, NOT_LOGGED_IN)?.priceOf(regular) ?? regular;
  const final = Math.min(regular, special ?? regular, byRules, ...tiers);
  return { regular, special, final, suggested: Number(values.msrp ?? 0) };
}

/** Prices are never hidden behind the suggested price, so pages need no message and no click to show them. */
const shownAlways = {
  is_applicable: '',
  is_shown_price_on_gesture: '',
  msrp_message: '',
  explanation_message: 'The price is shown once the product is in the cart.',
};

/** Prices for a page, in a currency of which one unit of the base currency is worth `rate`. */
export function presentPrices(
  { own, minimal, maximal }: RenderedRange,
  rate: number,
  format: (amount: number) => string,
): Out<typeof PriceInfo> {
  const amount = (value: number): number => toWire(decimal(value).times(rate));
  const prices = {
    final_price: amount(own.final),
    max_price: amount(maximal.final),
    max_regular_price: amount(maximal.regular),
    minimal_regular_price: amount(minimal.regular),
    special_price: own.special === null ? null : amount(own.special),
    minimal_price: amount(minimal.final),
    regular_price: amount(own.regular),
  };
  const html = (value: number): string => `<span class="price">${format(value)}</span>`;
  const formatted = (special: number | null) => ({
    final_price: html(prices.final_price),
    max_price: html(prices.max_price),
    minimal_price: html(prices.minimal_price),
    max_regular_price: html(prices.max_regular_price),
    minimal_regular_price: null,
    special_price: special === null ? null : html(special),
    regular_price: html(prices.regular_price),
  });
  const special_price = prices.special_price ?? prices.final_price;
  const tax_adjustments = { ...prices, special_price, formatted_prices: formatted(special_price) };
  return {
    ...prices,
    formatted_prices: formatted(prices.special_price),
    extension_attributes: {
      msrp: { ...shownAlways, msrp_price: html(amount(own.suggested)) },
      tax_adjustments,
      weee_attributes: [],
      weee_adjustment: html(prices.final_price),
    },
  };
}
