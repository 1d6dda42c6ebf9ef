import type { Call } from '../../../kernel/call.ts';
import { decimal, toWire } from '../../../kernel/money.ts';
import type { In, Out } from '../../../kernel/types.ts';
import { catalogErrors } from '../errors.ts';
import type { ProductMetadata, StoredTierPrice } from './product.ts';
import type { TierPrice } from './types.ts';

/** Checks the tier prices that were sent and brings them into the form they are kept in, by quantity. */
export function readTierPrices(sent: readonly In<typeof TierPrice>[]): StoredTierPrice[] {
  const seen = new Set<string>();
  const prices = sent.map((price) => {
    const stored = readTierPrice(price);
    const key = `${stored.website_id}:${stored.customer_group_id}:${stored.qty}`;
    if (seen.has(key)) throw catalogErrors.tierPriceDuplicate();
    seen.add(key);
    return stored;
  });
  return prices.sort((a, b) => a.qty - b.qty);
}

function readTierPrice(price: In<typeof TierPrice>): StoredTierPrice {
  const { percentage_value, website_id } = price.extension_attributes ?? {};
  const percentage = percentage_value ?? null;
  const value = price.value ?? 0;
  const qty = price.qty ?? 0;
  if (percentage !== null && !(percentage >= 0 && percentage <= 100)) throw catalogErrors.tierPricePercentage();
  if (value < 0 || (!value && !percentage) || qty <= 0) throw catalogErrors.tierPriceValue();
  return {
    website_id: website_id ?? 0,
    customer_group_id: price.customer_group_id ?? 0,
    qty,
    value: percentage ? null : toWire(value),
    percentage_value: percentage || null,
  };
}

/**
 * The tier prices as a store view shows them. While prices are per website it shows those of its own website and those of all
 * websites, in its website's currency and under its website's id; its own come before those of all for the same group and
 * quantity. The global scope shows all as they are kept.
 */
export function presentTierPrices(
  call: Call,
  prices: readonly StoredTierPrice[],
  price: number,
  storeId: number,
  { priceLevel }: ProductMetadata,
): Out<typeof TierPrice>[] {
  if (prices.length === 0) return [];
  const websiteId = call.services.store.websiteOf(storeId) ?? 0;
  if (priceLevel === 'global' || websiteId === 0) {
    return prices.map((tier) => presentTierPrice(tier, price, tier.website_id, 1));
  }
  const { store, directory } = call.services;
  const rate = directory.rate(store.baseCurrency(call, 0), store.baseCurrency(call, storeId)) ?? 1;
  const own = new Set(prices.filter((tier) => tier.website_id === websiteId).map(tierKey));
  return prices
    .filter((tier) => tier.website_id === websiteId || (tier.website_id === 0 && !own.has(tierKey(tier))))
    .map((tier) => presentTierPrice(tier, price, websiteId, tier.website_id === 0 ? rate : 1));
}

function tierKey(tier: StoredTierPrice): string {
  return `${tier.customer_group_id}:${tier.qty}`;
}

function presentTierPrice(
  { customer_group_id, qty, value, percentage_value }: StoredTierPrice,
  price: number,
  website_id: number,
  rate: number,
): Out<typeof TierPrice> {
  const amount =
    percentage_value === null
      ? decimal(value ?? 0).times(rate)
      : decimal(price).times(decimal(100).minus(percentage_value)).div(100);
  return {
    customer_group_id,
    qty,
    value: toWire(amount),
    extension_attributes: percentage_value === null ? { website_id } : { percentage_value, website_id },
  };
}
