import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { valueAt } from '../../kernel/lookup.ts';
import type { In } from '../../kernel/types.ts';
import type { TierPrice } from '../catalog/products/types.ts';
import type { StoredProduct } from '../catalog/service.ts';
import type { EntityRows } from './entity-rows.ts';
import { globalScope } from './products/lookups.ts';
import { numberOf, textOf } from './products/values.ts';
import { importWithin, refusalOf, type ImportBehavior, type ImportedEntities } from './row-import.ts';
import { CellFault, type ImportRow } from './rows.ts';

type TierInput = In<typeof TierPrice>;

/** Customer group of prices for all groups. */
const ALL_GROUPS = 32_000;
const columns: ReadonlySet<string> = new Set([
  'sku',
  'tier_price_website',
  'tier_price_customer_group',
  'tier_price_qty',
  'tier_price',
  'tier_price_value_type',
]);

/** The rows of one product. */
interface ProductTiers {
  readonly first: ImportRow;
  readonly tiers: TierInput[];
}

/**
 * Imports tier prices ("advanced pricing"). Rows change the prices for their website, group and quantity; to replace removes the other
 * prices of their products; to delete removes all prices of their products. A product whose prices are refused keeps its own.
 */
export function importTierPrices(
  call: Call,
  rows: EntityRows,
  { behavior, mostRefused }: { readonly behavior: ImportBehavior; readonly mostRefused: number },
): Promise<ImportedEntities> {
  return importWithin(call, mostRefused, async (inside, refuse) => {
    const bySku = new Map<string, ProductTiers>();
    for await (const row of rows((name) => columns.has(name))) {
      const sku = textOf('sku', row.cells.get('sku') ?? '').trim();
      try {
        if (row.fault !== undefined) throw new CellFault('', row.fault);
        if (sku === '') throw new CellFault('sku', 'the row has no SKU');
        const tier = behavior === 'delete' ? [] : [tierOf(inside, row)];
        const known = bySku.get(inside.services.catalog.foldSku(sku));
        if (known) known.tiers.push(...tier);
        else bySku.set(inside.services.catalog.foldSku(sku), { first: row, tiers: tier });
      } catch (error) {
        refuse(refusalOf(row, sku, error));
      }
    }
    const products = await inside.services.catalog.productsBySku(inside, [...bySku.keys()], 0);
    let processed = 0;
    for (const [key, { first, tiers }] of bySku) {
      const sku = textOf('sku', first.cells.get('sku') ?? '').trim();
      const product = products.get(key);
      try {
        if (!product) throw new CellFault('sku', `there is no product "${sku}"`);
        await inside.savepoint((call) => saveTiers(call, product, tiersAfter(product, tiers, behavior)));
        processed += Math.max(tiers.length, 1);
      } catch (error) {
        refuse(refusalOf(first, sku, error));
      }
    }
    return processed;
  });
}

async function saveTiers(call: Call, { sku }: StoredProduct, tier_prices: TierInput[]): Promise<void> {
  await call.services.catalog.saveProduct(call.with({ scope: globalScope }), { sku, tier_prices });
}

/** The tier prices of a product after an import. */
function tiersAfter(product: StoredProduct, tiers: readonly TierInput[], behavior: ImportBehavior): TierInput[] {
  if (behavior !== 'append') return [...tiers];
  const keys = new Set(tiers.map(keyOf));
  const stored = product.tier_prices.map(
    ({ customer_group_id, qty, value, percentage_value, website_id }): TierInput => {
      const extension_attributes = { website_id, percentage_value };
      return { customer_group_id, qty, value: value ?? 0, extension_attributes };
    },
  );
  return [...stored.filter((tier) => !keys.has(keyOf(tier))), ...tiers];
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
