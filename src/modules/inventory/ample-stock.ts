import { sql, type SqlBool } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { recordOf } from '../../kernel/own-fields.ts';
import { connectionOf } from '../../storage/connection.ts';
import { staleWhereNoneFound } from '../../storage/errors.ts';
import { preparedWithNext, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { DEFAULT_STOCK, isUnlimited, type Quantities } from './extensions.ts';
import { stockSettings } from './settings.ts';
import { effectiveStock, type StockRow } from './stock.ts';
import { stocksWithTaken, unitsLeft, type TakenStock } from './taken-stock.ts';

/** The stock of products by product id, as it was before their units were reserved. */
export type StockBefore = ReadonlyMap<number, TakenStock>;

/**
 * Reads the stock of products before an order is written, so that nothing has to be read while their reservations are locked.
 * Undefined where an order reads it afterwards: on SQLite, which has one writer at a time, in other stocks than the default one, and
 * within savepoints and groups, where the failed check would not repeat the whole transaction.
 */
export function readStockBefore(call: Call, stockId: number, quantities: Quantities): Promise<StockBefore> | undefined {
  const connection = connectionOf(call.db);
  const { depth, group } = connection?.transaction ?? { depth: 1, group: undefined };
  const isRepeated = depth === 0 && !group;
  if (connection?.kind !== 'postgres' || !isRepeated || stockId !== DEFAULT_STOCK || quantities.size === 0)
    return undefined;
  const read = stocksWithTaken(call, stockId, [...quantities.keys()]);
  // It is awaited when the order is written, unless that fails before.
  read.catch(() => {});
  return read;
}

/** Columns of a stock item that decide how its units are counted. */
const countingColumns = [
  'is_in_stock',
  'use_config_manage_stock',
  'manage_stock',
  'use_config_min_qty',
  'min_qty',
  'use_config_backorders',
  'backorders',
] as const satisfies readonly (keyof StockRow)[];

/** The stock that the server requires of a product whose units an order has reserved. */
interface RequiredStock extends Record<(typeof countingColumns)[number], number> {
  readonly product_id: number;
  /** Units that are never sold; null if orders may exceed the stock. */
  readonly kept: number | null;
  /** Units that a composite product takes at most. */
  readonly taken: number;
}

/**
 * The stock that is required so that an order sells out no product. Undefined if there may be too few units, or just enough: then the
 * order has to read the stock after it has reserved the units.
 */
export function requiredStock(call: Call, before: StockBefore, quantities: Quantities): RequiredStock[] | undefined {
  const settings = stockSettings(call);
  const required: RequiredStock[] = [];
  for (const [id, qty] of quantities) {
    const row = before.get(id);
    if (!row) return undefined;
    const stock = effectiveStock(row, settings);
    if (!stock.is_in_stock) return undefined;
    const taken = row.mostTaken ?? 0;
    const kept = isUnlimited(stock) ? null : stock.min_qty;
    const rest = unitsLeft(stock, row.reserved ?? 0).minus(qty);
    if (kept !== null && (rest.lte(0) || rest.lt(taken))) return undefined;
    required.push({ ...recordOf(countingColumns, (column) => row[column]), product_id: id, kept, taken });
  }
  return required;
}

const isSame = sql.join(
  countingColumns.map((column) => sql`${sql.ref(`s.${column}`)} = ${sql.ref(`x.${column}`)}`),
  sql` and `,
);
const left = sql`cast(s.qty as numeric) - cast(x.kept as numeric) - cast(r.qty as numeric)`;
const columnTypes = sql.join(
  ['product_id', ...countingColumns, 'kept', 'taken'].map((column) => sql`${sql.ref(column)} double precision`),
);

/** Fails by a division by zero unless each of the products has the stock that is required of it. */
const checkStock = preparedWithNext(
  (db, p: Params<{ ids: readonly number[]; count: number; required: string; stockId: number }>) =>
    db
      .selectFrom('cataloginventory_stock_item as s')
      .innerJoin('cataloginventory_reservation as r', (join) =>
        join.onRef('r.product_id', '=', 's.product_id').on('r.stock_id', '=', p.stockId),
      )
      .where(inIds('s.product_id', p.ids))
      .where(
        sql<SqlBool>`exists (select 1 from json_to_recordset(${p.required}::json) as x(${columnTypes})
          where x.product_id = s.product_id and ${isSame} and (x.kept is null or (${left} > 0 and ${left} >= x.taken)))`,
      )
      .select(sql<number>`1 / cast(count(*) = ${p.count} as integer)`.as('enough')),
);

/**
 * Lets the server check the stock of products whose units were just reserved, together with the next statement: that throws the
 * retriable "stale" error unless they have what is required of them.
 */
export async function checkOnServer(call: Call, stockId: number, required: readonly RequiredStock[]): Promise<void> {
  const ids = required.map(({ product_id }) => product_id);
  const given = { ids, count: ids.length, required: JSON.stringify(required), stockId };
  await checkStock(call.db, given, staleWhereNoneFound);
}
