import { foldText } from '../../../kernel/fold.ts';
import type { Call } from '../../../kernel/call.ts';
import { groupBy } from '../../../kernel/narrow.ts';
import { preparedFirst, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { insertRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import type { Attribute } from '../../eav/service.ts';
import { isColumnAttribute, type ProductMetadata, type ProductValue, type ProductValues } from './product.ts';

/**
 * Length of the indexed part of a value, in characters; longer values are compared in `long_text`. A `varchar` is
 * indexed as a whole, a `text` up to a length that distinguishes most values.
 */
export const indexedLength = { varchar: 255, text: 64 };

interface IndexRow {
  product_id: number;
  attribute_id: number;
  store_id: number;
  text_value: string | null;
  long_text: string | null;
  number_value: number | null;
}

/** A text in the form of `text_value`. */
export function indexedText(attribute: Attribute, text: string): string {
  return foldText(text).slice(0, lengthOf(attribute)).toWellFormed();
}

function lengthOf(attribute: Attribute): number {
  return attribute.backendType === 'text' ? indexedLength.text : indexedLength.varchar;
}

/** Whether an attribute is searched by number. */
export function isNumeric(attribute: Attribute): boolean {
  return attribute.backendType === 'int' || attribute.backendType === 'decimal';
}

/** Values in one store view (0: inherited by all) before and after a change; undefined: none. */
export interface IndexChange {
  readonly storeId: number;
  readonly before: ProductValues | undefined;
  readonly after: ProductValues | undefined;
}

/** As `IndexChange`, for one of several products. */
export interface ProductIndexChange extends IndexChange {
  readonly productId: number;
}

/** Updates a product's searchable values: writes the rows that changed and no others. */
export async function writeIndex(
  call: Call,
  metadata: ProductMetadata,
  productId: number,
  changes: readonly IndexChange[],
): Promise<void> {
  await writeIndexes(
    call,
    metadata,
    changes.map((change) => ({ productId, ...change })),
  );
}

/** As `writeIndex`, for many products. */
export async function writeIndexes(
  call: Call,
  metadata: ProductMetadata,
  changes: readonly ProductIndexChange[],
): Promise<void> {
  const written: IndexRow[] = [];
  const removed: RemovedValue[] = [];
  for (const { productId, storeId, before = {}, after = {} } of changes) {
    for (const code of Object.keys({ ...before, ...after })) {
      const attribute = metadata.attributes.byCode.get(code);
      if (before[code] === after[code] || !attribute) continue;
      // Values of scope 0 that are columns of the product are searched there.
      if (storeId === 0 && isColumnAttribute(code)) continue;
      const row = rowOf(call, attribute, productId, storeId, after[code]);
      if (row) written.push(row);
      else removed.push({ productId, attributeId: attribute.id, storeId });
    }
  }
  await insertRows(call.db, 'catalog_product_index', written, {
    onConflict: {
      key: ['product_id', 'attribute_id', 'store_id'],
      update: ['text_value', 'long_text', 'number_value'],
    },
  });
  await removeRows(call, removed);
  await registerOverrides(call, written);
}

function rowOf(
  call: Call,
  attribute: Attribute,
  productId: number,
  storeId: number,
  value: ProductValue | undefined,
): IndexRow | undefined {
  if (value === undefined) return undefined;
  const { text, number } = call.services.eav.indexValue(attribute, value);
  const key = { product_id: productId, attribute_id: attribute.id, store_id: storeId };
  if (isNumeric(attribute)) {
    return number === null ? undefined : { ...key, text_value: null, long_text: null, number_value: number };
  }
  // A store view that empties a text hides the inherited one, so it needs a row; scope 0 needs none.
  const whole = text ?? (storeId === 0 ? undefined : '');
  if (whole === undefined) return undefined;
  const folded = foldText(whole).toWellFormed();
  const long_text = folded.length > lengthOf(attribute) ? folded : null;
  return { ...key, text_value: indexedText(attribute, whole), long_text, number_value: null };
}

interface RemovedValue {
  readonly productId: number;
  readonly attributeId: number;
  readonly storeId: number;
}

const removeValues = preparedWrite(
  (db, p: Params<{ storeId: number; attributeIds: readonly number[]; productIds: readonly number[] }>) =>
    db
      .deleteFrom('catalog_product_index')
      .where('store_id', '=', p.storeId)
      .where(inIds('attribute_id', p.attributeIds))
      .where(inIds('product_id', p.productIds)),
);

/** Removes values: one statement for each store view and combination of attributes. */
async function removeRows(call: Call, rows: readonly RemovedValue[]): Promise<void> {
  const lost = groupBy(rows, ({ storeId, productId }) => `${storeId}:${productId}`).values();
  const alike = groupBy(lost, (values) => `${values[0].storeId}:${values.map((one) => one.attributeId).join()}`);
  for (const group of alike.values()) {
    const [first] = group;
    await removeValues(call.db, {
      storeId: first[0].storeId,
      attributeIds: first.map((one) => one.attributeId),
      productIds: group.map(([{ productId }]) => productId),
    });
  }
}

/** Attributes that some store view overrides in some product, as `<attribute id>:<store id>`. */
export type OverriddenAttributes = ReadonlySet<string>;

/** Loads the attributes that store views override, for the cache. */
export async function loadOverridden(call: Call): Promise<OverriddenAttributes> {
  const rows = await call.db.selectFrom('catalog_product_override').selectAll().execute();
  return new Set(rows.map((row) => `${row.attribute_id}:${row.store_id}`));
}

/** Registers the first override of an attribute in a store view; from then on lists look for overrides of it. */
async function registerOverrides(call: Call, rows: readonly IndexRow[]): Promise<void> {
  if (rows.every((row) => row.store_id === 0)) return;
  const { overriddenAttributes } = call.services.listing;
  const known = await overriddenAttributes.get(call);
  const first = rows.filter((row) => row.store_id !== 0 && !known.has(`${row.attribute_id}:${row.store_id}`));
  if (first.length === 0) return;
  await insertRows(
    call.db,
    'catalog_product_override',
    first.map(({ attribute_id, store_id }) => ({ attribute_id, store_id })),
    { onConflict: { key: ['attribute_id', 'store_id'], update: [] } },
  );
  await overriddenAttributes.invalidate(call);
}

/** Removes every searchable value of an attribute. */
export async function removeAttributeIndex(call: Call, attributeId: number): Promise<void> {
  await call.db.deleteFrom('catalog_product_index').where('attribute_id', '=', attributeId).execute();
  await call.db.deleteFrom('catalog_product_override').where('attribute_id', '=', attributeId).execute();
  await call.services.listing.overriddenAttributes.invalidate(call);
}

const selectNumberUser = preparedFirst((db, p: Params<{ attributeId: number; value: number }>) =>
  db
    .selectFrom('catalog_product_index')
    .select('product_id')
    .where('attribute_id', '=', p.attributeId)
    .where('number_value', '=', p.value)
    .limit(1),
);

/** Whether some product has a number as its value of an attribute in some store view. */
export async function hasProductWith(call: Call, attributeCode: string, value: number): Promise<boolean> {
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  const attributeId = byCode.get(attributeCode)?.id;
  return attributeId !== undefined && (await selectNumberUser(call.db, { attributeId, value })) !== undefined;
}
