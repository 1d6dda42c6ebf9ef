import { expressionBuilder, sql } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { pick } from '../../kernel/own-fields.ts';
import { isConcurrent } from '../../storage/concurrent-work.ts';
import { nested } from '../../storage/nested.ts';
import { prepared, preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { nestedRows } from '../catalog/products/extensions.ts';
import type { StoredProduct } from '../catalog/service.ts';
import { stockColumns, type StockColumns, type StockRow } from './stock.ts';

const byProduct = preparedFirst((db, p: Params<{ productId: number }>) =>
  db.selectFrom('cataloginventory_stock_item').selectAll().where('product_id', '=', p.productId),
);
const byProducts = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('cataloginventory_stock_item').selectAll().where(inIds('product_id', p.ids)),
);
const insertRow = prepared((db, p: Params<StockColumns & { product_id: number }>) =>
  db
    .insertInto('cataloginventory_stock_item')
    .values({
      product_id: p.product_id,
      ...pick(p, stockColumns),
    })
    .returning('item_id'),
);
const deleteRow = preparedWrite((db, p: Params<{ productId: number }>) =>
  db.deleteFrom('cataloginventory_stock_item').where('product_id', '=', p.productId),
);

/** The stock of product `p`, in a list of zero or one entry. */
export const nestedStock = nested(
  expressionBuilder<Tables>()
    .selectFrom('cataloginventory_stock_item as st')
    .select(['st.item_id', 'st.product_id', ...stockColumns.map((column) => `st.${column}` as const)])
    .where('st.product_id', '=', sql<number>`p.id`),
);

/** The stock of products by product id, from the product rows when they include it. */
export async function stocksOf(call: Call, products: readonly StoredProduct[]): Promise<Map<number, StockRow>> {
  const read = nestedRows<StockRow>(products, 'stock');
  if (read) return new Map([...read].map(([id, rows]) => [id, firstOf(rows)]));
  const [first] = products;
  if (products.length !== 1 || !first) {
    return await findStocks(
      call,
      products.map((product) => product.id),
    );
  }
  const row = await findStock(call, first.id);
  return new Map(row ? [[first.id, row]] : []);
}

/** The stock of a product; undefined if missing. */
export function findStock(call: Call, productId: number): Promise<StockRow | undefined> {
  return byProduct(call.db, { productId });
}

/** The stock of many products, by product id. */
export async function findStocks(call: Call, productIds: readonly number[]): Promise<Map<number, StockRow>> {
  const rows = await byProducts(call.db, { ids: productIds });
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** Inserts the stock of a product; returns the row. */
export async function insertStock(call: Call, productId: number, stock: StockColumns): Promise<StockRow> {
  const row = { product_id: productId, ...stock };
  const inserted = isConcurrent(call.db)
    ? await insertRows(call.db, 'cataloginventory_stock_item', [row], { returning: ['item_id'] })
    : await insertRow(call.db, row);
  return { item_id: firstOf(inserted).item_id, ...row };
}

/** Writes the changed columns. */
export async function updateStock(call: Call, before: StockRow, after: StockColumns): Promise<StockRow> {
  const changed = stockColumns.filter((column) => before[column] !== after[column]);
  if (changed.length > 0) {
    const values = Object.fromEntries(changed.map((column) => [column, after[column]]));
    await updateRows(call.db, 'cataloginventory_stock_item', ['item_id'], [{ item_id: before.item_id, ...values }]);
  }
  return { ...before, ...after };
}

/** Deletes the stock of a product. */
export async function deleteStock(call: Call, productId: number): Promise<void> {
  await deleteRow(call.db, { productId });
}
