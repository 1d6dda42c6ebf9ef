import { expressionBuilder, sql } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { decimal } from '../../kernel/money.ts';
import { perDialect } from '../../storage/dialects.ts';
import { nested } from '../../storage/nested.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { nestedRows } from '../catalog/products/extensions.ts';
import type { ProductSelection, StoredProduct } from '../catalog/service.ts';
import { checkOnServer, requiredStock, type StockBefore } from './ample-stock.ts';
import { noteReserved } from './changes.ts';
import { stockOptions } from './configuration.ts';
import { inventoryErrors } from './errors.ts';
import {
  DEFAULT_STOCK,
  isUnlimited,
  otherStocks,
  stockOfCall,
  type Quantities,
  type StockPieces,
} from './extensions.ts';
import { findStocks } from './rows.ts';
import { stockSettings } from './settings.ts';
import { effectiveStock, emptyStock, hasQuantity, presentStock, stockColumns, type StockRow } from './stock.ts';
import { stocksWithTaken, unitsLeft, type TakenStock } from './taken-stock.ts';
import type { StockItemOutput } from './types.ts';

/** Units of a product. */
export interface Pieces {
  readonly productId: number;
  readonly typeId: string;
  readonly qty: number;
  /** Whether the product has stock management, if the caller already knows. */
  readonly isManaged?: boolean | undefined;
}

const selectWithReserved = prepared((db, p: Params<{ ids: readonly number[]; stockId: number }>) =>
  db
    .selectFrom('cataloginventory_stock_item as s')
    .leftJoin('cataloginventory_reservation as r', (join) =>
      join.onRef('r.product_id', '=', 's.product_id').on('r.stock_id', '=', p.stockId),
    )
    .selectAll('s')
    .select('r.qty as reserved')
    .where(inIds('s.product_id', p.ids)),
);

/** The stock of product `p` with its reserved quantity in the default stock, in a list of zero or one entry. */
const nestedWithReserved = nested(
  expressionBuilder<Tables>()
    .selectFrom('cataloginventory_stock_item as s')
    .leftJoin('cataloginventory_reservation as r', (join) =>
      join.onRef('r.product_id', '=', 's.product_id').on('r.stock_id', '=', sql.lit(DEFAULT_STOCK)),
    )
    .select(['s.item_id', 's.product_id', ...stockColumns.map((column) => `s.${column}` as const)])
    .select('r.qty as reserved')
    .where('s.product_id', '=', sql<number>`p.id`),
);

const readWithReserved: ProductSelection = {
  fields: [],
  extensions: [],
  places: true,
  nested: () => ({ unreserved: nestedWithReserved }),
};

/**
 * Reads products together with the rows that `unreserved` needs; undefined if the call's website sells from another
 * stock than the default one.
 */
export function withUnreserved(call: Call): ProductSelection | undefined {
  return stockOfCall(call) === DEFAULT_STOCK ? readWithReserved : undefined;
}

type ReservedRow = StockRow & { readonly reserved: number | null };

async function rowsWithReserved(
  call: Call,
  products: readonly Pick<StoredProduct, 'id' | 'nested'>[],
  stockId: number,
): Promise<ReservedRow[]> {
  const read = stockId === DEFAULT_STOCK ? nestedRows<ReservedRow>(products, 'unreserved') : undefined;
  if (read) return [...read.values()].flat();
  return selectWithReserved(call.db, { ids: products.map(({ id }) => id), stockId });
}

/** Locks these rows and returns their current values. */
const lockReserved = prepared((db, p: Params<{ ids: readonly number[]; stockId: number }>) =>
  db
    .updateTable('cataloginventory_reservation')
    .set((eb) => ({ qty: eb.ref('qty') }))
    .where(inIds('product_id', p.ids))
    .where('stock_id', '=', p.stockId)
    .returning(['product_id', 'qty']),
);

/**
 * The salable quantity of products in a stock, by id: their stock item with its quantity in that stock, less the
 * ordered and unshipped units. Omits products without a stock item or not in the stock. One query, none for products
 * that were read `withUnreserved`; two for stocks besides the default one. Default: the stock of the call's website.
 */
