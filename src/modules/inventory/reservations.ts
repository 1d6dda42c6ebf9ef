import type { Call } from '../../kernel/call.ts';
import { decimal } from '../../kernel/money.ts';
import { formatTime } from '../../kernel/time.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { inventoryErrors } from './errors.ts';
import { followComponents, type StockChange } from './composites.ts';
import { findStocks } from './rows.ts';
import { stockSettings } from './settings.ts';
import { changeStock, effectiveStock, emptyStock, hasQuantity, presentStock } from './stock.ts';
import type { StockItemOutput } from './types.ts';

/** Pieces of a product. */
interface Pieces {
  readonly productId: number;
  readonly typeId: string;
  readonly qty: number;
  /** Whether its stock is managed, where the caller has just read that. */
  readonly isManaged?: boolean | undefined;
}

const selectWithReserved = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('cataloginventory_stock_item as s')
    .leftJoin('cataloginventory_reservation as r', 'r.product_id', 's.product_id')
    .selectAll('s')
    .select('r.qty as reserved')
    .where(inIds('s.product_id', p.ids)),
);

/** Waits until no other transaction changes these rows, and gives them as they are then. */
const lockReserved = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .updateTable('cataloginventory_reservation')
    .set((eb) => ({ qty: eb.ref('qty') }))
    .where(inIds('product_id', p.ids))
    .returning(['product_id', 'qty']),
);

/**
 * What can be sold of products, by id: their stock, its quantity without the pieces that are ordered and not yet shipped.
 * Products without a stock item are left out. One query.
 */
export async function unreserved(call: Call, productIds: readonly number[]): Promise<Map<number, StockItemOutput>> {
  const rows = await selectWithReserved(call.db, { ids: productIds });
  const settings = stockSettings(call);
  return new Map(
    rows.map(({ reserved, ...row }) => {
      const stock = presentStock(row, settings);
      return [row.product_id, { ...stock, qty: (stock.qty ?? 0) - (reserved ?? 0) }];
    }),
  );
}

/**
 * Reserves pieces for an order, in its transaction. The stock stays the same until the shipment, but reserved pieces cannot be
 * sold again. Throws when there is not enough, also when orders are placed at the same time; the transaction must then be
 * rolled back. Skips composite products, products whose stock is not managed, and everything while `can_subtract` is off.
 */
export async function reserve(call: Call, pieces: readonly Pieces[]): Promise<void> {
  const wanted = await managed(call, pieces);
  if (wanted.size === 0) return;
  const after = await addReserved(call, wanted);
  const rows = await findStocks(call, [...wanted.keys()]);
  const settings = stockSettings(call);
  const soldOut: number[] = [];
  for (const id of wanted.keys()) {
    const stock = effectiveStock(rows.get(id) ?? emptyStock, settings);
    if (!stock.is_in_stock) throw inventoryErrors.notEnough();
    const left = decimal(stock.qty ?? 0)
      .minus(stock.min_qty)
      .minus(after.get(id)!);
    if (stock.backorders !== 0) continue;
    if (left.isNegative()) throw inventoryErrors.notEnough();
    if (left.isZero()) soldOut.push(id);
  }
  await call.services.catalog.salesChanged(call, soldOut);
}

/**
 * Reserves pieces for an order that had reserved them before, whatever the stock is now. Skips products that no longer exist.
 */
export async function reserveAgain(call: Call, pieces: readonly Pieces[]): Promise<void> {
  const wanted = await managed(call, pieces);
  const rows = await findStocks(call, [...wanted.keys()]);
  const there = new Map([...wanted].filter(([id]) => rows.has(id)));
  if (there.size === 0) return;
  await addReserved(call, there);
  await call.services.catalog.salesChanged(call, [...there.keys()]);
}

/** Gives reserved pieces back: those of a cancelled order. */
export async function release(call: Call, pieces: readonly Pieces[]): Promise<void> {
  const wanted = await managed(call, pieces);
  if (wanted.size === 0) return;
  await takeReserved(call, wanted);
  await call.services.catalog.salesChanged(call, [...wanted.keys()]);
}

