import type { Call } from '../../../kernel/call.ts';
import { decimal, round, toWire, type DecimalValue } from '../../../kernel/money.ts';
import type { Always } from '../../../kernel/fields.ts';
import type { In, Out } from '../../../kernel/types.ts';
import { catalogErrors } from '../errors.ts';
import { ALL_GROUPS, groupCodes } from '../customer-groups.ts';
import type { ProductMetadata, StoredTierPrice } from './product.ts';
import type { TierPrice } from './types.ts';

/**
 * Checks the tier prices of the input; returns them in their stored form, sorted by quantity. Throws 400 for an invalid
 * one, and for an unknown website or customer group, unless the product already had a price for it.
 */
export async function readTierPrices(
  call: Call,
  input: readonly In<typeof TierPrice>[],
  before: readonly StoredTierPrice[] = [],
): Promise<StoredTierPrice[]> {
  const seen = new Set<string>();
  const prices = input.map((price) => {
    const stored = readTierPrice(price);
    const key = `${stored.website_id}:${stored.customer_group_id}:${stored.qty}`;
    if (seen.has(key)) throw catalogErrors.tierPriceDuplicate();
    seen.add(key);
    return stored;
  });
  const places = new Set(before.map(placeOf));
  await checkReach(
    call,
    prices.filter((price) => !places.has(placeOf(price))),
  );
  return prices.sort((a, b) => a.qty - b.qty);
}

/** A price rounded to the six decimals that are stored. */
function amount(value: DecimalValue): number {
  return round(value, 6).toNumber();
}

function placeOf({ website_id, customer_group_id }: StoredTierPrice): string {
  return `${website_id}:${customer_group_id}`;
}

/** Throws 400 for an unknown website or customer group. */
async function checkReach(call: Call, prices: readonly StoredTierPrice[]): Promise<void> {
  if (prices.length === 0) return;
  const groups = await groupCodes(call);
  for (const { website_id, customer_group_id } of prices) {
    const isGroup = customer_group_id === ALL_GROUPS || groups.has(customer_group_id);
    if (!isGroup || !call.services.store.website(website_id)) throw catalogErrors.productNotSaved();
  }
}

function isPercentage(value: number): boolean {
  return value >= 0 && value <= 100;
}

function readTierPrice(price: In<typeof TierPrice>): StoredTierPrice {
  const { percentage_value, website_id } = price.extension_attributes ?? {};
  const percentage = percentage_value ?? null;
  const value = price.value ?? 0;
  const qty = price.qty ?? 0;
  if (percentage !== null && !isPercentage(percentage)) throw catalogErrors.tierPricePercentage();
  if (value < 0 || (!value && !percentage) || qty <= 0) throw catalogErrors.tierPriceValue();
  return {
    website_id: website_id ?? 0,
    customer_group_id: price.customer_group_id ?? 0,
    qty,
    value: percentage ? null : amount(value),
    percentage_value: percentage || null,
  };
}

/** A tier price of a response. */
export type ShownTierPrice = Always<Out<typeof TierPrice>, 'customer_group_id' | 'qty' | 'value'>;

/**
 * The tier prices in a store view. If prices are per website, these are the prices of its own website and of all
 * websites, in the website's currency and with the website's id; for the same group and quantity, the website's own
 * price wins. The global scope shows all stored prices.
 */
export function presentTierPrices(
  call: Call,
  prices: readonly StoredTierPrice[],
  price: number,
  storeId: number,
  { priceLevel }: ProductMetadata,
): ShownTierPrice[] {
  if (prices.length === 0) return [];
  const websiteId = call.services.store.websiteOf(storeId) ?? 0;
  if (priceLevel === 'global' || websiteId === 0) {
    return prices.map((tier) => presentTierPrice(tier, price, tier.website_id, 1));
  }
  const { store, directory } = call.services;
  const rate = directory.rate(store.baseCurrency(call, 0), store.baseCurrency(call, storeId)) ?? 1;
  const own = new Set(prices.filter((tier) => tier.website_id === websiteId).map(groupQtyKey));
  return prices
    .filter((tier) => tier.website_id === websiteId || (tier.website_id === 0 && !own.has(groupQtyKey(tier))))
    .map((tier) => presentTierPrice(tier, price, websiteId, tier.website_id === 0 ? rate : 1));
}

function groupQtyKey(tier: StoredTierPrice): string {
  return `${tier.customer_group_id}:${tier.qty}`;
}

function presentTierPrice(
  { customer_group_id, qty, value, percentage_value }: StoredTierPrice,
  price: number,
  website_id: number,
  rate: number,
): ShownTierPrice {
  const visiblePrices =
    percentage_value === null
      ? amount(decimal(value ?? 0).times(rate))
      : toWire(decimal(price).times(decimal(100).minus(percentage_value)).div(100));
  return {
    customer_group_id,
    qty,
    value: visiblePrices,
    extension_attributes: percentage_value === null ? { website_id } : { percentage_value, website_id },
  };
}
