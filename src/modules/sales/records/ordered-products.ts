import { sql } from 'kysely';
import type { Call, Database } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';

/** A product and the number of orders that have it. */
interface OrderedProduct {
  readonly productId: number;
  readonly orders: number;
}

/** The orders of the call's website from a time on, and the maximum number of products. */
interface OrderedRequest {
  readonly since: Date;
  readonly most: number;
}

/** Maximum number of orders in which other products are looked for: the latest. */
const MAX_ORDERS = 1000;

/** Counts the orders of each product, except canceled ones, from the products that most orders have. */
function countOrders(db: Database, p: Params<{ storeIds: readonly number[]; most: number }>) {
  return db
    .selectFrom('sales_order_item as i')
    .innerJoin('sales_order as o', 'o.id', 'i.order_id')
    .select(['i.product_id', sql<number | string>`count(distinct i.order_id)`.as('orders')])
    .where('i.parent_item_id', 'is', null)
    .where('i.product_id', 'is not', null)
    .where('o.state', '!=', 'canceled')
    .where(inIds('o.store_id', p.storeIds))
    .groupBy('i.product_id')
    .orderBy('orders', 'desc')
    .orderBy('i.product_id', 'desc')
    .limit(p.most)
    .$narrowType<{ product_id: number }>();
}

const mostOften = prepared((db, p: Params<{ since: string; storeIds: readonly number[]; most: number }>) =>
  countOrders(db, p).where('i.created_at', '>=', p.since),
);

const together = prepared(
  (db, p: Params<{ since: string; ids: readonly number[]; storeIds: readonly number[]; most: number }>) =>
    countOrders(db, p)
      .where(({ not }) => not(inIds('i.product_id', p.ids)))
      .where('i.order_id', 'in', (inner) =>
        inner
          .selectFrom((latest) =>
            latest
              .selectFrom('sales_order_item as x')
              .select('x.order_id')
              .where(inIds('x.product_id', p.ids))
              .where('x.created_at', '>=', p.since)
              .orderBy('x.item_id', 'desc')
              .limit(MAX_ORDERS)
              .as('latest'),
          )
          .select('latest.order_id'),
      ),
);

/** The store views of the call's website. */
function viewsOf({ services: { store }, scope }: Call): number[] {
  return store.views().flatMap(({ id, website_id }) => (website_id === scope.websiteId ? [id] : []));
}

function read(rows: readonly { readonly product_id: number; readonly orders: number | string }[]): OrderedProduct[] {
  return rows.map(({ product_id, orders }) => ({ productId: product_id, orders: Number(orders) }));
}

/** The products that most orders have, without canceled orders; one query, which reads all items of that time. */
export async function mostOrdered(call: Call, { since, most }: OrderedRequest): Promise<OrderedProduct[]> {
  return read(await mostOften(call.db, { since: formatTime(since), storeIds: viewsOf(call), most }));
}

/** The other products in the latest orders that have one of these, the most frequent first; one query. */
export async function orderedWith(
  call: Call,
  productIds: readonly number[],
  { since, most }: OrderedRequest,
): Promise<OrderedProduct[]> {
  if (productIds.length === 0) return [];
  const request = { since: formatTime(since), ids: productIds, storeIds: viewsOf(call), most };
  return read(await together(call.db, request));
}
