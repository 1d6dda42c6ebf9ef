import type { Call } from '../../kernel/call.ts';
import { extendType, type GraphQLTypes } from '../../kernel/graphql.ts';
import { zip } from '../../kernel/lists.ts';
import { loader } from '../../kernel/loader.ts';
import { isAtLeast } from '../../kernel/release.ts';
import { idOf } from '../../kernel/uids.ts';
import { pageInfo, readAskedPage, requireReached } from '../../storage/criteria/pages.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { returnErrors } from './errors.ts';
import { itemsLeft } from './quantities.ts';
import { takesReturns } from './configuration.ts';
import { returnabilitiesOf } from './returnability.ts';
import { countReturnsOf, getReturn, returnsOfCustomer, returnsOfOrders, type StoredReturn } from './returns.ts';

/** The returns of an order; batched for all orders of a response. */
const returnsIn = loader<number, readonly StoredReturn[]>(async (orderIds, call) => {
  const found = await returnsOfOrders(call, orderIds);
  return orderIds.map((id) => found.get(id) ?? []);
});

/** Ids of the returnable items of an order; batched for all orders of a response. */
const eligible = loader<StoredOrder, ReadonlySet<number>>(async (orders, call) => {
  const rules = await returnabilitiesOf(call, orders);
  return Promise.all(
    zip(orders, rules).map(async ([order, isReturnable]) => {
      const items = itemsLeft(order, await returnsIn(call, order.id)).filter(isReturnable);
      return new Set(items.map(({ id }) => id));
    }),
  );
});

/** First release in which guests request returns. */
export const GUEST_RETURNS = '2.4.8';

/** Customers may return items of their orders, and guests, who know its token, those of an order without a customer. */
export const returnAction = {
  name: 'RETURN',
  async allowedFor(call: Call, orders: readonly StoredOrder[]): Promise<ReadonlySet<number>> {
    const { type, id } = call.caller;
    const mayGuests = isAtLeast(call.platform.release, GUEST_RETURNS);
    const own = orders.filter(({ fields: { customer_id: owner } }) =>
      owner ? type === 'customer' && owner === id : mayGuests,
    );
    const items = await Promise.all(own.map((order) => eligible(call, order)));
    return new Set(zip(own, items).flatMap(([{ id }, { size }]) => (size > 0 ? [id] : [])));
  },
} as const;

const paged = { pageSize: 'Int = 20', currentPage: 'Int = 1' } as const;
type Paged = { readonly pageSize: number | null; readonly currentPage: number | null };

/** A page of the returns of a customer, the newest first. */
export async function showReturnsOf(
  call: Call,
  customerId: number,
  { pageSize, currentPage }: Paged,
): Promise<GraphQLTypes['Returns']> {
  const requestedPage = readAskedPage(currentPage, pageSize);
  const [total, page] = [
    await countReturnsOf(call, customerId),
    await returnsOfCustomer(call, customerId, requestedPage),
  ];
  const count = () => Promise.resolve(total);
  await requireReached(requestedPage, page.length, count);
  return {
    items: page.map((found) => ({ found })),
    page_info: await pageInfo(requestedPage, count),
    total_count: total,
  };
}

/** A page of the returns of an order, the newest first. */
export async function showReturnsOfOrder(
  call: Call,
  orderId: number,
  { pageSize, currentPage }: Paged,
): Promise<GraphQLTypes['Returns']> {
  const requestedPage = readAskedPage(currentPage, pageSize);
  const all = await returnsIn(call, orderId);
  const page = all.slice(
    (requestedPage.page - 1) * requestedPage.pageSize,
    requestedPage.page * requestedPage.pageSize,
  );
  const count = () => Promise.resolve(all.length);
  await requireReached(requestedPage, page.length, count);
  return {
    items: page.map((found) => ({ found })),
    page_info: await pageInfo(requestedPage, count),
    total_count: all.length,
  };
}

/** The calling customer's return. Throws where the caller has none with this id. */
export async function ownReturn(call: Call, uid: string): Promise<StoredReturn> {
  const found = await getReturn(call, idOf(uid) ?? 0);
  if (found.customer_id === null || found.customer_id !== call.caller.id) throw returnErrors.notFound();
  return found;
}

const ofCustomers = extendType('Customer', (t) => ({
  return: t.field('Return', { uid: 'ID!' }, async (_, { uid }, call) => ({ found: await ownReturn(call, uid) })),
  returns: t.field('Returns', paged, ({ customer }, args, call) => showReturnsOf(call, customer.id, args)),
}));

const ofOrders = extendType('CustomerOrder', (t) => ({
  items_eligible_for_return: t.field('[OrderItemInterface]', async ({ order }, _, call) => {
    const ids = await eligible(call, order);
    return order.items.filter(({ id }) => ids.has(id)).map((item) => ({ item, order }));
  }),
  returns: t.field('Returns', paged, ({ order }, args, call) => showReturnsOfOrder(call, order.id, args)),
}));

const ofItems = extendType('OrderItemInterface', (t) => ({
  eligible_for_return: t.field('Boolean', async ({ item, order }, _, call) =>
    (await eligible(call, order)).has(item.id),
  ),
  quantity_return_requested: t.field('Float!', async ({ item, order }, _, call) => {
    const items = (await returnsIn(call, order.id)).flatMap((one) => one.items);
    return items
      .filter(({ order_item_id }) => order_item_id === item.id)
      .reduce((sum, { qty_requested }) => sum + qty_requested, 0);
  }),
}));

const ofSettings = extendType('StoreConfig', (t) => ({
  returns_enabled: t.field('String!', ({ storeId }, _, call) =>
    call.config.of(takesReturns, { storeId }) ? 'enabled' : 'disabled',
  ),
}));

/** GraphQL declarations of returns of customers and orders, and of returnable items. */
export const orderReturnDeclarations = [ofCustomers, ofOrders, ofItems, ofSettings];
