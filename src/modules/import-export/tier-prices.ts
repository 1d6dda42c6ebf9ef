import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { In } from '../../kernel/types.ts';
import type { TierPrice } from '../catalog/products/types.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { globalScope } from './products/lookups.ts';
import { numberOf, textOf } from '../../platform/row-import/values.ts';
import type { RowKind, RowSaving, SavedCounts } from '../../platform/row-import/row-kind.ts';
import { CellFault, keyText, type ImportRow } from '../../platform/row-import/rows.ts';
import type { ImportBehavior } from '../../platform/row-import/within.ts';

type TierInput = In<typeof TierPrice>;

/** Customer group of prices for all groups. */
export const ALL_GROUPS = 32_000;
/** The columns of the interface's file of tier prices, in its order. */
export const tierPriceColumns = [
  'sku',
  'tier_price_website',
  'tier_price_customer_group',
  'tier_price_qty',
  'tier_price',
  'tier_price_value_type',
] as const;
const columns: ReadonlySet<string> = new Set(tierPriceColumns);

/** The rows of one product. */
interface ProductTiers {
  readonly first: ImportRow;
  readonly tiers: TierInput[];
}

/**
 * Tier prices ("advanced pricing"). Rows change the prices for their website, group and quantity; to replace removes the other prices of
 * their products; to delete removes all prices of their products. A product whose prices are refused keeps its own.
 */
export const tierPriceRows: RowKind = {
  columns: () => (name) => columns.has(name),
  required: ['sku'],
  keyOf: (row) => keyText(row, 'sku'),
  batch: 1_000,
  save: savePrices,
};

async function savePrices(
  call: Call,
  rows: readonly ImportRow[],
  { behavior, refuse }: RowSaving,
): Promise<SavedCounts> {
  const { catalog } = call.services;
  const bySku = new Map<string, ProductTiers>();
  for (const row of rows) {
    const sku = keyText(row, 'sku');
    try {
      if (sku === '') throw new CellFault('sku', 'the row has no SKU');
      const tier = behavior === 'delete' ? [] : [tierOf(call, row)];
      const known = bySku.get(catalog.foldSku(sku));
      if (known) known.tiers.push(...tier);
      else bySku.set(catalog.foldSku(sku), { first: row, tiers: tier });
    } catch (error) {
      refuse(row, error);
    }
  }
  const products = await catalog.productsBySku(call, [...bySku.keys()], 0);
  const counts = { created: 0, updated: 0, deleted: 0 };
  for (const [key, { first, tiers }] of bySku) {
    const product = products.get(key);
    try {
      if (!product) throw new CellFault('sku', `there is no product "${keyText(first, 'sku')}"`);
      await call.savepoint((inside) => saveTiers(inside, product, tiersAfter(product, tiers, behavior)));
      const known = new Set(behavior === 'append' ? storedTiers(product).map(keyOf) : []);
      const updated = tiers.filter((tier) => known.has(keyOf(tier))).length;
      if (behavior === 'delete') counts.deleted += 1;
      counts.updated += updated;
      counts.created += tiers.length - updated;
    } catch (error) {
      refuse(first, error);
    }
  }
  return counts;
}

async function saveTiers(call: Call, { sku }: StoredProduct, tier_prices: TierInput[]): Promise<void> {
  await call.services.catalog.saveProduct(call.with({ scope: globalScope }), { sku, tier_prices });
}

/** The tier prices of a product after an import. */
function tiersAfter(product: StoredProduct, tiers: readonly TierInput[], behavior: ImportBehavior): TierInput[] {
  if (behavior !== 'append') return [...tiers];
  const keys = new Set(tiers.map(keyOf));
  return [...storedTiers(product).filter((tier) => !keys.has(keyOf(tier))), ...tiers];
}

function storedTiers({ tier_prices }: StoredProduct): TierInput[] {
  return tier_prices.map(({ customer_group_id, qty, value, percentage_value, website_id }) => {
    const extension_attributes = { website_id, percentage_value };
    return { customer_group_id, qty, value: value ?? 0, extension_attributes };
  });
}

function keyOf({ customer_group_id, qty, extension_attributes }: TierInput): string {
  return `${extension_attributes?.website_id ?? 0}:${customer_group_id ?? 0}:${qty ?? 0}`;
}

function tierOf(call: Call, { cells }: ImportRow): TierInput {
  const required = (column: string): string => {
    const cell = cells.get(column);
    if (cell === undefined) throw new CellFault(column, 'a value is missing');
    return textOf(column, cell).trim();
  };
  const amount = numberOf('tier_price', required('tier_price'));
  const kind = textOf('tier_price_value_type', cells.get('tier_price_value_type') ?? 'Fixed').toLowerCase();
  if (kind !== 'fixed' && kind !== 'discount') {
    throw new CellFault('tier_price_value_type', `"${kind}" is neither Fixed nor Discount`);
  }
  const website_id = websiteOf(call, textOf('tier_price_website', cells.get('tier_price_website') ?? 'All Websites'));
  return {
    customer_group_id: groupOf(call, required('tier_price_customer_group')),
    qty: numberOf('tier_price_qty', required('tier_price_qty')),
    value: kind === 'fixed' ? amount : 0,
    extension_attributes: kind === 'fixed' ? { website_id } : { website_id, percentage_value: amount },
  };
}

/** A website by its code; `All Websites [USD]`: 0. */
function websiteOf(call: Call, name: string): number {
  if (/^all websites\b/i.test(name.trim())) return 0;
  const website = call.services.store.website(name.trim());
  if (!website || website.id === 0) throw new CellFault('tier_price_website', `there is no website "${name}"`);
  return website.id;
}

function groupOf(call: Call, name: string): number {
  const folded = foldText(name);
  if (folded === 'all groups') return ALL_GROUPS;
  const groups = new Map(call.services.customer.allGroups().map((group) => [foldText(group.code), group.id]));
  if (!groups.has(folded)) throw new CellFault('tier_price_customer_group', `there is no customer group "${name}"`);
  return valueAt(groups, folded);
}
