import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { writeManyNotes } from '../../../platform/change-log/note.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { anyOf } from '../../../storage/sql.ts';
import type { Attribute, AttributeObserver, StoredAttributeSet } from '../../eav/service.ts';
import { noteProductFields } from '../changes.ts';
import { dueByRules, ruledDataChanged } from '../pricing/price-rules.ts';
import { removeProduct } from './delete.ts';
import { isNumeric, removeAttributeIndex, writeIndex } from '../products/index-rows.ts';
import { allOverrides, findById } from '../products/load.ts';
import { documentOf, productMetadata, type ProductValue, type ProductValues } from '../products/product.ts';
import { updateProductRow, writeOverrides } from '../products/rows.ts';

/** Number of products that are changed, and notified about, at once: an attribute may have a value in all of them. */
const SLICE = 500;

/** Updates products when attributes, their options or their sets are deleted. */
export const productAttributeObserver: AttributeObserver = {
  entity: 'catalog_product',
  onDeleted: removeValues,
  onOptionsDeleted: removeOptionsFromValues,
  onSetDeleted: removeProductsOfSet,
};

/**
 * Removes the values of a deleted attribute from all products, so that a later attribute with the same code does not find them.
 */
async function removeValues(call: Call, { id, code }: Attribute): Promise<void> {
  const without = (document: string, path: string) =>
    perDialect<string>({
      sqlite: sql`json_remove(${sql.ref(document)}, ${`$.${path === '' ? '' : `${path}.`}"${code}"`})`,
      postgres: sql`${sql.ref(document)} #- ${path === '' ? [code] : [path, code]}::text[]`,
    });
  for (let after = 0; ;) {
    const { rows: products } = await sql<{ id: number; sku: string }>`
      update catalog_product set document = ${without('document', 'values')}, version = version + 1
      where id in (select distinct product_id from catalog_product_index
        where attribute_id = ${id} and product_id > ${after} order by product_id limit ${SLICE})
      returning id, sku`.execute(call.db);
    noteProductFields(call, products, [code]);
    await ruledDataChanged(
      call,
      products.map((product) => Number(product.id)),
    );
    await writeManyNotes(call);
    if (products.length === 0) break;
    after = products.reduce((most, product) => Math.max(most, product.id), after);
  }
  await sql`update catalog_product_store as o set document = ${without('document', '')}
    where exists (select 1 from catalog_product_index i
      where i.product_id = o.product_id and i.attribute_id = ${id} and i.store_id = o.store_id)`.execute(call.db);
  await removeAttributeIndex(call, id);
}

/** Removes deleted options from the values of products. */
async function removeOptionsFromValues(call: Call, attribute: Attribute, optionIds: readonly string[]): Promise<void> {
  const gone = new Set(optionIds);
  for (let from = 0; ;) {
    const { rows } = await sql<{ product_id: number; store_id: number; value: string }>`
      select product_id, store_id, ${isNumeric(attribute) ? sql`number_value` : sql`coalesce(long_text, text_value)`} as value
      from catalog_product_index where attribute_id = ${attribute.id} and product_id >= ${from}
      and ${anyOf(optionIds.map((id) => hasOption(attribute, id)))} order by product_id limit ${SLICE}`.execute(
      call.db,
    );
    for (const { product_id, store_id, value } of rows) {
      const left = String(value)
        .split(',')
        .filter((id) => !gone.has(id))
        .join(',');
      await replaceValue(call, attribute.code, product_id, store_id, left === '' ? undefined : left);
      noteProductFields(call, [{ id: product_id }], [attribute.code]);
    }
    await writeManyNotes(call);
    const last = rows.at(-1);
    if (!last || rows.length < SLICE) return;
    // The last product may have values in further scopes; those of this slice match no more.
    from = last.product_id;
  }
}

function hasOption(attribute: Attribute, optionId: string): SqlTruth {
  return isNumeric(attribute)
    ? sql`number_value = ${Number(optionId)}`
    : sql`',' || coalesce(long_text, text_value) || ',' like ${`%,${optionId},%`}`;
}

/**
 * Clears some values of attributes wherever a product has one of them: in scope 0 it becomes `none` (undefined: no value), and a
 * store view inherits again.
 */
export async function clearValues(
  call: Call,
  productId: number,
  codes: readonly string[],
  values: readonly ProductValue[],
  none: ProductValue | undefined,
): Promise<void> {
  const product = await findById(call, productId, 0);
  const rows = await allOverrides(call, productId);
  if (product) rows.set(0, product.values);
  for (const [storeId, own] of rows) {
    for (const code of codes) {
      const value = own[code];
      if (value === undefined || !values.includes(value)) continue;
      await replaceValue(call, code, productId, storeId, storeId === 0 ? none : undefined);
    }
  }
}

/** Sets or removes one value of a product in one scope. */
async function replaceValue(
  call: Call,
  code: string,
  productId: number,
  storeId: number,
  value: ProductValue | undefined,
): Promise<void> {
  const product = await findById(call, productId, storeId);
  if (!product) return;
  const before = storeId === 0 ? product.values : product.overrides;
  const { [code]: _, ...others } = before;
  const left: ProductValues = value === undefined ? others : { ...others, [code]: value };
  const after = storeId !== 0 && Object.keys(left).length === 0 ? undefined : left;
  const columns = storeId === 0 ? { document: documentOf({ ...product, values: left }), ...dueByRules(call) } : {};
  // If somebody else saves the product at the same time, the whole change is tried again.
  if (!(await updateProductRow(call.db, product, columns))) throw platformErrors.stale();
  if (storeId !== 0) await writeOverrides(call.db, productId, storeId, after);
  await writeIndex(call, await productMetadata(call), productId, [{ storeId, before, after }]);
}

/** Deletes the products of a deleted set, as in the interface. */
async function removeProductsOfSet(call: Call, set: StoredAttributeSet): Promise<void> {
  const products = await call.db
    .selectFrom('catalog_product')
    .select(['id', 'sku', 'type_id'])
    .where('attribute_set_id', '=', set.id)
    .execute();
  for (const product of products) await removeProduct(call, product);
}
