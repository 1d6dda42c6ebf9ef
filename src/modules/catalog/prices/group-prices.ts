import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { toWire } from '../../../kernel/money.ts';
import type { Out } from '../../../kernel/types.ts';
import { effectiveValues, priceLevel, productMetadata, type StoredProduct } from '../products/product.ts';
import { productNotFound, requireProduct } from '../products/require.ts';
import { touchProducts } from '../products/rows.ts';
import { savePrices } from './save-prices.ts';
import { presentTierPrices } from '../products/tier-prices.ts';
import type { TierPrice } from '../products/types.ts';
import { ALL_GROUPS, groupCodes } from '../customer-groups.ts';
import { priceErrors } from './errors.ts';
import { tierKey, tiersRow } from './tiers.ts';

/** The tier prices of a product for one group, or for `all`, as the call's store view shows them. */
export async function groupTiers(call: Call, sku: string, group: string): Promise<Out<typeof TierPrice>[]> {
  const product = await requireProduct(call, sku, call.scope.storeId);
  const metadata = await productMetadata(call);
  const price = Number(effectiveValues(product, metadata).price ?? 0);
  return presentTierPrices(call, product.tier_prices, price, call.scope.storeId, metadata)
    .filter((tier) => tier.customer_group_id === groupId(group))
    .map(({ customer_group_id, qty, value }) => ({ customer_group_id, qty, value }));
}

/** Adds a tier price, or changes the one for the same group and quantity. Throws 400 for an amount of 0 or less. */
export async function addGroupTier(call: Call, sku: string, group: string, qty: number, price: number): Promise<void> {
  if (!(price > 0) || !(qty > 0)) throw priceErrors.invalidTier();
  const product = await lockProduct(call, sku);
  const id = groupId(group);
  const isKnown = id === ALL_GROUPS || (await groupCodes(call)).has(id);
  if (!isKnown) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: group });
  const tier = {
    website_id: websiteId(call),
    customer_group_id: id,
    qty,
    value: toWire(price),
    percentage_value: null,
  };
  const others = product.tier_prices.filter((one) => tierKey(one) !== tierKey(tier));
  await savePrices(call, [tiersRow(product, [...others, tier])]);
}

/** Deletes a tier price. Throws 404 when the group has none for this quantity. */
export async function removeGroupTier(call: Call, sku: string, group: string, qty: number): Promise<void> {
  const product = await lockProduct(call, sku);
  const website = websiteId(call);
  const key = `${website}:${groupId(group)}:${qty}`;
  const left = product.tier_prices.filter((tier) => tierKey(tier) !== key);
  if (left.length === product.tier_prices.length) {
    throw priceErrors.noTier([group, priceLevel(call) === 'global' ? website : String(website), qty]);
  }
  await savePrices(call, [tiersRow(product, left)]);
}

/** The website whose tier prices a call writes: that of its store view if prices are per website, otherwise all. */
function websiteId(call: Call): number {
  return priceLevel(call) === 'global' ? 0 : call.scope.websiteId;
}

/** A group's id from a path: `all`, or a number; anything else is -1, which no group has. */
function groupId(group: string): number {
  if (group === 'all') return ALL_GROUPS;
  return /^\d+$/.test(group) ? Number(group) : -1;
}

/** Locks the product with a SKU, and reads it. */
async function lockProduct(call: Call, sku: string): Promise<StoredProduct> {
  const { id } = await requireProduct(call, sku, 0);
  if ((await touchProducts(call, [id], { changed: ['tier_prices'] })) === 0) throw productNotFound();
  return await requireProduct(call, sku, 0);
}
