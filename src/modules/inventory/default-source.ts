import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { pick } from '../../kernel/own-fields.ts';
import { decimal } from '../../kernel/money.ts';
import { formatTime } from '../../kernel/time.ts';
import { updateRows } from '../../storage/rows.ts';
import { followComponents, type StockChange } from './composites.ts';
import { inventoryErrors } from './errors.ts';
import type { Quantities } from './extensions.ts';
import { findStocks } from './rows.ts';
import { stockSettings } from './settings.ts';
import { changeStock, type StockColumns, type StockRow } from './stock.ts';

/** Columns that determine the default source's item of a product. */
const sourceColumns = [
  'qty',
  'is_in_stock',
  'stock_status_changed_auto',
  'low_stock_date',
  'source_status',
  'is_in_source',
] as const satisfies readonly (keyof StockColumns)[];

/**
 * The items of the default source, as a query: `item_id`, `product_id`, `sku`, `quantity` and `status` (1: in stock).
 */
export const defaultSourceItems = sql`select t.item_id, t.product_id, c.sku, coalesce(t.qty, 0) as quantity,
    coalesce(t.source_status, t.is_in_stock) as status
  from cataloginventory_stock_item t join catalog_product c on c.id = t.product_id where t.is_in_source = 1`;

/** The requested state of an item in the default source; null removes the item. */
type DefaultSourceItem = { readonly quantity: number; readonly status: 0 | 1 } | null;

/**
 * Takes units out of the default source. With a bound, throws when it has too few; otherwise its quantity may fall
 * below zero, as with backorders.
 */
export async function takeFromDefault(
  call: Call,
  pieces: Quantities,
  { isBounded }: { isBounded: boolean },
): Promise<void> {
  await changeStocks(call, [...pieces.keys()], (before, change) => {
    const qty = decimal(before.qty ?? 0).minus(valueAt(pieces, before.product_id));
    if (isBounded && qty.isNegative()) throw inventoryErrors.notShipped();
    return change({ qty: qty.toNumber() });
  });
}

/** Returns units to the default source. */
export async function giveBackToDefault(call: Call, pieces: Quantities): Promise<void> {
  if (pieces.size === 0) return;
  await changeStocks(call, [...pieces.keys()], (before, change) =>
    change({
      qty: decimal(before.qty ?? 0)
        .plus(valueAt(pieces, before.product_id))
        .toNumber(),
    }),
  );
}

/**
 * Sets the items of the default source, which are another view of stock items. A product goes out of stock with a
 * status of 0, and with a quantity at its threshold. The number of statements does not grow with the products.
 * `isFirst`: stock items with an explicit quantity stay unchanged.
 */
export async function setDefaultItems(
  call: Call,
  items: ReadonlyMap<number, DefaultSourceItem>,
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<void> {
  await changeStocks(call, [...items.keys()], (before, change) => {
    if (isFirst && before.qty !== null) return before;
    const item = items.get(before.product_id) ?? null;
    if (!item) return { ...change({ qty: 0, is_in_stock: false }), is_in_source: 0 };
    const after = change({ qty: item.quantity, is_in_stock: item.status === 1 });
    return { ...after, source_status: after.is_in_stock === item.status ? null : item.status };
  });
}

/** Changes the stock items of products; skips products without one. */
async function changeStocks(
  call: Call,
  ids: readonly number[],
  make: (before: StockRow, change: (input: { qty: number; is_in_stock?: boolean }) => StockColumns) => StockColumns,
): Promise<void> {
  if (ids.length === 0) return;
  // Incrementing the versions first serialises concurrent changes of the same stock.
  await call.services.catalog.touchProducts(call, ids);
  const settings = stockSettings(call);
  const now = formatTime(call.clock.now());
  const changes = [...(await findStocks(call, ids)).values()].map((before): StockChange => {
    const after = make(before, (input) => changeStock(before, input, true, settings, now));
    return { before, after: { ...before, ...after } };
  });
  const rows = changes.map(({ after }) => ({
    item_id: after.item_id,
    ...pick(after, sourceColumns),
  }));
  await updateRows(call.db, 'cataloginventory_stock_item', ['item_id'], rows);
  await followComponents(call, changes);
}