/** Takes reserved pieces out of the stock: they are shipped. */
export async function deduct(call: Call, pieces: readonly Pieces[]): Promise<void> {
  const wanted = await managed(call, pieces);
  if (wanted.size === 0) return;
  await takeReserved(call, wanted);
  await changeQuantity(call, wanted, -1);
}

/** Puts pieces back into the stock: they were sent back. */
export async function putBack(call: Call, pieces: readonly Pieces[]): Promise<void> {
  const wanted = await managed(call, pieces);
  if (wanted.size > 0) await changeQuantity(call, wanted, 1);
}

/** Pieces by product, without products whose stock is not managed. */
async function managed(call: Call, pieces: readonly Pieces[]): Promise<Map<number, number>> {
  const wanted = new Map<number, number>();
  if (!call.config.flag('cataloginventory/options/can_subtract', { storeId: call.scope.storeId })) return wanted;
  const counted = pieces.filter(({ typeId }) => hasQuantity(call, typeId));
  const unknown = counted.filter(({ isManaged }) => isManaged === undefined).map(({ productId }) => productId);
  const rows = unknown.length > 0 ? await findStocks(call, [...new Set(unknown)]) : new Map<number, never>();
  const settings = stockSettings(call);
  const isManagedNow = (id: number): boolean => effectiveStock(rows.get(id) ?? emptyStock, settings).manage_stock;
  for (const { productId, qty, isManaged } of counted.toSorted((a, b) => a.productId - b.productId)) {
    if (!(isManaged ?? isManagedNow(productId))) continue;
    wanted.set(
      productId,
      decimal(wanted.get(productId) ?? 0)
        .plus(qty)
        .toNumber(),
    );
  }
  return wanted;
}

/** Adds to the reserved quantities and gives the new ones; their rows stay locked. One statement. */
async function addReserved(call: Call, wanted: ReadonlyMap<number, number>): Promise<Map<number, number>> {
  const rows = await insertRows(
    call.db,
    'cataloginventory_reservation',
    [...wanted].map(([product_id, qty]) => ({ product_id, qty })),
    { onConflict: { key: ['product_id'], update: [], add: ['qty'] }, returning: ['product_id', 'qty'] },
  );
  return new Map(rows.map((row) => [row.product_id, row.qty]));
}

/** Takes away from what is reserved, as far as there is something. */
async function takeReserved(call: Call, wanted: ReadonlyMap<number, number>): Promise<void> {
  const before = await lockReserved(call.db, { ids: [...wanted.keys()] });
  const after = before.map(({ product_id, qty }) => ({
    product_id,
    qty: Math.max(0, decimal(qty).minus(wanted.get(product_id)!).toNumber()),
  }));
  await updateRows(call.db, 'cataloginventory_reservation', ['product_id'], after);
}

/** Changes how much there is; the rows are locked by what is reserved of them. */
async function changeQuantity(call: Call, wanted: ReadonlyMap<number, number>, sign: 1 | -1): Promise<void> {
  const ids = [...wanted.keys()];
  await call.services.catalog.touchProducts(call, ids);
  const settings = stockSettings(call);
  const now = formatTime(call.clock.now());
  const changes = [...(await findStocks(call, ids)).values()].map((before): StockChange => {
    const added = decimal(wanted.get(before.product_id)!).times(sign);
    const qty = decimal(before.qty ?? 0)
      .plus(added)
      .toNumber();
    return { before, after: { ...before, ...changeStock(before, { qty }, true, settings, now) } };
  });
  const rows = changes.map(({ after }) => ({
    item_id: after.item_id,
    qty: after.qty,
    is_in_stock: after.is_in_stock,
    stock_status_changed_auto: after.stock_status_changed_auto,
    low_stock_date: after.low_stock_date,
  }));
  await updateRows(call.db, 'cataloginventory_stock_item', ['item_id'], rows);
  await followComponents(call, changes);
}
