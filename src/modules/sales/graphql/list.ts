import type { Call } from '../../../kernel/call.ts';
import type { GraphQLTypes } from '../../../kernel/graphql.ts';
import { findOrders } from '../records/rows.ts';
import { orderConditions } from './filters.ts';
import { graphqlSalesErrors } from './errors.ts';
import type { OrderSource } from './types.ts';

/** Filters of a customer's orders. */
interface OrdersAskedFor {
  readonly currentPage?: number | null | undefined;
  readonly pageSize?: number | null | undefined;
  readonly filter?: GraphQLTypes['CustomerOrdersFilterInput'] | null | undefined;
  readonly scope?: GraphQLTypes['ScopeTypeEnum'] | null | undefined;
  readonly sort?: GraphQLTypes['CustomerOrderSortInput'] | null | undefined;
}

/** A page of orders. */
export interface OrdersFound {
  readonly items: readonly OrderSource[];
  readonly page_info: { readonly current_page: number; readonly page_size: number; readonly total_pages: number };
  readonly total_count: number;
  /** Time of the customer's first order in the store views of the list, whatever the filter. */
  readonly firstOrderDate: () => Promise<string | null>;
}

/** A page of a customer's orders, by default newest last, and by default those of the store view. */
export async function findCustomersOrders(
  call: Call,
  customerId: number,
  request: OrdersAskedFor,
): Promise<OrdersFound> {
  const [page, size] = [request.currentPage ?? 1, request.pageSize ?? 20];
  if (page < 1) throw graphqlSalesErrors.page(['currentPage']);
  if (size < 1) throw graphqlSalesErrors.page(['pageSize']);
  const stores = storesIn(call, request.scope ?? 'STORE');
  const own = call.db.selectFrom('sales_order').where('customer_id', '=', customerId);
  const ofStores = stores ? own.where('store_id', 'in', stores) : own;
  const query = orderConditions(request.filter).reduce((filtered, condition) => filtered.where(condition), ofStores);
  const { sort } = request;
  const direction = sort?.sort_direction === 'DESC' ? 'desc' : 'asc';
  const [{ count }, rows] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    query
      .select('id')
      .$if(sort?.sort_field === 'NUMBER', (some) => some.orderBy('increment_id', direction))
      .orderBy('id', direction)
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ]);
  const ids = rows.map(({ id }) => id);
  const orders = await findOrders(call, ids);
  const total = Number(count);
  return {
    items: ids.flatMap((id) => {
      const order = orders.get(id);
      return order ? [{ order }] : [];
    }),
    page_info: { current_page: page, page_size: size, total_pages: Math.ceil(total / size) },
    total_count: total,
    firstOrderDate: async () => {
      const first = await ofStores.select((eb) => eb.fn.min('created_at').as('at')).executeTakeFirst();
      return first?.at ?? null;
    },
  };
}

/** Ids of the store views of a scope; undefined: all of them. */
function storesIn(call: Call, scope: GraphQLTypes['ScopeTypeEnum']): number[] | undefined {
  if (scope === 'GLOBAL') return undefined;
  const { storeId, websiteId } = call.scope;
  if (scope === 'STORE') return [storeId];
  return call.services.store.views().flatMap((view) => (view.website_id === websiteId ? [view.id] : []));
}
