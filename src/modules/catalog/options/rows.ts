import { expressionBuilder, sql, type Selectable } from 'kysely';
import type { Call, Tables } from '../../../kernel/call.ts';
import { zip } from '../../../kernel/lists.ts';
import { decodeDocument, encodeDocument } from '../../../storage/documents.ts';
import { nestedDocument, nested } from '../../../storage/nested.ts';
import { prepared, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { insertRows, updateRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import { nestedRows } from '../products/extensions.ts';
import type { StoredProduct } from '../products/product.ts';
import type { OptionDocument, StoredOption } from './option.ts';
import type { ProductOptionTable } from './tables.ts';

const byProducts = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('catalog_product_option')
    .selectAll()
    .where(inIds('product_id', p.ids))
    .orderBy('sort_order')
    .orderBy('option_id'),
);
const deleteOptions = preparedWrite((db, p: Params<{ ids: readonly number[] }>) =>
  db.deleteFrom('catalog_product_option').where(inIds('option_id', p.ids)),
);
const writeFlags = preparedWrite((db, p: Params<{ id: number; has: number; required: number }>) =>
  db.updateTable('catalog_product').set({ has_options: p.has, required_options: p.required }).where('id', '=', p.id),
);

/** The options of product `p`; skipped if its row has the flag for none. */
export const nestedOptions = sql<string | null>`case when p.has_options = 1 then ${nested(
  expressionBuilder<Tables>()
    .selectFrom('catalog_product_option as c')
    .select(['c.option_id', 'c.product_id', 'c.type', 'c.sort_order', 'c.is_require'])
    .select(nestedDocument('c.document').as('document'))
    .where('c.product_id', '=', sql.ref<number>('p.id'))
    .orderBy('c.sort_order')
    .orderBy('c.option_id'),
)} else '[]' end`;

/** The options of products, in order; by product id. */
export async function findOptions(call: Call, productIds: readonly number[]): Promise<Map<number, StoredOption[]>> {
  const found = new Map<number, StoredOption[]>();
  if (productIds.length === 0) return found;
  for (const row of await byProducts(call.db, { ids: productIds })) {
    const options = found.get(row.product_id);
    if (options) options.push(readRow(row));
    else found.set(row.product_id, [readRow(row)]);
  }
  return found;
}

/** As `findOptions`; from the rows that were read with the products, if they were. */
export async function optionsOf(call: Call, products: readonly StoredProduct[]): Promise<Map<number, StoredOption[]>> {
  const read = nestedRows<Selectable<ProductOptionTable>>(products, 'options');
  if (read) return new Map([...read].map(([id, rows]) => [id, rows.map(readRow)]));
  const having = products.filter((product) => product.has_options === 1);
  return await findOptions(
    call,
    having.map((product) => product.id),
  );
}

function withId(option: Omit<StoredOption, 'option_id'>, option_id: number): StoredOption {
  return { ...option, option_id };
}

/** Inserts options and returns them with their ids. */
export async function insertOptions(call: Call, options: readonly Omit<StoredOption, 'option_id'>[]) {
  const ids = await insertRows(call.db, 'catalog_product_option', options.map(writeRow), { returning: ['option_id'] });
  return zip(options, ids).map(([option, { option_id }]) => withId(option, option_id));
}

/** Writes options that exist. */
export async function updateOptions(call: Call, options: readonly StoredOption[]): Promise<void> {
  const rows = options.map((option) => ({ option_id: option.option_id, ...writeRow(option) }));
  await updateRows(call.db, 'catalog_product_option', ['option_id'], rows);
}

/** Deletes options. */
export async function removeOptions(call: Call, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await deleteOptions(call.db, { ids });
}

/** Writes on a product's row whether it has options, and whether one is required. */
export async function writeOptionFlags(call: Call, id: number, has: number, required: number): Promise<void> {
  await writeFlags(call.db, { id, has, required });
}

function writeRow({ product_id, type, sort_order, is_require, ...rest }: Omit<StoredOption, 'option_id'>) {
  const { title, price, price_type, sku, max_characters, file_extension, image_size_x, image_size_y } = rest;
  const document: OptionDocument = {
    title,
    price,
    price_type,
    sku,
    max_characters,
    file_extension,
    image_size_x,
    image_size_y,
    values: rest.values,
    stores: rest.stores,
  };
  return { product_id, type, sort_order, is_require: Number(is_require), document: encodeDocument(document) };
}

function readRow({ document, is_require, ...row }: Selectable<ProductOptionTable>): StoredOption {
  return { ...row, is_require: is_require === 1, ...decodeDocument<OptionDocument>(document) };
}
