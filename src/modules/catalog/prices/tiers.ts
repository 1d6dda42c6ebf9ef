import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import { inTurns } from '../../../kernel/turns.ts';
import type { In, Out } from '../../../kernel/types.ts';
import { foldSku } from '../products/load.ts';
import type { StoredProduct, StoredTierPrice } from '../products/product.ts';
import { lockProducts, savePrices, type PriceRow } from './save-prices.ts';
import type { TierPrice } from '../products/types.ts';
import { groupCodes, groupName, groupNamed } from '../customer-groups.ts';
import { priceErrors } from './errors.ts';
import { fault, isAmount, partition, type PriceResult } from './results.ts';
import { pricedTypes, productsFor, productsIn, requireAll } from './storage.ts';
import type { StorageTierPrice } from './types.ts';

type TierInput = In<typeof StorageTierPrice>;
type GroupCodes = ReadonlyMap<number, string>;

/** Applies these input rows to a product's tier prices. */
type TierChange = (stored: readonly StoredTierPrice[], input: readonly StoredTierPrice[]) => StoredTierPrice[];

/**
 * Adds tier prices, or changes those for the same website, group and quantity; returns the errors of rejected rows.
 * Throws 404 when none of the products exists. `filled`: errors have their values in the message.
 */
export async function updateTierPrices(
  call: Call,
  input: readonly TierInput[],
  { filled = false } = {},
): Promise<PriceResult[]> {
  const skus = input.map((row) => row.sku ?? '');
  const found = await productsFor(call, skus, pricedTypes);
  // Recorded behaviour: if no row names an existing product, the whole call fails.
  if (found.size === 0) requireAll(skus, new Set());
  const change: TierChange = (stored, rows) => {
    const keys = new Set(rows.map(tierKey));
    return [...stored.filter((tier) => !keys.has(tierKey(tier))), ...rows];
  };
  return changeTierPrices(call, input, change, filled);
}

/** Replaces all tier prices of the products by these; returns the errors of rejected rows. */
export function replaceTierPrices(call: Call, input: readonly TierInput[]): Promise<PriceResult[]> {
  return changeTierPrices(call, input, (_, rows) => [...rows]);
}

/** Removes tier prices that match the input exactly; returns the errors of rejected rows. */
export function deleteTierPrices(call: Call, input: readonly TierInput[]): Promise<PriceResult[]> {
  return changeTierPrices(call, input, (stored, rows) => {
    const byKey = Map.groupBy(rows, tierKey);
    return stored.filter((tier) => !byKey.get(tierKey(tier))?.some((row) => isSameAmount(row, tier)));
  });
}

/** The tier prices of products. */
export async function tierPrices(call: Call, skus: readonly string[]): Promise<Out<typeof StorageTierPrice>[]> {
  const products = await productsIn(call, skus, pricedTypes);
  const codes = await groupCodes(call);
  return products.flatMap((product) =>
    product.tier_prices.map((tier) => ({
      price: tier.percentage_value ?? tier.value,
      price_type: tier.percentage_value === null ? 'fixed' : 'discount',
      website_id: tier.website_id,
      sku: product.sku,
      customer_group: groupName(codes, tier.customer_group_id),
      quantity: tier.qty,
    })),
  );
}

/** The tier prices of a product as a row to save. */
export function tiersRow(product: StoredProduct, tiers: readonly StoredTierPrice[]): PriceRow {
  const tier_prices = tiers.map(
    ({ customer_group_id, qty, value, percentage_value, website_id }): In<typeof TierPrice> => ({
      customer_group_id,
      qty,
      value: value ?? 0,
      extension_attributes: { percentage_value, website_id },
    }),
  );
  return { productId: product.id, storeId: 0, prices: { tier_prices } };
}

/** The key of a tier price: a product has one for each. */
export function tierKey({ website_id, customer_group_id, qty }: StoredTierPrice): string {
  return `${website_id}:${customer_group_id}:${qty}`;
}

function isSameAmount(one: StoredTierPrice, other: StoredTierPrice): boolean {
  return one.value === other.value && one.percentage_value === other.percentage_value;
}

