import type { Call } from '../../kernel/call.ts';
import { requireTurn } from '../../storage/together.ts';
import { updateRows } from '../../storage/rows.ts';
import { partsInStock, productsWhere } from './in-stock.ts';
import { findStocks } from './rows.ts';
import { stockSettings } from './settings.ts';
import { changesSales, effectiveStock, type StockColumns, type StockRow } from './stock.ts';

/** The stock of a product before and after a change. */
export interface StockChange {
  readonly before: StockColumns;
  readonly after: StockRow;
}

/**
 * Lets what rests on stock follow its changes: lists of what can be sold, and the stock of composite products, which goes
 * by that of their parts: out of stock when too few parts are left, and back in stock
 * when that is over, unless somebody took it out by hand. Nothing is read unless a product came into stock or ran out.
 */
export async function followParts(call: Call, changes: readonly StockChange[]): Promise<void> {
  const sold = changes.filter(({ before, after }) => changesSales(before, after));
  await call.services.catalog.salesChanged(
    call,
    sold.map(({ after }) => after.product_id),
  );
  const settings = stockSettings(call);
  const isIn = (stock: StockColumns): boolean => effectiveStock(stock, settings).is_in_stock;
  const turned = changes.filter(({ before, after }) => isIn(before) !== isIn(after));
  if (turned.length === 0) return;
  const wholes = await call.services.catalog.wholesOf(
    call,
    turned.map(({ after }) => after.product_id),
  );
  if (wholes.length === 0) return;
  requireTurn(call.db);
  // Counting their versions first lets changes of several parts wait for each other.
  await call.services.catalog.touchProducts(call, wholes);
  const inStock = await productsWhere(call, wholes, partsInStock(call));
  const rows = [...(await findStocks(call, wholes)).values()].flatMap((row) => {
    const is_in_stock = inStock.has(row.product_id) ? 1 : 0;
    const isHeld = is_in_stock === 1 && row.stock_status_changed_auto === 0;
    return row.is_in_stock === is_in_stock || isHeld
      ? []
      : [{ item_id: row.item_id, is_in_stock, stock_status_changed_auto: 1 } as const];
  });
  await updateRows(call.db, 'cataloginventory_stock_item', ['item_id'], rows);
}
