import { expressionBuilder, sql } from 'kysely';
import type { Call, Contributions, Database, Tables } from '../../kernel/call.ts';
import { decimal, type Decimal } from '../../kernel/money.ts';
import { perDialect } from '../../storage/dialects.ts';
import { nested } from '../../storage/nested.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { nestedRows } from '../catalog/products/extensions.ts';
import type { ProductSelection, StoredProduct } from '../catalog/service.ts';
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
import type { StockItemOutput } from './types.ts';

/** Pieces of a product. */
export interface Pieces {
  readonly productId: number;
  readonly typeId: string;
  readonly qty: number;
  /** Whether its stock is managed, where the caller has just read that. */
  readonly isManaged?: boolean | undefined;
}

const selectReserved = prepared((db, p: Params<{ ids: readonly number[]; stockId: number }>) =>
  db
    .selectFrom('cataloginventory_reservation')
    .select(['product_id', 'qty'])
    .where(inIds('product_id', p.ids))
    .where('stock_id', '=', p.stockId),
);
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

/** The stock of product `p` with what is reserved of it in the default stock, in a list of one or none. */
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
 * Reads products together with what `unreserved` needs of them; undefined where the call's website sells from another stock than the
 * default one.
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

/** A stock item with the largest quantity that a composite product takes of its product at once. */
type TakenStock = StockRow & { readonly taken: number | null };
type ReadTaken = (db: Database, parameters: { ids: readonly number[] }) => Promise<TakenStock[]>;

/** The statement of `stocksWithTaken`, by the composite types of an installation. */
const readTaken = new WeakMap<Contributions, ReadTaken>();

/** The stock of products with the largest quantity that a composite product takes of them, by product id; one query. */
async function stocksWithTaken(call: Call, ids: readonly number[]): Promise<Map<number, TakenStock>> {
  let read = readTaken.get(call.contributions);
  if (!read) {
    const taken = call.services.availability.mostTaken(call, sql.ref('s.product_id'));
    read = prepared((db, p: Params<{ ids: readonly number[] }>) =>
      db
        .selectFrom('cataloginventory_stock_item as s')
        .selectAll('s')
        .select(taken.as('taken'))
        .where(inIds('s.product_id', p.ids)),
    );
    readTaken.set(call.contributions, read);
  }
  return new Map((await read(call.db, { ids })).map((row) => [row.product_id, row]));
}

/** Waits until no other transaction changes these rows, and gives them as they are then. */
const lockReserved = prepared((db, p: Params<{ ids: readonly number[]; stockId: number }>) =>
  db
    .updateTable('cataloginventory_reservation')
    .set((eb) => ({ qty: eb.ref('qty') }))
    .where(inIds('product_id', p.ids))
    .where('stock_id', '=', p.stockId)
    .returning(['product_id', 'qty']),
);

/**
 * What can be sold of products in a stock, by id: their stock item with the quantity in that stock, without the pieces that are
 * ordered and not yet shipped. Products without a stock item, or that the stock does not have, are left out. One query, none for
 * products that were read `withUnreserved`; two for stocks that are not the default one. Default: the stock of the call's website.
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
      const counted = pieces && hasQuantity(call, typeOf.get(row.product_id)!);
      const own = counted ? inStockOf(row, pieces.get(row.product_id)) : row;
      if (!own) return [];
      const stock = presentStock(own, settings);
      const left = decimal(stock.qty ?? 0).minus(row.reserved ?? 0);
      return [[row.product_id, { ...stock, qty: left.toNumber() }]];
    }),
  );
}

/** The stock item of a product as it is in another stock than the default one; undefined where that does not have it. */
function inStockOf(row: StockRow, pieces: StockPieces | undefined): StockRow | undefined {
  return pieces && { ...row, qty: pieces.qty, is_in_stock: pieces.isInStock ? 1 : 0 };
}

/**
 * Reserves pieces for an order in a stock, in the order's transaction. The stock stays the same until the shipment, but reserved
 * pieces cannot be sold again. Throws when there is not enough, also when orders are placed at the same time; the transaction must
 * then be rolled back. Other orders of these products wait from here on until its commit.
 */
export async function reservePieces(call: Call, stockId: number, wanted: Quantities): Promise<void> {
  if (wanted.size === 0) return;
  const ids = [...wanted.keys()];
  const after = await addReserved(call, stockId, wanted);
  const rows = await stocksWithTaken(call, ids);
  const inOther = stockId === DEFAULT_STOCK ? undefined : await otherStocks(call)?.piecesOf(call, stockId, ids);
  const settings = stockSettings(call);
  const soldOut: number[] = [];
  for (const id of ids) {
    const row: TakenStock = rows.get(id) ?? { item_id: 0, product_id: id, ...emptyStock, taken: null };
    const own = inOther ? inStockOf(row, inOther.get(id)) : row;
    const stock = own && effectiveStock(own, settings);
    if (!stock?.is_in_stock) throw inventoryErrors.notEnough();
    if (isUnlimited(stock)) continue;
    const left = unitsLeft(stock, after.get(id)!);
    if (left.isNegative()) throw inventoryErrors.notEnough();
    if (left.isZero() || left.lt(row.taken ?? 0)) soldOut.push(id);
  }
  await reservedChanged(call, soldOut);
}