/** Removes the tier prices of products for customer groups. Throws 404 for unknown products and those without tier prices. */
export async function removeGroupTiers(
  call: Call,
  skus: readonly string[],
  groupIds: readonly number[],
): Promise<void> {
  const found = await productsFor(call, skus, pricedTypes);
  requireAll(skus, new Set(found.keys()));
  await lockProducts(
    call,
    [...found.values()].map((product) => product.id),
  );
  const products = await productsIn(call, skus, pricedTypes);
  const rows = await inTurns(products, (product) =>
    tiersRow(
      product,
      product.tier_prices.filter((tier) => !groupIds.includes(tier.customer_group_id)),
    ),
  );
  await savePrices(call, rows);
}

async function changeTierPrices(
  call: Call,
  input: readonly TierInput[],
  change: TierChange,
  filled = false,
): Promise<PriceResult[]> {
  const skus = input.map((row) => row.sku);
  const found = await productsFor(call, skus, pricedTypes);
  // The rows are locked before they are read, so that the other tier prices are the current ones.
  await lockProducts(
    call,
    [...found.values()].map((product) => product.id),
  );
  const products = await productsFor(call, skus, pricedTypes);
  const codes = await groupCodes(call);
  const seen = new Set<string>();
  const { valid, faults } = await partition(input, (row) => {
    const key = [foldSku(row.sku ?? ''), row.website_id, row.customer_group?.toLowerCase(), row.quantity].join('\n');
    const isDuplicate = seen.has(key);
    seen.add(key);
    const product = products.get(foldSku(row.sku ?? ''));
    return checkTier(call, row, { product, codes, isDuplicate, filled });
  });
  const changed = Map.groupBy(valid, ({ product }) => product);
  const rowOf = ([product, rows]: [StoredProduct, ValidTier[]]): PriceRow => {
    const sentTiers = rows.map(({ tier }) => tier);
    return tiersRow(product, change(product.tier_prices, sentTiers));
  };
  await savePrices(call, await inTurns([...changed], rowOf));
  return faults;
}

/** A valid row: a tier price of an existing product. */
interface ValidTier {
  readonly product: StoredProduct;
  readonly tier: StoredTierPrice;
}

/** The price of a row, or its percentage; undefined for an invalid one. */
function priceOf({ price, price_type }: TierInput): Pick<StoredTierPrice, 'value' | 'percentage_value'> | undefined {
  if (!isAmount(price)) return undefined;
  if (price_type !== 'discount') return { value: price, percentage_value: null };
  return price > 100 ? undefined : { value: null, percentage_value: price };
}

/** The surroundings of a row that is checked. */
interface TierContext {
  readonly product: StoredProduct | undefined;
  readonly codes: GroupCodes;
  readonly isDuplicate: boolean;
  readonly filled: boolean;
}

function checkTier(
  call: Call,
  row: TierInput,
  { product, codes, isDuplicate, filled }: TierContext,
): { readonly valid: ValidTier } | { readonly faults: PriceResult[] } {
  const { website_id, customer_group, quantity } = row;
  const price = priceOf(row);
  const groupId = groupNamed(codes, customer_group ?? '');
  const errors = errorsOf(call, row, { product, price, groupId }, isDuplicate);
  if (!product || !price || groupId === undefined || errors.length > 0) {
    return { faults: errors.map((error) => fault(error, { filled })) };
  }
  const tier = { website_id: website_id ?? 0, customer_group_id: groupId, qty: quantity ?? 0, ...price };
  return { valid: { product, tier } };
}

function errorsOf(
  call: Call,
  row: TierInput,
  {
    product,
    price,
    groupId,
  }: { product: StoredProduct | undefined; price: object | undefined; groupId: number | undefined },
  isDuplicate: boolean,
): PlatformError[] {
  const { sku, price_type, website_id, customer_group, quantity } = row;
  const id = { SKU: sku, websiteId: website_id, customerGroup: customer_group, qty: quantity };
  const errors: PlatformError[] = [];
  if (!product) errors.push(priceErrors.tierProduct(id));
  if (!price) errors.push(priceErrors.tierValue({ price: row.price, ...id }));
  const types = product?.type_id === 'bundle' ? ['discount'] : ['fixed', 'discount'];
  if (!types.includes(price_type ?? '')) errors.push(priceErrors.tierType({ priceType: price_type, ...id }));
  if (!((quantity ?? 0) >= 1)) errors.push(priceErrors.tierQuantity(id));
  if (!call.services.store.website(website_id ?? 0)) errors.push(priceErrors.tierWebsite(id));
  if (isDuplicate) errors.push(priceErrors.tierDuplicate(id));
  if (groupId === undefined) errors.push(priceErrors.tierGroup(id));
  return errors;
}
