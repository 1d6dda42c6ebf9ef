import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { GraphQLTypes } from '../../../kernel/graphql.ts';
import { foldText } from '../../../kernel/fold.ts';
import { escapeLike, fold, inTexts, like } from '../../../storage/sql.ts';
import { findOrders } from '../records/rows.ts';
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
interface OrdersFound {
  readonly items: readonly OrderSource[];
  readonly page_info: { readonly current_page: number; readonly page_size: number; readonly total_pages: number };
  readonly total_count: number;
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
  const matching = matchesOf(request.filter?.number);
  const own = call.db.selectFrom('sales_order').where('customer_id', '=', customerId);
  const ofStores = stores ? own.where('store_id', 'in', stores) : own;
  const query = matching ? ofStores.where(matching) : ofStores;
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
  };
}

/** Ids of the store views of a scope; undefined: all of them. */
function storesIn(call: Call, scope: GraphQLTypes['ScopeTypeEnum']): number[] | undefined {
  if (scope === 'GLOBAL') return undefined;
  const { storeId, websiteId } = call.scope;
  if (scope === 'STORE') return [storeId];
  return call.services.store.views().flatMap((view) => (view.website_id === websiteId ? [view.id] : []));
}

function matchesOf(filter: GraphQLTypes['FilterStringTypeInput'] | null | undefined) {
  if (!filter) return undefined;
  const number = fold('increment_id');
  if (filter.eq != null) return sql<boolean>`${number} = ${foldText(filter.eq)}`;
  if (filter.in)
    return inTexts(
      number,
      filter.in.flatMap((one) => (one == null ? [] : [foldText(one)])),
    );
  if (filter.match != null) return like(number, `%${escapeLike(foldText(filter.match))}%`);
  return undefined;
}