export async function unreserved(
  call: Call,
  products: readonly Pick<StoredProduct, 'id' | 'type_id' | 'nested'>[],
  stockId = stockOfCall(call),
): Promise<Map<number, StockItemOutput>> {
  const rows = await rowsWithReserved(call, products, stockId);
  const others = stockId === DEFAULT_STOCK ? undefined : otherStocks(call);
  const ids = products.map(({ id }) => id);
  const pieces = await others?.piecesOf(call, stockId, ids);
  const typeOf = new Map(products.map((product) => [product.id, product.type_id]));
  const settings = stockSettings(call);
  return new Map(
    rows.flatMap((row) => {
      const isCounted = hasQuantity(call, valueAt(typeOf, row.product_id));
      const own = isCounted ? (pieces ? inStockOf(row, pieces.get(row.product_id)) : row) : followingStock(row);
      if (!own) return [];
      const stock = presentStock(own, settings);
      const left = decimal(stock.qty ?? 0).minus(row.reserved ?? 0);
      return [[row.product_id, { ...stock, qty: left.toNumber() }]];
    }),
  );
}

/** The stock item of a composite product: in stock unless somebody took it out, since its components are checked themselves. */
function followingStock(row: StockRow): StockRow {
  return row.stock_status_changed_auto === 1 ? { ...row, is_in_stock: 1 } : row;
}

/**
 * The stock item of a product with its values in another stock than the default one; undefined if that stock lacks the
 * product.
 */
function inStockOf(row: StockRow, pieces: StockPieces | undefined): StockRow | undefined {
  return pieces && { ...row, qty: pieces.qty, is_in_stock: pieces.isInStock ? 1 : 0 };
}

/**
 * Reserves units for an order in a stock, in the order's transaction. The stock is unchanged until the shipment, but
 * reserved units cannot be sold again. Throws when there are too few, including for concurrent orders; the transaction
 * must then be rolled back. Other orders of these products wait for its commit. `before`: their stock, from
 * `readStockBefore`. If it is ample, the server checks it with the commit, which throws the "stale" error if it is not.
 */
export async function reservePieces(
  call: Call,
  stockId: number,
  quantities: Quantities,
  before?: StockBefore,
): Promise<void> {
  if (quantities.size === 0) return;
  const ids = [...quantities.keys()];
  const required = before && requiredStock(call, before, quantities);
  await addReserved(call, stockId, quantities);
  if (required) {
    noteReserved(call, ids, (id) => before.get(id)?.sku ?? undefined);
    await checkOnServer(call, stockId, required);
  } else await checkReserved(call, stockId, ids);
}

/** Throws if more units of products are reserved than their stock has, and notifies of products that are sold out now. */
async function checkReserved(call: Call, stockId: number, ids: readonly number[]): Promise<void> {
  const rows = await stocksWithTaken(call, stockId, ids);
  noteReserved(call, ids, (id) => rows.get(id)?.sku ?? undefined);
  const after = await reservedAfter(call, stockId, ids, rows);
  const inOther = stockId === DEFAULT_STOCK ? undefined : await otherStocks(call)?.piecesOf(call, stockId, ids);
  const settings = stockSettings(call);
  const soldOut: number[] = [];
  for (const id of ids) {
    const row: TakenStock = rows.get(id) ?? { item_id: 0, product_id: id, ...emptyStock, ...noneTaken };
    const own = inOther ? inStockOf(row, inOther.get(id)) : row;
    const stock = own && effectiveStock(own, settings);
    if (!stock?.is_in_stock) throw inventoryErrors.notEnough();
    if (isUnlimited(stock)) continue;
    const left = unitsLeft(stock, valueAt(after, id));
    if (left.isNegative()) throw inventoryErrors.notEnough();
    if (left.isZero() || left.lt(row.mostTaken ?? 0)) soldOut.push(id);
  }
  await reservedChanged(call, soldOut);
}

const noneTaken = { reserved: null, sku: null, mostTaken: null };

/** The reserved units of products whose reservations this transaction has locked. `rows`: their stock items. */
async function reservedAfter(
  call: Call,
  stockId: number,
  ids: readonly number[],
  rows: ReadonlyMap<number, TakenStock>,
): Promise<Map<number, number>> {
  const after = new Map([...rows].map(([id, { reserved }]) => [id, reserved ?? 0]));
  const withoutStock = ids.filter((id) => !rows.has(id));
  const others = withoutStock.length > 0 ? await lockReserved(call.db, { ids: withoutStock, stockId }) : [];
  for (const { product_id, qty } of others) after.set(product_id, qty);
  return after;
}

