import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import { withFields } from '../../../kernel/present-fields.ts';
import { stockQuantity } from '../../../kernel/units.ts';
import { isForeignKeyViolation } from '../../../storage/errors.ts';
import { insertRows } from '../../../storage/rows.ts';
import { fold, inIds, inTexts } from '../../../storage/sql.ts';
import { DEFAULT_SOURCE } from '../../inventory/extensions.ts';
import { itemErrors, sourceErrors } from '../errors.ts';
import type { SourceItemInput } from '../types.ts';
import { itemsOfSources } from './read.ts';
import { indexStocks } from './stock-index.ts';

/** Maximum length of a SKU, in characters. */
export const MAX_SKU_LENGTH = 64;

/** A source item to write. */
export interface NewSourceItem {
  readonly source_code: string;
  readonly sku: string;
  readonly quantity: number;
  readonly status: 0 | 1;
}

/** The product of a SKU. */
export interface SkuProduct {
  readonly id: number;
  readonly type_id: string;
}

/** Saves source items from a request. Throws 400 for an invalid item; then saves nothing. */
export async function saveItems(call: Call, input: readonly SourceItemInput[]): Promise<void> {
  if (input.length === 0) throw sourceErrors.emptyList();
  const error = itemErrors(input.flatMap(faultsOf));
  if (error) throw error;
  await writeItems(
    call,
    input.map((item) => {
      const { source_code, sku, quantity, status } = withFields(item, 'source_code', 'sku', 'quantity');
      return { source_code, sku, quantity, status: status === 1 ? 1 : 0 };
    }),
  );
}

/** The errors in an item, in the interface's order. */
function faultsOf({ sku, source_code, quantity, status }: SourceItemInput): PlatformError[] {
  const found: PlatformError[] = [];
  if (!sku?.trim()) found.push(sourceErrors.empty({ field: 'sku' }));
  else if (sku !== sku.trim()) found.push(sourceErrors.spacesAround({ field: 'sku' }));
  else if (sku.length > MAX_SKU_LENGTH) found.push(sourceErrors.tooLong({ field: 'sku', max: MAX_SKU_LENGTH }));
  if (!source_code?.trim()) found.push(sourceErrors.empty({ field: 'source_code' }));
  if (quantity === undefined || quantity === null) found.push(sourceErrors.notNumeric({ field: 'quantity' }));
  if (status === undefined || status === null) found.push(sourceErrors.notNumeric({ field: 'status' }));
  else if (status !== 0 && status !== 1) found.push(sourceErrors.unknownStatus({ field: 'status' }));
  return found;
}

/**
 * Writes source items; of duplicates, the last one wins. Items of the default source become stock items if their
 * product exists. The number of statements does not grow with the items. Throws 400 for an unknown source.
 */
export async function writeItems(call: Call, items: readonly NewSourceItem[]): Promise<void> {
  const { foldSku } = call.services.catalog;
  const byKey = new Map(items.map((item) => [`${item.source_code} ${foldSku(item.sku)}`, item]));
  const products = await productsOf(call, [...byKey.values()]);
  const own = new Map<number, NewSourceItem>();
  const others = [];
  for (const { source_code, sku, quantity, status } of byKey.values()) {
    const sku_key = foldSku(sku);
    const product = products.get(sku_key);
    const item = { source_code, sku, quantity: stockQuantity(quantity), status };
    if (product && source_code === DEFAULT_SOURCE && hasQuantity(call, product)) own.set(product.id, item);
    else others.push({ ...item, sku_key, product_id: product?.id ?? null });
  }
  await call.services.inventory.setDefaultItems(call, own);
  if (others.length === 0) return;
  const ids = others.flatMap(({ product_id }) => product_id ?? []);
  // Incrementing the versions first serialises concurrent changes of a product's source items.
  await call.services.catalog.touchProducts(call, ids);
  try {
    await insertRows(call.db, 'inventory_source_item', others, {
      onConflict: { key: ['source_code', 'sku_key'], update: ['quantity', 'status', 'product_id'] },
    });
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw sourceErrors.itemsNotSaved(undefined, { cause: error });
  }
  await indexStocks(call, { productIds: ids });
}

