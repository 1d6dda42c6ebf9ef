import type { Call } from '../../kernel/call.ts';
import { decimal } from '../../kernel/money.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { inventoryErrors } from './errors.ts';
import { findStocks, updateStock } from './rows.ts';
import { stockSettings } from './settings.ts';
import { effectiveStock, emptyStock, hasQuantity } from './stock.ts';

/** Pieces of a product. */
export interface Pieces {
  readonly productId: number;
  readonly typeId: string;
  readonly qty: number;
}

const selectReserved = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('cataloginventory_reservation').selectAll().where(inIds('product_id', p.ids)),
);

/** Waits until no other transaction changes these rows, and gives them as they are then. */
const lockReserved = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .updateTable('cataloginventory_reservation')
    .set((eb) => ({ qty: eb.ref('qty') }))
    .where(inIds('product_id', p.ids))
    .returning(['product_id', 'qty']),
);

/** Pieces that are ordered and not yet shipped, by product id; products without any are left out. One query. */
export async function reserved(call: Call, productIds: readonly number[]): Promise<Map<number, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await selectReserved(call.db, { ids: productIds });
  return new Map(rows.map((row) => [row.product_id, row.qty]));
}

/**
 * Reserves pieces for an order, in its transaction: what is in stock stays the same until it is shipped, but can no more be sold.
 * Throws when there is not enough, however many orders are placed at once; the transaction is to be undone then. Products whose
 * stock is not managed, and composite ones, are left alone, and so is everything while `can_subtract` is off.
 */
export async function reserve(call: Call, pieces: readonly Pieces[]): Promise<void> {
  const wanted = await managed(call, pieces);
  if (wanted.size === 0) return;
  const before = await changeReserved(call, wanted, 1);
  const rows = await findStocks(call, [...wanted.keys()]);
  const settings = stockSettings(call);
  for (const [id, qty] of wanted) {
    const stock = effectiveStock(rows.get(id) ?? emptyStock, settings);
    if (!stock.is_in_stock) throw inventoryErrors.notEnough();
    const left = decimal(stock.qty ?? 0)
      .minus(stock.min_qty)
      .minus(before.get(id) ?? 0);
    if (stock.backorders === 0 && left.lt(qty)) throw inventoryErrors.notEnough();
  }
}

/** Gives reserved pieces back: those of a cancelled order. */
export async function release(call: Call, pieces: readonly Pieces[]): Promise<void> {
  const wanted = await managed(call, pieces);
  if (wanted.size > 0) await changeReserved(call, wanted, -1);
}

/** Takes reserved pieces out of the stock: they are shipped. */
export async function deduct(call: Call, pieces: readonly Pieces[]): Promise<void> {
  const wanted = await managed(call, pieces);
  if (wanted.size === 0) return;
  await changeReserved(call, wanted, -1);
  await changeQuantity(call, wanted, -1);
}

/** Puts pieces back into the stock: they were sent back. */
export async function putBack(call: Call, pieces: readonly Pieces[]): Promise<void> {
  const wanted = await managed(call, pieces);
  if (wanted.size > 0) await changeQuantity(call, wanted, 1);
}

/** Pieces by product, without those that nobody counts. */
async function managed(call: Call, pieces: readonly Pieces[]): Promise<Map<number, number>> {
  const wanted = new Map<number, number>();
  if (!call.config.flag('cataloginventory/options/can_subtract', { storeId: call.scope.storeId })) return wanted;
  const counted = pieces.filter(({ typeId }) => hasQuantity(call, typeId));
  const rows = await findStocks(call, [...new Set(counted.map(({ productId }) => productId))]);
  const settings = stockSettings(call);
  for (const { productId, qty } of counted.toSorted((a, b) => a.productId - b.productId)) {
    if (!effectiveStock(rows.get(productId) ?? emptyStock, settings).manage_stock) continue;
    wanted.set(
      productId,
      decimal(wanted.get(productId) ?? 0)
        .plus(qty)
        .toNumber(),
    );
  }
  return wanted;
}

/** Adds to what is reserved, or takes away from it; gives what was reserved before. */
async function changeReserved(
  call: Call,
  wanted: ReadonlyMap<number, number>,
  sign: 1 | -1,
): Promise<Map<number, number>> {
  const ids = [...wanted.keys()];
  await insertRows(
    call.db,
    'cataloginventory_reservation',
    ids.map((product_id) => ({ product_id, qty: 0 })),
    { onConflict: { key: ['product_id'], update: [] } },
  );
  const before = new Map((await lockReserved(call.db, { ids })).map((row) => [row.product_id, row.qty]));
  const after = ids.map((product_id) => ({
    product_id,
    qty: Math.max(
      0,
      decimal(before.get(product_id) ?? 0)
        .plus(decimal(wanted.get(product_id)!).times(sign))
        .toNumber(),
    ),
  }));
  await updateRows(call.db, 'cataloginventory_reservation', ['product_id'], after);
  return before;
}

/** Changes how much there is; the rows are locked by what is reserved of them. */
async function changeQuantity(call: Call, wanted: ReadonlyMap<number, number>, sign: 1 | -1): Promise<void> {
  const ids = [...wanted.keys()];
  await call.services.catalog.touchProducts(call, ids);
  const rows = await findStocks(call, ids);
  for (const [id, qty] of wanted) {
    const row = rows.get(id);
    if (row)
      await updateStock(call, row, {
        ...row,
        qty: decimal(row.qty ?? 0)
          .plus(decimal(qty).times(sign))
          .toNumber(),
      });
  }
}
