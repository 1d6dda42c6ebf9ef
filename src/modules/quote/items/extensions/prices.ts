import { Decimal, decimal, round } from '../../../../kernel/money.ts';
import type { ProductValues, RulePrices, StoredTierPrice } from '../../../catalog/service.ts';
import type { ItemProduct } from './item-product.ts';

/** Id of "all groups" in tier prices. */
const ALL_GROUPS = 32000;

/** The buyer, place and time that a price depends on. */
export interface PriceContext {
  readonly customerGroupId: number;
  readonly websiteId: number;
  /** The current time, as `YYYY-MM-DD HH:MM:SS`. */
  readonly now: string;
  /** The prices of the products by rules. */
  readonly ruled: RulePrices;
}

/** The values of a product that its price depends on. */
interface PricedProduct {
  readonly id: number;
  readonly values: ProductValues;
  readonly tierPrices: readonly StoredTierPrice[];
}

/** The regular price of a product in the base currency; undefined when it has none. */
export function ownPrice(values: ProductValues): Decimal | undefined {
  return amountOf(values.price);
}

/**
 * Unit price if `qty` are bought, in the base currency: the lowest of the regular price, the special price while it is
 * valid, the price by rules, and the tier price of the group for the quantity. Source: documented behaviour of the interface ("the lowest price
 * applies"), recorded carts.
 */
function finalPrice(product: PricedProduct, qty: Decimal, context: PriceContext): Decimal {
  const own = ownPrice(product.values) ?? decimal(0);
  const candidates = [
    own,
    tierPrice(product, qty, context),
    specialPrice(product.values, context.now),
    rulePrice(product.id, own, context),
  ];
  return candidates.reduce<Decimal>((least, one) => (one && one.lt(least) ? one : least), own);
}

/** The price of a product by rules, from its own price; undefined where no rule applies. */
export function rulePrice(productId: number, own: Decimal, context: PriceContext): Decimal | undefined {
  const price = context.ruled(productId, context.customerGroupId)?.priceOf(own.toNumber());
  return price === undefined ? undefined : decimal(price);
}

/** The special price, if it is valid at `now`; its first and last days count in full. */
export function specialPrice(values: ProductValues, now: string): Decimal | undefined {
  const price = amountOf(values.special_price);
  return price && isInForce(values, now) ? price : undefined;
}

function isInForce(values: ProductValues, now: string): boolean {
  const today = now.slice(0, 10);
  const from = String(values.special_from_date ?? '').slice(0, 10);
  const to = String(values.special_to_date ?? '').slice(0, 10);
  return (from === '' || from <= today) && (to === '' || today <= to);
}

/**
 * The tier prices for `qty` units: those of the website, and of the group or of all groups, with a reached quantity.
 */
export function tiersFor(
  tiers: readonly StoredTierPrice[],
  qty: Decimal,
  { customerGroupId, websiteId }: PriceContext,
): StoredTierPrice[] {
  return tiers.filter(
    (tier) =>
      (tier.customer_group_id === customerGroupId || tier.customer_group_id === ALL_GROUPS) &&
      (tier.website_id === 0 || tier.website_id === websiteId) &&
      qty.gte(tier.qty),
  );
}

/** The lowest tier price for `qty` units. Source: recorded carts of the reference. */
export function tierPrice(
  product: Omit<PricedProduct, 'id'>,
  qty: Decimal,
  context: PriceContext,
): Decimal | undefined {
  const prices = tiersFor(product.tierPrices, qty, context).flatMap((tier) => tierAmount(tier, product.values) ?? []);
  return prices.length > 0 ? Decimal.min(...prices) : undefined;
}

function tierAmount(tier: StoredTierPrice, values: ProductValues): Decimal | undefined {
  if (tier.percentage_value === null) return tier.value === null ? undefined : decimal(tier.value);
  const own = ownPrice(values);
  return own && round(own.times(decimal(100).minus(tier.percentage_value)).div(100), 4);
}

/** The price that an option or a selection adds: an amount, or a percentage of a price. */
export function addedPrice(
  price: number | null | undefined,
  type: string | number | null | undefined,
  of: Decimal,
): Decimal {
  const amount = decimal(price ?? 0);
  return type === 'percent' || type === 1 ? of.times(amount).div(100) : amount;
}

/** An amount among the values of a product; undefined for none. */
function amountOf(value: string | number | null | undefined): Decimal | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? decimal(value) : undefined;
}

/** The lowest price of a product for a quantity, without choices. */
export function productPrice({ product, values }: ItemProduct, qty: Decimal, context: PriceContext): Decimal {
  return finalPrice({ id: product.id, values, tierPrices: product.tier_prices }, qty, context);
}
