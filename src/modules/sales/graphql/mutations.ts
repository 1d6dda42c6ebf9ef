import type { Call } from '../../../kernel/call.ts';
import {
  enumTypes,
  extendType,
  inputTypes,
  mutations,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { idOf } from '../../../kernel/uids.ts';
import { foldText } from '../../../kernel/fold.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { fold } from '../../../storage/sql.ts';
import { allowsReorder, cancellation } from '../configuration.ts';
import { cancelOrder } from '../orders/actions.ts';
import { addComment } from '../orders/comments.ts';
import type { StoredOrder } from '../order.ts';
import { findOrders } from '../records/rows.ts';
import { graphqlSalesErrors } from './errors.ts';

const enums = enumTypes({
  CheckoutUserInputErrorCodes: [
    'REORDER_NOT_AVAILABLE',
    'PRODUCT_NOT_FOUND',
    'NOT_SALABLE',
    'INSUFFICIENT_STOCK',
    'UNDEFINED',
  ],
});

const values = valueTypes({
  CancelOrderOutput: { error: 'String', order: 'CustomerOrder' },
  CancellationReason: { description: 'String!' },
  CheckoutUserInputError: { code: 'CheckoutUserInputErrorCodes!', message: 'String!', path: '[String]!' },
  ReorderItemsOutput: { cart: 'Cart!', userInputErrors: '[CheckoutUserInputError]!' },
});

const inputs = inputTypes({ CancelOrderInput: { order_id: 'ID!', reason: 'String!' } });

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

/** Why customers of a store view cancel their orders. */
function reasonsIn(call: Call, storeId: number): string[] {
  const texts: string[] = [];
  for (let at = 1; ; at++) {
    const text = call.config.of(cancellation.reasons.of(String(at)), { storeId });
    if (text === undefined) return texts;
    if (text !== '') texts.push(text);
  }
}

/** Cancels an order of the caller; the response has the order and any reason against it. */
async function cancel(
  call: Call,
  { order_id: uid, reason }: GraphQLTypes['CancelOrderInput'],
): Promise<GraphQLTypes['CancelOrderOutput']> {
  const id = idOf(uid) ?? 0;
  const order = (await findOrders(call, [id])).get(id);
  if (!order) throw graphqlSalesErrors.orderMissing();
  const refused = (error: string): GraphQLTypes['CancelOrderOutput'] => ({ error, order: { order } });
  const storeId = order.fields.store_id;
  if (order.fields.customer_id !== call.caller.id) {
    return { error: 'Current user is not authorized to cancel this order', order: null };
  }
  if (!call.config.of(cancellation.isEnabled, { storeId })) {
    return refused('Order cancellation is not enabled for requested store.');
  }
  if (!reasonsIn(call, storeId).includes(reason)) return refused('Order cancellation reason is not valid.');
  if (!(await cancelOrder(call, id))) return refused('Order already closed, complete, cancelled or on hold');
  await call.transaction((inside) => addComment(inside, id, { comment: reason, is_visible_on_front: 1 }));
  return { order: { order: valueAt(await findOrders(call, [id]), id) } };
}

/** The caller's order with a number. Throws when not found. */
async function ownOrder(call: Call, number: string): Promise<StoredOrder> {
  const row = await call.db
    .selectFrom('sales_order')
    .select('id')
    .where(fold('increment_id'), '=', foldText(number))
    .where('customer_id', '=', call.caller.id)
    .executeTakeFirst();
  const order = row && (await findOrders(call, [row.id])).get(row.id);
  if (!order) throw graphqlSalesErrors.noOrder([number]);
  return order;
}

/** Adds the items of a caller's order to the caller's cart, as far as they can be bought. */
async function reorder(call: Call, number: string): Promise<GraphQLTypes['ReorderItemsOutput']> {
  const order = await ownOrder(call, number);
  const { quote, catalog } = call.services;
  const before = await quote.customersCart(call);
  const userError = (code: GraphQLTypes['CheckoutUserInputErrorCodes'], message: string) => ({
    code,
    message,
    path: ['orderNumber'],
  });
  if (!call.config.of(allowsReorder, { storeId: order.fields.store_id ?? 0 })) {
    return {
      cart: { cart: before },
      userInputErrors: [userError('REORDER_NOT_AVAILABLE', 'Reorders are not allowed.')],
    };
  }
  const { orderExtensions } = call.contributions;
  const items = order.items.filter(
    (item) => item.parentId === null && !orderExtensions.some((extension) => extension.isGiven?.(item)),
  );
  const products = await catalog.productsById(
    call,
    items.flatMap(({ fields }) => fields.product_id ?? []),
    call.scope.storeId,
  );
  const cartLines = items.map(({ fields }) => ({
    sku: products.get(fields.product_id ?? 0)?.sku ?? fields.sku ?? '',
    quantity: fields.qty_ordered ?? 1,
    options: (fields.product_option?.extension_attributes ?? {}) as object,
  }));
  const { cart, failures } = await quote.addProducts(call, before, cartLines);
  return {
    cart: { cart },
    userInputErrors: failures.map(({ error }) => {
      const { code, message } = quote.userErrorOf(error);
      return userError(code, message);
    }),
  };
}

const orderMutations = mutations((t) => ({
  cancelOrder: t.field(
    'CancelOrderOutput',
    { input: 'CancelOrderInput!' },
    (_, { input }, call) => cancel(call, input),
    {
      customersOnly: true,
      opensTransactions: true,
    },
  ),
  reorderItems: t.field(
    'ReorderItemsOutput',
    { orderNumber: 'String!' },
    (_, { orderNumber }, call) => reorder(call, orderNumber),
    { customersOnly: true },
  ),
}));

const settings = extendType('StoreConfig', (t) => ({
  order_cancellation_enabled: t.field('Boolean!', ({ storeId }, _, call) =>
    call.config.of(cancellation.isEnabled, { storeId }),
  ),
  order_cancellation_reasons: t.field('[CancellationReason]!', ({ storeId }, _, call) =>
    reasonsIn(call, storeId).map((description) => ({ description })),
  ),
}));

/** GraphQL declarations of customers' operations on orders. */
export const orderMutationDeclarations = [enums, values, inputs, orderMutations, settings];