/** Reserves units again that an order had already reserved, regardless of the current stock; skips deleted products. */
export async function reservePiecesAgain(call: Call, stockId: number, pieces: Quantities): Promise<Quantities> {
  const rows = await findStocks(call, [...pieces.keys()]);
  const there = new Map([...pieces].filter(([id]) => rows.has(id)));
  if (there.size === 0) return there;
  await addReserved(call, stockId, there);
  noteReserved(call, there.keys());
  await reservedChanged(call, [...there.keys()]);
  return there;
}

/** Units by product, without products that have no stock management. */
export async function managed(call: Call, pieces: readonly Pieces[]): Promise<Map<number, number>> {
  const quantities = new Map<number, number>();
  if (!call.config.of(stockOptions.countsOrders, { storeId: call.scope.storeId })) return quantities;
  const counted = pieces.filter(({ typeId }) => hasQuantity(call, typeId));
  const unknown = counted.filter(({ isManaged }) => isManaged === undefined).map(({ productId }) => productId);
  const rows = unknown.length > 0 ? await findStocks(call, [...new Set(unknown)]) : new Map<number, never>();
  const settings = stockSettings(call);
  const isManagedNow = (id: number): boolean => effectiveStock(rows.get(id) ?? emptyStock, settings).manage_stock;
  for (const { productId, qty, isManaged } of counted.toSorted((a, b) => a.productId - b.productId)) {
    if (!(isManaged ?? isManagedNow(productId))) continue;
    quantities.set(
      productId,
      decimal(quantities.get(productId) ?? 0)
        .plus(qty)
        .toNumber(),
    );
  }
  return quantities;
}

/** Notifies that products may have become salable or unsalable by a change of reservations. */
export async function reservedChanged(call: Call, ids: readonly number[]): Promise<void> {
  await call.services.availability.salesChanged(call, ids);
}

/** Adds to the reserved quantities; their rows stay locked. One statement, which is sent with the next one. */
async function addReserved(call: Call, stockId: number, quantities: Quantities): Promise<void> {
  await insertRows(
    call.db,
    'cataloginventory_reservation',
    [...quantities].map(([product_id, qty]) => ({ product_id, stock_id: stockId, qty })),
    { onConflict: { key: ['product_id', 'stock_id'], update: [], add: ['qty'] }, withNext: true },
  );
}

/** Reduces the reserved quantities of a stock, but not below zero. */
export async function releasePieces(call: Call, stockId: number, quantities: Quantities): Promise<void> {
  if (quantities.size === 0) return;
  const before = await lockReserved(call.db, { ids: [...quantities.keys()], stockId });
  const after = before.map(({ product_id, qty }) => ({
    product_id,
    stock_id: stockId,
    qty: Math.max(0, decimal(qty).minus(valueAt(quantities, product_id)).toNumber()),
  }));
  await updateRows(call.db, 'cataloginventory_reservation', ['product_id', 'stock_id'], after);
  noteReserved(call, quantities.keys());
}

/** All reservations, by `<stock> <product>`. */
export async function allReserved(call: Call): Promise<Map<string, number>> {
  const rows = await call.db.selectFrom('cataloginventory_reservation').selectAll().where('qty', '<>', 0).execute();
  return new Map(rows.map((row) => [`${row.stock_id} ${row.product_id}`, row.qty]));
}

/** Locks reservations against changes by other transactions, until the end of this one. */
export async function lockReservations(call: Call): Promise<void> {
  const statement = perDialect<unknown>({
    postgres: sql`lock table cataloginventory_reservation in share row exclusive mode`,
    // SQLite has only one writing transaction at a time.
    sqlite: sql`update cataloginventory_reservation set qty = qty where product_id = 0`,
  });
  await sql`${statement}`.execute(call.db);
}

/** Reserved units of a product in a stock. */
interface StockReservation {
  readonly stockId: number;
  readonly productId: number;
  readonly qty: number;
}

/** Overwrites reservations. */
export async function setReserved(call: Call, reservations: readonly StockReservation[]): Promise<void> {
  const rows = reservations.map(({ stockId, productId, qty }) => ({ product_id: productId, stock_id: stockId, qty }));
  await insertRows(call.db, 'cataloginventory_reservation', rows, {
    onConflict: { key: ['product_id', 'stock_id'], update: ['qty'] },
  });
  const ids = reservations.map(({ productId }) => productId);
  noteReserved(call, ids);
  await reservedChanged(call, ids);
}
