import { sql } from 'kysely';
import type { Call, Contributions, Database } from '../../kernel/call.ts';
import { decimal, type Decimal } from '../../kernel/money.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { StockRow } from './stock.ts';

/** A stock item, with the reserved units of its product, its SKU, and its largest quantity in a composite product. */
export type TakenStock = StockRow & {
  readonly reserved: number | null;
  readonly sku: string | null;
  readonly mostTaken: number | null;
};
type ReadTaken = (db: Database, parameters: { ids: readonly number[]; stockId: number }) => Promise<TakenStock[]>;

/** The statement of `stocksWithTaken`, by the composite types of an installation. */
const readTaken = new WeakMap<Contributions, ReadTaken>();

/** The stock of products by product id, with what is reserved of them in a stock; one query. */
export async function stocksWithTaken(
  call: Call,
  stockId: number,
  ids: readonly number[],
): Promise<Map<number, TakenStock>> {
  let read = readTaken.get(call.contributions);
  if (!read) {
    const mostTaken = call.services.availability.mostTaken(call, sql.ref('s.product_id'));
    read = prepared((db, p: Params<{ ids: readonly number[]; stockId: number }>) =>
      db
        .selectFrom('cataloginventory_stock_item as s')
        .leftJoin('cataloginventory_reservation as r', (join) =>
          join.onRef('r.product_id', '=', 's.product_id').on('r.stock_id', '=', p.stockId),
        )
        .selectAll('s')
        .select(['r.qty as reserved', mostTaken.as('mostTaken')])
        .select(sql<string | null>`(select p.sku from catalog_product p where p.id = s.product_id)`.as('sku'))
        .where(inIds('s.product_id', p.ids)),
    );
    readTaken.set(call.contributions, read);
  }
  return new Map((await read(call.db, { ids, stockId })).map((row) => [row.product_id, row]));
}

/** Units of a stock that can still be sold when `reserved` of them are reserved. */
export function unitsLeft(stock: { readonly qty: number | null; readonly min_qty: number }, reserved: number): Decimal {
  return decimal(stock.qty ?? 0)
    .minus(stock.min_qty)
    .minus(reserved);
}