/** Deletes source items; skips missing ones. A stock item is emptied and goes out of stock. */
export async function deleteItems(
  call: Call,
  input: readonly { readonly sku?: string | null | undefined; readonly source_code?: string | null | undefined }[],
): Promise<number> {
  const { foldSku } = call.services.catalog;
  const keys = new Set(input.map(({ sku, source_code }) => `${source_code ?? ''} ${foldSku(sku ?? '')}`));
  const skus = input.map(({ sku }) => foldSku(sku ?? ''));
  const found = await call.db
    .selectFrom('inventory_source_item')
    .select(['item_id', 'source_code', 'sku_key', 'product_id'])
    .where(inTexts('sku_key', [...new Set(skus)]))
    .execute();
  const gone = found.filter(({ source_code, sku_key }) => keys.has(`${source_code} ${sku_key}`));
  const ofDefault = input.filter(({ source_code }) => source_code === DEFAULT_SOURCE);
  const own = await inDefault(call, await productsOf(call, ofDefault));
  await call.services.inventory.setDefaultItems(call, new Map(own.map((id) => [id, null])));
  if (gone.length > 0) {
    const ids = gone.flatMap(({ product_id }) => product_id ?? []);
    await call.services.catalog.touchProducts(call, ids);
    const itemIds = gone.map(({ item_id }) => item_id);
    await call.db.deleteFrom('inventory_source_item').where(inIds('item_id', itemIds)).execute();
    await indexStocks(call, { productIds: ids });
  }
  return own.length + gone.length;
}

/** The products with an item in the default source. */
async function inDefault(call: Call, products: ReadonlyMap<string, SkuProduct>): Promise<number[]> {
  const ids = [...products.values()].flatMap((product) => (hasQuantity(call, product) ? [product.id] : []));
  const items = ids.length > 0 ? await itemsOfSources(call, [DEFAULT_SOURCE], ids) : [];
  return items.map(({ product_id }) => product_id);
}

/** The products of SKUs, by case-folded SKU. One query. */
export async function productsOf(
  call: Call,
  items: readonly { readonly sku?: string | null | undefined }[],
): Promise<Map<string, SkuProduct>> {
  const { foldSku } = call.services.catalog;
  const skus = [...new Set(items.map(({ sku }) => foldSku(sku ?? '')))];
  if (skus.length === 0) return new Map();
  const rows = await call.db
    .selectFrom('catalog_product as p')
    .select(['p.id', 'p.type_id', 'p.sku'])
    .where(inTexts(fold('p.sku'), skus))
    .execute();
  return new Map(rows.map(({ id, type_id, sku }) => [foldSku(sku), { id, type_id }]));
}

/** Whether products of a type have units of their own; composite ones have those of their components. */
export function hasQuantity(call: Call, { type_id }: { readonly type_id: string }): boolean {
  return call.services.catalog.productType(call, type_id)?.isComposite === false;
}

/** A product and its current SKU. */
type NamedProduct = SkuProduct & { readonly sku: string };

/**
 * Assigns source items that existed before their product to it. The default source's item becomes the stock item,
 * unless the stock was set explicitly.
 */
export async function adopt(call: Call, product: NamedProduct): Promise<void> {
  const own = await takeOver(call, product);
  if (!own || !hasQuantity(call, product)) return;
  await call.services.inventory.setDefaultItems(call, new Map([[product.id, own]]), { isFirst: true });
}

/**
 * Renames the source items of a product to its current SKU. Items that already existed for this SKU now belong to the
 * product, except in sources where it has one.
 */
export async function follow(call: Call, product: NamedProduct): Promise<void> {
  const sku_key = call.services.catalog.foldSku(product.sku);
  const { numUpdatedRows } = await call.db
    .updateTable('inventory_source_item')
    .set({ sku: product.sku })
    .where((eb) =>
      eb.or([
        eb.and([eb('product_id', '=', product.id), eb('sku', '<>', product.sku)]),
        eb.and([eb('sku_key', '=', sku_key), eb('product_id', 'is', null)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await takeOver(call, product);
}

/**
 * Takes over the items of a SKU without a product; returns the default source's item, which is not stored in the table.
 */
async function takeOver(call: Call, { id, sku }: NamedProduct): Promise<NewSourceItem | undefined> {
  const sku_key = call.services.catalog.foldSku(sku);
  await sql`delete from inventory_source_item where sku_key = ${sku_key} and product_id is null
    and source_code in (select n.source_code from inventory_source_item n where n.product_id = ${id})`.execute(call.db);
  const [own] = await call.db
    .deleteFrom('inventory_source_item')
    .where('sku_key', '=', sku_key)
    .where('source_code', '=', DEFAULT_SOURCE)
    .returning(['source_code', 'sku', 'quantity', 'status'])
    .execute();
  const { numUpdatedRows } = await call.db
    .updateTable('inventory_source_item')
    .set({ product_id: id, sku, sku_key })
    .where((eb) => eb.or([eb('sku_key', '=', sku_key), eb('product_id', '=', id)]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await indexStocks(call, { productIds: [id] });
  return own;
}
