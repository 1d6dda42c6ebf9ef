import type { Call } from '../../../kernel/call.ts';
import {
  enumTypes,
  extendType,
  inputTypes,
  mutations,
  ofReleases,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { idOf } from '../../../kernel/uids.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { mailCancellation } from '../cancellation-mail.ts';
import { cancellation } from '../configuration.ts';
import { mayFollow } from '../lifecycle/transitions.ts';
import { cancelOrder } from '../orders/actions.ts';
import { addComment } from '../orders/comments.ts';
import { dropConfirmations, findConfirmed, requestConfirmation } from '../orders/confirmations.ts';
import type { StoredOrder } from '../order.ts';
import { findOrders } from '../records/rows.ts';
import { orderOfToken } from './guest-orders.ts';

const enums = enumTypes({
  CancelOrderErrorCode: [
    'ORDER_CANCELLATION_DISABLED',
    'UNDEFINED',
    'UNAUTHORISED',
    'ORDER_NOT_FOUND',
    'PARTIAL_ORDER_ITEM_SHIPPED',
    'INVALID_ORDER_STATUS',
  ],
});

const values = valueTypes({
  CancelOrderOutput: {
    error: 'String',
    errorV2: { type: 'CancelOrderError', release: '2.4.8' },
    order: 'CustomerOrder',
  },
  CancellationReason: { description: 'String!' },
});
const newerValues = valueTypes({ CancelOrderError: { code: 'CancelOrderErrorCode!', message: 'String!' } });

const inputs = inputTypes({ CancelOrderInput: { order_id: 'ID!', reason: 'String!' } });
const guestInputs = inputTypes({
  ConfirmCancelOrderInput: { confirmation_key: 'String! @credential', order_id: 'ID!' },
  GuestOrderCancelInput: { reason: 'String!', token: 'String! @credential' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes
    extends
      EnumTypesOf<typeof enums>,
      ValueTypesOf<typeof values>,
      ValueTypesOf<typeof newerValues>,
      InputTypesOf<typeof inputs>,
      InputTypesOf<typeof guestInputs> {}
}

/** A guest has one request for the cancellation of an order. */
const cancellationRequest = { name: 'cancellation', keyLifetime: cancellation.keyLifetime } as const;

type Output = GraphQLTypes['CancelOrderOutput'];

/** Texts of the reasons against a cancellation, which storefronts of older releases compare, by their codes. */
const refusals = {
  ORDER_CANCELLATION_DISABLED: 'Order cancellation is not enabled for requested store.',
  UNAUTHORISED: 'Current user is not authorized to cancel this order',
  ORDER_NOT_FOUND: "The entity that was requested doesn't exist. Verify the entity and try again.",
  PARTIAL_ORDER_ITEM_SHIPPED: 'Order with one or more items shipped cannot be cancelled',
  INVALID_ORDER_STATUS: 'Order already closed, complete, cancelled or on hold',
} as const;

function refused(code: keyof typeof refusals, order?: StoredOrder): Output {
  return refusedBy(code, refusals[code], order);
}

function refusedBy(code: GraphQLTypes['CancelOrderErrorCode'], message: string, order?: StoredOrder): Output {
  return { error: message, errorV2: { code, message }, order: order ? { order } : null };
}

/** Why customers of a store view cancel their orders. */
function reasonsIn(call: Call, storeId: number | null | undefined): string[] {
  const texts: string[] = [];
  for (let at = 1; ; at++) {
    const text = call.config.of(cancellation.reasons.of(String(at)), { storeId: storeId ?? 0 });
    if (text === undefined) return texts;
    if (text !== '') texts.push(text);
  }
}

/** The code of the reason against the cancellation of an order by its buyer; undefined: it may be canceled. */
export function cancellationRefusal(call: Call, { fields, items }: StoredOrder): keyof typeof refusals | undefined {
  const storeId = fields.store_id ?? call.scope.storeId;
  if (!call.config.of(cancellation.isEnabled, { storeId })) return 'ORDER_CANCELLATION_DISABLED';
  if (!mayFollow(fields.state, 'cancel')) return 'INVALID_ORDER_STATUS';
  const isShipped = items.some((item) => (item.fields.qty_shipped ?? 0) > 0);
  return isShipped ? 'PARTIAL_ORDER_ITEM_SHIPPED' : undefined;
}

/** The response that refuses a cancellation; undefined: the order may be canceled for this reason. */
function refusalOf(call: Call, order: StoredOrder, reason: string): Output | undefined {
  const code = cancellationRefusal(call, order);
  if (code === 'ORDER_CANCELLATION_DISABLED') return refused(code);
  if (code) return refused(code, order);
  const isOffered = reasonsIn(call, order.fields.store_id).includes(reason);
  return isOffered ? undefined : refusedBy('UNDEFINED', 'Order cancellation reason is not valid.', order);
}

/** Cancels an order; `finish` runs in the transaction that notes the reason. */
async function cancelFor(
  call: Call,
  order: StoredOrder,
  reason: string,
  finish?: (inside: Call) => Promise<void>,
): Promise<Output> {
  const { id } = order;
  if (!(await cancelOrder(call, id))) return refused('INVALID_ORDER_STATUS', order);
  await call.transaction(async (inside) => {
    await addComment(inside, id, { comment: reason, is_visible_on_front: 1 });
    await finish?.(inside);
  });
  return { order: { order: valueAt(await findOrders(call, [id]), id) } };
}

async function orderOf(call: Call, uid: string): Promise<StoredOrder | undefined> {
  const id = idOf(uid) ?? 0;
  return (await findOrders(call, [id])).get(id);
}

/** Cancels an order of the calling customer; the response has the order and any reason against it. */
async function cancelOwn(call: Call, { order_id, reason }: GraphQLTypes['CancelOrderInput']): Promise<Output> {
  const order = await orderOf(call, order_id);
  if (!order) return refused('ORDER_NOT_FOUND');
  if (order.fields.customer_id !== call.caller.id) return refused('UNAUTHORISED');
  return refusalOf(call, order, reason) ?? cancelFor(call, order, reason);
}

/** Emails a guest the key that confirms the cancellation of the order with a token. Throws for an unknown token. */
async function requestByGuest(call: Call, { token, reason }: GraphQLTypes['GuestOrderCancelInput']): Promise<Output> {
  const order = await orderOfToken(call, token);
  if (order.fields.customer_id) return refused('UNAUTHORISED');
  const refusal = refusalOf(call, order, reason);
  if (refusal) return refusal;
  const key = await requestConfirmation(call, cancellationRequest, order, { subjectId: order.id, content: reason });
  await mailCancellation(call, order, key);
  return { order: { order } };
}

/** Cancels the order of a guest who has the emailed key. Without the key, the response says nothing of the order (D336). */
async function confirmByGuest(
  call: Call,
  { order_id, confirmation_key: key }: GraphQLTypes['ConfirmCancelOrderInput'],
): Promise<Output> {
  const order = await orderOf(call, order_id);
  const request = order && (await findConfirmed(call, cancellationRequest, order, key));
  if (!request) return refusedBy('UNDEFINED', 'The order cancellation could not be confirmed.');
  const code = cancellationRefusal(call, order);
  if (code) return refused(code, order);
  return cancelFor(call, order, request.content, (inside) =>
    dropConfirmations(inside, cancellationRequest, [order.id]),
  );
}

const cancelMutations = mutations((t) => ({
  cancelOrder: t.field(
    'CancelOrderOutput',
    { input: 'CancelOrderInput!' },
    (_, { input }, call) => cancelOwn(call, input),
    { customersOnly: true, opensTransactions: true },
  ),
}));

const guestMutations = mutations((t) => ({
  confirmCancelOrder: t.field(
    'CancelOrderOutput',
    { input: 'ConfirmCancelOrderInput!' },
    (_, { input }, call) => confirmByGuest(call, input),
    { opensTransactions: true },
  ),
  requestGuestOrderCancel: t.field('CancelOrderOutput', { input: 'GuestOrderCancelInput!' }, (_, { input }, call) =>
    requestByGuest(call, input),
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

/** Cancellation of orders by customers, and by guests who confirm it with an emailed key. */
export const cancellationDeclarations = [
  values,
  inputs,
  cancelMutations,
  settings,
  ...ofReleases({ release: '2.4.8' }, [enums, newerValues, guestInputs, guestMutations]),
];
