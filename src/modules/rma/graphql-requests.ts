import type { Call } from '../../kernel/call.ts';
import {
  inputTypes,
  mutations,
  objectType,
  valueTypes,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { elementAt } from '../../kernel/lists.ts';
import { idOf, keyOf, uidOf } from '../../kernel/uids.ts';
import { carriersOf } from './carriers.ts';
import { returnErrors } from './errors.ts';
import { ownReturn, showReturnsOf, showReturnsOfOrder } from './graphql-orders.ts';
import type { ReturnSource } from './graphql.ts';
import { buyerCodes, chosenCodes } from './items.ts';
import { addReturnComment, addReturnTrack, createReturn, removeReturnTrack } from './save.ts';
import type { SentItem, SentReturn } from './types.ts';

const values = valueTypes({
  AddReturnCommentOutput: { return: 'Return' },
  AddReturnTrackingOutput: { return: 'Return', return_shipping_tracking: 'ReturnShippingTracking' },
  RemoveReturnTrackingOutput: { return: 'Return' },
});
const inputs = inputTypes({
  AddReturnCommentInput: { comment_text: 'String!', return_uid: 'ID!' },
  AddReturnTrackingInput: { carrier_uid: 'ID!', return_uid: 'ID!', tracking_number: 'String!' },
  EnteredCustomAttributeInput: { attribute_code: 'String!', value: 'String!' },
  RemoveReturnTrackingInput: { return_shipping_tracking_uid: 'ID!' },
  RequestReturnInput: {
    comment_text: 'String',
    contact_email: 'String',
    items: '[RequestReturnItemInput!]!',
    order_uid: 'ID!',
  },
  RequestReturnItemInput: {
    entered_custom_attributes: '[EnteredCustomAttributeInput!]',
    order_item_uid: 'ID!',
    quantity_to_return: 'Float!',
    selected_custom_attributes: '[SelectedCustomAttributeInput!]',
  },
  SelectedCustomAttributeInput: { attribute_code: 'String!', value: 'String!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    RequestReturnOutput: ReturnSource;
  }
}

const requested = objectType('RequestReturnOutput', (t) => ({
  return: t.field('Return', (source) => source),
  returns: t.field('Returns', { pageSize: 'Int = 20', currentPage: 'Int = 1' }, ({ found }, args, call) =>
    found.customer_id === null
      ? showReturnsOfOrder(call, found.order_id, args)
      : showReturnsOf(call, found.customer_id, args),
  ),
}));

/** The id of an option in a uid; bare option ids, as in lists of attributes, are accepted too. */
const optionOf = (uid: string): string => (/^\d+$/.test(uid) ? uid : keyOf(uid));

/** An item of a return from an input. Throws for an attribute that buyers cannot set. */
function itemOf(input: GraphQLTypes['RequestReturnItemInput']): SentItem {
  const attributes = [
    ...(input.selected_custom_attributes ?? []).map((one) => [one.attribute_code, optionOf(one.value)] as const),
    ...(input.entered_custom_attributes ?? []).map((one) => [one.attribute_code, one.value] as const),
  ];
  const other = attributes.find(([code]) => !buyerCodes.some((known) => known === code));
  if (other) throw returnErrors.attribute([other[0]]);
  return {
    ...Object.fromEntries(attributes),
    order_item_id: idOf(input.order_item_uid) ?? 0,
    qty_requested: input.quantity_to_return,
  };
}

/** Throws for a choice that the shop does not offer. */
async function checkChoices(call: Call, items: readonly SentItem[]): Promise<void> {
  const { byCode } = await call.services.eav.entity(call, 'rma_item');
  const attributes = chosenCodes.flatMap((code) => byCode.get(code) ?? []);
  const offered = await call.services.eav.choices(call, attributes, call.scope.storeId);
  for (const code of chosenCodes) {
    const attribute = byCode.get(code);
    const ids = new Set(attribute && offered.get(attribute.id)?.map(({ value }) => String(value)));
    for (const { [code]: id } of items) if (id && !ids.has(id)) throw returnErrors.choice([attribute?.label ?? code]);
  }
}

/** The return of items of an order that a buyer requests. Throws for a choice that the shop does not offer. */
export async function requestOf(
  call: Call,
  input: Omit<GraphQLTypes['RequestReturnInput'], 'order_uid'>,
  orderId: number,
): Promise<SentReturn> {
  const text = input.comment_text?.trim();
  const items = input.items.map(itemOf);
  await checkChoices(call, items);
  return {
    order_id: orderId,
    customer_custom_email: input.contact_email?.trim() || null,
    items,
    comments: text ? [{ comment: text }] : [],
  };
}

/** Asks for the return of items of an order of the caller. */
async function request(call: Call, input: GraphQLTypes['RequestReturnInput']): Promise<ReturnSource> {
  const id = idOf(input.order_uid) ?? 0;
  const order = (await call.services.sales.orders(call, [id])).get(id);
  if (order?.fields.customer_id !== call.caller.id) throw returnErrors.notFound();
  return { found: await createReturn(call, await requestOf(call, input, id), 'buyer') };
}

/** Adds a return parcel's carrier and tracking number. */
async function track(
  call: Call,
  { carrier_uid: carrier, return_uid: uid, tracking_number: track_number }: GraphQLTypes['AddReturnTrackingInput'],
): Promise<GraphQLTypes['AddReturnTrackingOutput']> {
  const own = await ownReturn(call, uid);
  const known = carriersOf(call, own.store_id).find(({ code }) => uidOf(code) === carrier);
  if (!known) throw returnErrors.carrier();
  const found = await addReturnTrack(call, own.id, {
    carrier_code: known.code,
    carrier_title: known.title,
    track_number,
  });
  return { return: { found }, return_shipping_tracking: { found, track: elementAt(found.tracks, -1) } };
}

/** Takes a tracking number off a return of the caller. */
async function untrack(call: Call, uid: string): Promise<ReturnSource> {
  const [id = '', trackId = ''] = keyOf(uid).split('/');
  const own = await ownReturn(call, uidOf(id));
  return { found: await removeReturnTrack(call, own.id, Number(trackId)) };
}

const customersOnly = { customersOnly: true } as const;
const returnMutations = mutations((t) => ({
  addReturnComment: t.field(
    'AddReturnCommentOutput',
    { input: 'AddReturnCommentInput!' },
    async (_, { input: { comment_text: comment, return_uid: uid } }, call) => {
      const { id } = await ownReturn(call, uid);
      return { return: { found: await addReturnComment(call, id, { comment }, 'buyer') } };
    },
    customersOnly,
  ),
  addReturnTracking: t.field(
    'AddReturnTrackingOutput',
    { input: 'AddReturnTrackingInput!' },
    (_, { input }, call) => track(call, input),
    customersOnly,
  ),
  removeReturnTracking: t.field(
    'RemoveReturnTrackingOutput',
    { input: 'RemoveReturnTrackingInput!' },
    async (_, { input }, call) => ({ return: await untrack(call, input.return_shipping_tracking_uid) }),
    customersOnly,
  ),
  requestReturn: t.field(
    'RequestReturnOutput',
    { input: 'RequestReturnInput!' },
    (_, { input }, call) => request(call, input),
    customersOnly,
  ),
}));

/** GraphQL declarations of customers' operations on returns. */
export const returnRequestDeclarations = [values, inputs, requested, returnMutations];