/** Units of a stock that are left to sell, when `reserved` of them are reserved. */
function unitsLeft(stock: { readonly qty: number | null; readonly min_qty: number }, reserved: number): Decimal {
  return decimal(stock.qty ?? 0)
    .minus(stock.min_qty)
    .minus(reserved);
}

/** Reserves pieces once more that an order had reserved before, whatever the stock is now; without products that are deleted. */
export async function reservePiecesAgain(call: Call, stockId: number, pieces: Quantities): Promise<Quantities> {
  const rows = await findStocks(call, [...pieces.keys()]);
  const there = new Map([...pieces].filter(([id]) => rows.has(id)));
  if (there.size === 0) return there;
  await addReserved(call, stockId, there);
  await reservedChanged(call, [...there.keys()]);
  return there;
}

/** Pieces by product, without products whose stock is not managed. */
export async function managed(call: Call, pieces: readonly Pieces[]): Promise<Map<number, number>> {
  const wanted = new Map<number, number>();
  if (!call.config.of(stockOptions.countsOrders, { storeId: call.scope.storeId })) return wanted;
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

/** The reserved pieces of products in a stock, by product. One query. */
export async function reservedOf(call: Call, stockId: number, ids: readonly number[]): Promise<Quantities> {
  const rows = await selectReserved(call.db, { ids, stockId });
  return new Map(rows.map((row) => [row.product_id, row.qty]));
}

/** Products whose reservations changed may have become salable or ceased to be. */
export async function reservedChanged(call: Call, ids: readonly number[]): Promise<void> {
  await call.services.availability.salesChanged(call, ids);
}

/** Adds to the reserved quantities and gives the new ones; their rows stay locked. One statement. */
async function addReserved(call: Call, stockId: number, wanted: Quantities): Promise<Map<number, number>> {
  const rows = await insertRows(
    call.db,
    'cataloginventory_reservation',
    [...wanted].map(([product_id, qty]) => ({ product_id, stock_id: stockId, qty })),
    { onConflict: { key: ['product_id', 'stock_id'], update: [], add: ['qty'] }, returning: ['product_id', 'qty'] },
  );
  noteReserved(call, wanted.keys());
  return new Map(rows.map((row) => [row.product_id, row.qty]));
}

/** Takes away from what is reserved in a stock, as far as there is something. */
export async function releasePieces(call: Call, stockId: number, wanted: Quantities): Promise<void> {
  if (wanted.size === 0) return;
  const before = await lockReserved(call.db, { ids: [...wanted.keys()], stockId });
  const after = before.map(({ product_id, qty }) => ({
    product_id,
    stock_id: stockId,
    qty: Math.max(0, decimal(qty).minus(wanted.get(product_id)!).toNumber()),
  }));
  await updateRows(call.db, 'cataloginventory_reservation', ['product_id', 'stock_id'], after);
  noteReserved(call, wanted.keys());
}

/** All reservations, by `<stock> <product>`. */
export async function allReserved(call: Call): Promise<Map<string, number>> {
  const rows = await call.db.selectFrom('cataloginventory_reservation').selectAll().where('qty', '<>', 0).execute();
  return new Map(rows.map((row) => [`${row.stock_id} ${row.product_id}`, row.qty]));
}

/** Waits until no other transaction changes reservations, and keeps them from it until the end of this one. */
export async function lockReservations(call: Call): Promise<void> {
  const statement = perDialect<unknown>({
    postgres: sql`lock table cataloginventory_reservation in share row exclusive mode`,
    // A transaction of SQLite that has written is the only one.
    sqlite: sql`update cataloginventory_reservation set qty = qty where product_id = 0`,
  });
  await sql`${statement}`.execute(call.db);
}

/** Pieces of a product that are reserved in a stock. */
interface StockReservation {
  readonly stockId: number;
  readonly productId: number;
  readonly qty: number;
}

/** Sets reservations, whatever they were. */
export async function setReserved(call: Call, reservations: readonly StockReservation[]): Promise<void> {
  const rows = reservations.map(({ stockId, productId, qty }) => ({ product_id: productId, stock_id: stockId, qty }));
  await insertRows(call.db, 'cataloginventory_reservation', rows, {
    onConflict: { key: ['product_id', 'stock_id'], update: ['qty'] },
  });
  const ids = reservations.map(({ productId }) => productId);
  noteReserved(call, ids);
  await reservedChanged(call, ids);
}
