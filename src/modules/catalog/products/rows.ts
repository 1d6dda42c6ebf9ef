import type { Call, Database } from '../../../kernel/call.ts';
import { keysOf } from '../../../kernel/own-fields.ts';
import { formatTime } from '../../../kernel/time.ts';
import { isConcurrent } from '../../../storage/concurrent-work.ts';
import { encodeDocument } from '../../../storage/documents.ts';
import { isForeignKeyViolation } from '../../../storage/errors.ts';
import { preparedFirst, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { advanceIds, insertRows } from '../../../storage/rows.ts';
import { inIds, inTexts } from '../../../storage/sql.ts';
import { noteProductFields } from '../changes.ts';
import { catalogErrors } from '../errors.ts';
import { staysDue } from './due.ts';
import { compositeTypes } from './product-types.ts';
import type { ProductValues } from './product.ts';
import type { ProductTable } from './tables.ts';

/** The interface's error for an attribute set that is not one of products. */
export const INVALID_SET = 'Invalid attribute set entity type';

/** The columns of a new product, without its id. */
export type NewProductRow = Omit<ProductTable, 'id' | 'version' | 'is_salable'> & { is_salable: 0 | 1 };

const rowColumns = (p: Params<NewProductRow>) => ({
  sku: p.sku,
  type_id: p.type_id,
  attribute_set_id: p.attribute_set_id,
  name: p.name,
  price: p.price,
  status: p.status,
  visibility: p.visibility,
  weight: p.weight,
  has_options: p.has_options,
  required_options: p.required_options,
  created_at: p.created_at,
  updated_at: p.updated_at,
  document: p.document,
  charged_price: p.charged_price,
  charged_until: p.charged_until,
  is_salable: p.is_salable,
  version: 1,
});

const insertRow = preparedFirst((db, p: Params<NewProductRow>) =>
  db
    .insertInto('catalog_product')
    .values(rowColumns(p))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);
const insertRowWithId = preparedFirst((db, p: Params<NewProductRow & { id: number }>) =>
  db
    .insertInto('catalog_product')
    .values({ id: p.id, ...rowColumns(p) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);
async function insertWithOthers(db: Database, row: NewProductRow): Promise<{ id: number } | undefined> {
  const [inserted] = await insertRows(db, 'catalog_product', [{ ...row, version: 1 }], {
    onConflict: { key: [], update: [] },
    returning: ['id'],
  });
  return inserted;
}

/** Inserts a product, with the input's id if present; undefined when its SKU or id is taken. */
export async function insertProduct(db: Database, row: NewProductRow, id?: number): Promise<number | undefined> {
  const insert = isConcurrent(db) ? insertWithOthers : insertRow;
  const inserted = await withSet(id === undefined ? insert(db, row) : insertRowWithId(db, { ...row, id }));
  if (!inserted) return undefined;
  if (id !== undefined) await advanceIds(db, 'catalog_product', id);
  return inserted.id;
}

/** The result of writing a product's row. Throws 400 when its attribute set was deleted since it was looked up. */
async function withSet<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isForeignKeyViolation(error)) throw catalogErrors.invalidProductData([INVALID_SET]);
    throw error;
  }
}

type ChangedColumns = Partial<Omit<ProductTable, 'id' | 'version'>>;
type UpdateParameters = ChangedColumns & { id: number; version: number };

/** Update statements by the columns that they set: a new price does not write the indexes on names. */
const updates = new Map<string, (db: Database, parameters: UpdateParameters) => Promise<number>>();

/** Writes a product's row and increases its version; false when somebody else has written it since it was read. */
export async function updateProductRow(
  db: Database,
  read: { readonly id: number; readonly version: number },
  columns: ChangedColumns,
): Promise<boolean> {
  const names = keysOf(columns).sort();
  const shape = names.join();
  let update = updates.get(shape);
  if (!update) {
    update = preparedWrite((on, p: Params<UpdateParameters>) =>
      on
        .updateTable('catalog_product')
        .set((eb) => {
          const { charged_until: due } = staysDue;
          const until = eb.case().when('charged_until', '=', due).then(due).else(p.charged_until).end();
          const valueOf = (name: keyof ChangedColumns) => (name === 'charged_until' ? until : p[name]);
          return { ...Object.fromEntries(names.map((name) => [name, valueOf(name)])), version: eb('version', '+', 1) };
        })
        .where('id', '=', p.id)
        .where('version', '=', p.version),
    );
    updates.set(shape, update);
  }
  return (await withSet(update(db, { ...columns, id: read.id, version: read.version }))) > 0;
}

const putOverrides = preparedWrite((db, p: Params<{ product_id: number; store_id: number; document: string }>) =>
  db
    .insertInto('catalog_product_store')
    .values({ product_id: p.product_id, store_id: p.store_id, document: p.document })
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'store_id']).doUpdateSet((eb) => ({ document: eb.ref('excluded.document') })),
    ),
);
const dropOverrides = preparedWrite((db, p: Params<{ product_id: number; store_id: number }>) =>
  db.deleteFrom('catalog_product_store').where('product_id', '=', p.product_id).where('store_id', '=', p.store_id),
);

/** Writes the values that a store view overrides in a product; undefined: none. */
export async function writeOverrides(
  db: Database,
  productId: number,
  storeId: number,
  values: ProductValues | undefined,
): Promise<void> {
  const key = { product_id: productId, store_id: storeId };
  if (values) await putOverrides(db, { ...key, document: encodeDocument(values) });
  else await dropOverrides(db, key);
}

const deleteRow = preparedWrite((db, p: Params<{ id: number }>) =>
  db.deleteFrom('catalog_product').where('id', '=', p.id),
);

/** Deletes a product's row, and with it all its rows in the catalogue; false when it did not exist. */
export async function deleteProductRow(db: Database, id: number): Promise<boolean> {
  return (await deleteRow(db, { id })) > 0;
}

const touch = preparedWrite((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .updateTable('catalog_product')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(inIds('id', p.ids)),
);
interface TouchParameters {
  readonly ids: readonly number[];
  readonly updated_at: string;
  /** Types whose price depends on their components, which may have changed. */
  readonly composites: readonly string[];
}
const touchSavedRows = preparedWrite((db, p: Params<TouchParameters>) =>
  db
    .updateTable('catalog_product')
    .set((eb) => ({
      version: eb('version', '+', 1),
      updated_at: p.updated_at,
      charged_until: eb.case().when(inTexts('type_id', p.composites)).then('').else(eb.ref('charged_until')).end(),
    }))
    .where(inIds('id', p.ids)),
);

/**
 * Increases the versions of products, because other data in their responses has changed: stock, links, categories.
 * `saved`: the product itself changed, so its `updated_at` changes too. `changed`: the field names for change events.
 * An id may be listed twice. Returns the number of existing products: one may have been deleted since it was read.
 */
export async function touchProducts(
  call: Call,
  productIds: readonly number[],
  { saved = false, changed = [] }: { saved?: boolean; changed?: readonly string[] } = {},
): Promise<number> {
  if (productIds.length === 0) return 0;
  const ids = [...new Set(productIds)];
  const touched = await (saved
    ? touchSavedRows(call.db, { ids, updated_at: formatTime(call.clock.now()), composites: compositeTypes(call) })
    : touch(call.db, { ids }));
  noteProductFields(
    call,
    ids.map((id) => ({ id })),
    changed,
  );
  return touched;
}
