import type { Call } from '../../kernel/call.ts';
import { requireSerial } from '../../storage/concurrent-work.ts';
import { updateRows } from '../../storage/rows.ts';
import { noteStocks } from './changes.ts';
import { componentsInStock, productsWhere } from './in-stock.ts';
import { findStocks } from './rows.ts';
import { stockSettings } from './settings.ts';
import { changesSales, effectiveStock, stockColumns, type StockColumns, type StockRow } from './stock.ts';

/** The stock of a product before and after a change. */
export interface StockChange {
  readonly before: StockColumns;
  readonly after: StockRow;
}

/**
 * Updates the data that depends on stock: lists of salable products, and the stock of composite products. A composite
 * product goes out of stock when too few components are in stock. It comes back when enough are, unless a person set it
 * out of stock. Reads nothing unless a product came into stock or ran out.
 */
export async function followComponents(call: Call, changes: readonly StockChange[]): Promise<void> {
  for (const { before, after } of changes) {
    const fields = stockColumns.filter((column) => before[column] !== after[column]);
    noteStocks(call, [after.product_id], fields);
  }
  const sold = changes.filter(({ before, after }) => changesSales(before, after));
  await call.services.availability.salesChanged(
    call,
    sold.map(({ after }) => after.product_id),
  );
  const settings = stockSettings(call);
  const isIn = (stock: StockColumns): boolean => effectiveStock(stock, settings).is_in_stock;
  const turned = changes.filter(({ before, after }) => isIn(before) !== isIn(after));
  if (turned.length === 0) return;
  const wholes = await call.services.availability.wholesOf(
    call,
    turned.map(({ after }) => after.product_id),
  );
  if (wholes.length === 0) return;
  requireSerial(call.db);
  // Incrementing their versions first serialises concurrent changes of several components.
  await call.services.catalog.touchProducts(call, wholes);
  const inStock = await productsWhere(call, wholes, componentsInStock(call));
  const rows = [...(await findStocks(call, wholes)).values()].flatMap((row) => {
    const is_in_stock = inStock.has(row.product_id) ? 1 : 0;
    const isHeld = is_in_stock === 1 && row.stock_status_changed_auto === 0;
    return row.is_in_stock === is_in_stock || isHeld
      ? []
      : [{ item_id: row.item_id, product_id: row.product_id, is_in_stock, stock_status_changed_auto: 1 } as const];
  });
  await updateRows(
    call.db,
    'cataloginventory_stock_item',
    ['item_id'],
    rows.map(({ item_id, is_in_stock, stock_status_changed_auto }) => ({
      item_id,
      is_in_stock,
      stock_status_changed_auto,
    })),
  );
  noteStocks(
    call,
    rows.map((row) => row.product_id),
    ['is_in_stock'],
  );
}
