import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { documentText } from '../../../storage/criteria/document-fields.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';

/** Number and total of a customer's orders in a store view, without canceled ones. */
interface Purchases {
  readonly customerId: number;
  readonly storeId: number;
  readonly orders: number;
  /** In the base currency. */
  readonly total: number;
  readonly lastAt: string;
}

const total = documentText(['fields', 'base_grand_total'], 'document', 'double precision');

const byCustomers = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('sales_order')
    .select(({ fn }) => [
      'customer_id',
      'store_id',
      fn.countAll<number | string>().as('orders'),
      sql<number | null>`sum(${total})`.as('total'),
      fn.max('created_at').as('last_at'),
    ])
    .where(inIds('customer_id', p.ids))
    .where('state', '!=', 'canceled')
    .groupBy(['customer_id', 'store_id'])
    .$narrowType<{ customer_id: number }>(),
);

/** The customers' purchases, by customer and store view; one query. */
export async function purchasesOf(call: Call, customerIds: readonly number[]): Promise<Purchases[]> {
  const rows = await byCustomers(call.db, { ids: customerIds });
  return rows.map((row) => ({
    customerId: row.customer_id,
    storeId: row.store_id,
    orders: Number(row.orders),
    total: Number(row.total),
    lastAt: row.last_at,
  }));
}
