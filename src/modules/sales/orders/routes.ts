import { entity } from '../../../kernel/entity.ts';
import { isWanted, wantedIn } from '../../../kernel/fields-filter.ts';
import { firstOf } from '../../../kernel/lists.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList, listOf } from '../../../storage/criteria/list.ts';
import { OrderItem, OrderItemSearchResults } from '../types/order-item.ts';
import { Order, OrderSearchResults } from '../types/order.ts';
import { OrderAddress, OrderStatusHistory, StatusHistorySearchResults } from '../types/payment.ts';
import { cancelOrder, holdOrder, mailOrderAgain, unholdOrder } from './actions.ts';
import { saveAddress } from './addresses.ts';
import { addComment, commentsOf } from './comments.ts';
import { getItem, listItems, listOrders } from './list.ts';
import { readsOf, showLoneItems, showOrder, showOrders } from './present.ts';
import { getOrder } from '../records/rows.ts';
import { saveOrderInput } from './save.ts';

const repository = 'salesOrderRepositoryV1';
const management = 'salesOrderManagementV1';
const items = 'salesOrderItemRepositoryV1';
const view = acl('Magento_Sales::actions_view');
const create = acl('Magento_Sales::create');

const getOrderRoute = route({
  method: 'GET',
  path: '/V1/orders/:id',
  service: repository,
  operation: 'get',
  summary: 'Get one order with its items, addresses, payment and history.',
  access: view,
  input: { id: t.integer },
  output: Order,
  handle: async ({ id }, call, requestedFields) =>
    showOrder(call, await getOrder(call, id, readsOf(call, requestedFields)), requestedFields),
});

const getOrders = route({
  method: 'GET',
  path: '/V1/orders',
  service: repository,
  operation: 'getList',
  summary: 'List orders; every field of an order can be searched and sorted by.',
  access: view,
  input: { searchCriteria: SearchCriteria },
  output: OrderSearchResults,
  async handle({ searchCriteria }, call, requestedFields) {
    const inItems = wantedIn(requestedFields, 'items');
    const list = await listOrders(call, searchCriteria, readsOf(call, inItems));
    return answerList(list, requestedFields, (orders) => showOrders(call, orders, inItems));
  },
});

const getStatus = route({
  method: 'GET',
  path: '/V1/orders/:id/statuses',
  service: management,
  operation: 'getStatus',
  summary: 'Get the status of an order.',
  access: view,
  input: { id: t.integer },
  output: t.string,
  handle: async ({ id }, call) => (await getOrder(call, id, { items: false })).fields.status,
});

const cancel = route({
  method: 'POST',
  path: '/V1/orders/:id/cancel',
  service: management,
  operation: 'cancel',
  summary: 'Cancel the units of an order that are neither invoiced nor shipped; returns false when there are none.',
  access: acl('Magento_Sales::cancel'),
  entity: entity('order', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  transaction: false,
  handle: ({ id }, call) => cancelOrder(call, id),
});

const sendOrder = route({
  method: 'POST',
  path: '/V1/orders/:id/emails',
  service: management,
  operation: 'notify',
  summary: 'Send the confirmation of an order again.',
  access: acl('Magento_Sales::emails'),
  entity: entity('order', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  handle: ({ id }, call) => mailOrderAgain(call, id),
});

const hold = route({
  method: 'POST',
  path: '/V1/orders/:id/hold',
  service: management,
  operation: 'hold',
  summary: 'Put an order on hold.',
  access: acl('Magento_Sales::hold'),
  entity: entity('order', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  handle: ({ id }, call) => holdOrder(call, id),
});

const unhold = route({
  method: 'POST',
  path: '/V1/orders/:id/unhold',
  service: management,
  operation: 'unHold',
  summary: 'Release an order from hold, into the state it had before.',
  access: acl('Magento_Sales::unhold'),
  entity: entity('order', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  handle: ({ id }, call) => unholdOrder(call, id),
});

const postComment = route({
  method: 'POST',
  path: '/V1/orders/:id/comments',
  service: management,
  operation: 'addComment',
  summary: 'Add a comment to the history of an order, and change its status within its state.',
  access: acl('Magento_Sales::comment'),
  entity: entity('order', 'id'),
  input: { id: t.integer, statusHistory: OrderStatusHistory },
  output: t.boolean,
  handle: ({ id, statusHistory }, call) => addComment(call, id, statusHistory),
});

const getComments = route({
  method: 'GET',
  path: '/V1/orders/:id/comments',
  service: management,
  operation: 'getCommentsList',
  summary: 'List the comments of an order.',
  access: view,
  input: { id: t.integer },
  output: StatusHistorySearchResults,
  async handle({ id }, call, requestedFields) {
    const comments = await commentsOf(call, id);
    return answerList(
      listOf(comments, 'parent_id', id),
      requestedFields,
      (all) => all as t.Out<typeof OrderStatusHistory>[],
    );
  },
});

const createOrder = route({
  method: 'POST',
  path: '/V1/orders/',
  service: repository,
  operation: 'save',
  summary: 'Create an order from its complete record, or change the order with the id in the request.',
  access: create,
  entity: entity('order', 'entity.entity_id', { names: ['entity.increment_id'] }),
  input: { entity: Order },
  output: Order,
  handle: ({ entity }, call) => saveOrderInput(call, entity),
});

const putOrder = route({
  method: 'PUT',
  path: '/V1/orders/create',
  service: repository,
  operation: 'save',
  summary: 'Create an order from its complete record, or change the order with the id in the request.',
  access: create,
  entity: entity('order', 'entity.entity_id', { names: ['entity.increment_id'] }),
  input: { entity: Order },
  output: Order,
  handle: ({ entity }, call) => saveOrderInput(call, entity),
});

const putAddress = route({
  method: 'PUT',
  path: '/V1/orders/:parent_id',
  service: 'salesOrderAddressRepositoryV1',
  operation: 'save',
  summary: 'Change the billing or the shipping address of an order.',
  access: create,
  entity: entity('order', 'entity.parent_id', { names: ['entity.entity_id'] }),
  input: { entity: OrderAddress },
  overrides: { parent_id: t.string },
  output: OrderAddress,
  handle: async ({ entity }, call) => (await saveAddress(call, entity)) as t.Out<typeof OrderAddress>,
});

const getItemRoute = route({
  method: 'GET',
  path: '/V1/orders/items/:id',
  service: items,
  operation: 'get',
  summary: 'Get one item of an order.',
  access: view,
  input: { id: t.integer },
  output: OrderItem,
  async handle({ id }, call, requestedFields) {
    const item = await getItem(call, id, { parents: isWanted(requestedFields, 'parent_item') });
    return firstOf(await showLoneItems(call, [item], requestedFields));
  },
});

const getItems = route({
  method: 'GET',
  path: '/V1/orders/items',
  service: items,
  operation: 'getList',
  summary: 'List items of all orders; every field of an item can be searched and sorted by.',
  access: view,
  input: { searchCriteria: SearchCriteria },
  output: OrderItemSearchResults,
  async handle({ searchCriteria }, call, requestedFields) {
    const inItems = wantedIn(requestedFields, 'items');
    const list = await listItems(call, searchCriteria, { parents: isWanted(inItems, 'parent_item') });
    return answerList(list, requestedFields, (items) => showLoneItems(call, items, inItems));
  },
});

/** Routes of orders. */
export const orderRoutes = [
  getOrderRoute,
  getOrders,
  getStatus,
  cancel,
  sendOrder,
  hold,
  unhold,
  postComment,
  getComments,
  createOrder,
  putOrder,
  putAddress,
  getItemRoute,
  getItems,
];
