import type { Call } from '../../kernel/call.ts';
import { mutations, objectType, valueTypes, type GraphQLTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { idOf } from '../../kernel/uids.ts';
import { quoteToCheckOut, type BuyersQuote } from './buyers.ts';
import {
  changeQuantities,
  changeShipping,
  duplicateOwn,
  noteOnItem,
  removeItems,
  renameQuote,
  requestQuote,
  sendForReview,
} from './by-buyer.ts';
import type { CommentInput } from './comments.ts';
import { negotiationErrors } from './errors.ts';

const withQuote = { quote: 'NegotiableQuote' } as const;
const values = valueTypes({
  DuplicateNegotiableQuoteOutput: withQuote,
  RemoveNegotiableQuoteItemsOutput: withQuote,
  RenameNegotiableQuoteOutput: withQuote,
  RequestNegotiableQuoteOutput: withQuote,
  SendNegotiableQuoteForReviewOutput: withQuote,
  SetLineItemNoteOutput: withQuote,
  SetNegotiableQuoteBillingAddressOutput: withQuote,
  SetNegotiableQuotePaymentMethodOutput: withQuote,
  SetNegotiableQuoteShippingAddressOutput: withQuote,
  SetNegotiableQuoteShippingMethodsOutput: withQuote,
  UpdateNegotiableQuoteItemsQuantityOutput: withQuote,
});

type Placed = Awaited<ReturnType<Call['services']['quote']['placeCart']>>;

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    PlaceNegotiableQuoteOrderOutput: Placed;
    PlaceNegotiableQuoteOrderOutputV2: Placed;
  }
}

/** An address of the input: its fields, or an entry of the address book; -1 for a malformed id, which no entry has. */
function sentAddress(
  input: GraphQLTypes['NegotiableQuoteShippingAddressInput'] | GraphQLTypes['NegotiableQuoteBillingAddressInput'],
) {
  const { address, customer_address_uid: uid } = input;
  return { address: address ?? null, customer_address_id: uid == null ? null : (idOf(uid) ?? -1) };
}

async function setShippingAddress(
  call: Call,
  {
    quote_uid,
    customer_address_id: uid,
    shipping_addresses: addresses,
  }: GraphQLTypes['SetNegotiableQuoteShippingAddressInput'],
): Promise<BuyersQuote> {
  const sent = addresses ?? (uid == null ? [] : [{ customer_address_uid: uid }]);
  return changeShipping(call, quote_uid, (cart) =>
    call.services.quote.setShipping(
      call,
      cart,
      sent.flatMap((one) => (one ? [{ ...sentAddress(one), customer_notes: one.customer_notes ?? null }] : [])),
    ),
  );
}

/** Changes the cart of a quote in a step of its checkout; returns the changed quote. */
async function checkingOut(
  call: Call,
  uid: string,
  change: (quote: Call['services']['quote'], found: BuyersQuote) => Promise<void>,
): Promise<{ quote: BuyersQuote }> {
  const found = await quoteToCheckOut(call, uid);
  const { quote } = call.services;
  await change(quote, found);
  return { quote: { ...found, cart: await quote.cart(call, found.cart.id) } };
}

const present = <T>(all: readonly (T | null | undefined)[]): T[] => all.flatMap((one) => (one == null ? [] : [one]));

/** A comment of an input, with the keys of its uploads. */
const commentOf = (input: GraphQLTypes['NegotiableQuoteCommentInput'] | null | undefined): CommentInput => ({
  text: input?.comment,
  uploads: present(input?.attachments ?? []).map(({ key }) => key),
});

/** Orders a quote. Its permission and state are checked before, so that a failure is that of the order. */
async function place(
  call: Call,
  uid: string,
  selection: Parameters<Call['services']['quote']['placeCart']>[2],
): Promise<Placed> {
  await quoteToCheckOut(call, uid);
  return call.services.quote.placeCart(
    call,
    uid,
    selection,
    async (inside, id) => (await quoteToCheckOut(inside, id)).cart,
  );
}

const own = { customersOnly: true } as const;
const ordering = { ...own, opensTransactions: true } as const;

const changes = mutations((t) => ({
  duplicateNegotiableQuote: t.field(
    'DuplicateNegotiableQuoteOutput',
    { input: 'DuplicateNegotiableQuoteInput!' },
    async (_, { input }, call) => ({ quote: await duplicateOwn(call, input.quote_uid, input.duplicated_quote_uid) }),
    own,
  ),
  removeNegotiableQuoteItems: t.field(
    'RemoveNegotiableQuoteItemsOutput',
    { input: 'RemoveNegotiableQuoteItemsInput!' },
    async (_, { input }, call) => ({
      quote: await removeItems(call, input.quote_uid, present(input.quote_item_uids)),
    }),
    own,
  ),
  renameNegotiableQuote: t.field(
    'RenameNegotiableQuoteOutput',
    { input: 'RenameNegotiableQuoteInput!' },
    async (_, { input }, call) => ({
      quote: await renameQuote(call, input.quote_uid, input.quote_name, input.quote_comment),
    }),
    own,
  ),
  requestNegotiableQuote: t.field(
    'RequestNegotiableQuoteOutput',
    { input: 'RequestNegotiableQuoteInput!' },
    async (_, { input: { cart_id, quote_name, comment, is_draft } }, call) => ({
      quote: await requestQuote(call, cart_id, quote_name, commentOf(comment), is_draft ?? false),
    }),
    own,
  ),
  sendNegotiableQuoteForReview: t.field(
    'SendNegotiableQuoteForReviewOutput',
    { input: 'SendNegotiableQuoteForReviewInput!' },
    async (_, { input }, call) => ({
      quote: await sendForReview(call, input.quote_uid, commentOf(input.comment)),
    }),
    own,
  ),
  setLineItemNote: t.field(
    'SetLineItemNoteOutput',
    { input: 'LineItemNoteInput!' },
    async (_, { input }, call) => ({
      quote: await noteOnItem(call, input.quote_uid, input.quote_item_uid, input.note),
    }),
    own,
  ),
  updateNegotiableQuoteQuantities: t.field(
    'UpdateNegotiableQuoteItemsQuantityOutput',
    { input: 'UpdateNegotiableQuoteQuantitiesInput!' },
    async (_, { input }, call) => ({ quote: await changeQuantities(call, input.quote_uid, present(input.items)) }),
    own,
  ),
}));

const checkout = mutations((t) => ({
  placeNegotiableQuoteOrder: t.field(
    'PlaceNegotiableQuoteOrderOutput',
    { input: 'PlaceNegotiableQuoteOrderInput!' },
    (_, { input }, call, selection) => place(call, input.quote_uid, selection),
    ordering,
  ),
  placeNegotiableQuoteOrderV2: t.field(
    'PlaceNegotiableQuoteOrderOutputV2',
    { input: 'PlaceNegotiableQuoteOrderInput!' },
    (_, { input }, call, selection) => place(call, input.quote_uid, selection),
    ordering,
  ),
  setNegotiableQuoteBillingAddress: t.field(
    'SetNegotiableQuoteBillingAddressOutput',
    { input: 'SetNegotiableQuoteBillingAddressInput!' },
    (_, { input: { quote_uid, billing_address: sent } }, call) =>
      checkingOut(call, quote_uid, (quote, { cart }) =>
        quote.setBilling(call, cart, {
          ...sentAddress(sent),
          same_as_shipping: sent.same_as_shipping ?? null,
          use_for_shipping: sent.use_for_shipping ?? null,
        }),
      ),
    own,
  ),
  setNegotiableQuotePaymentMethod: t.field(
    'SetNegotiableQuotePaymentMethodOutput',
    { input: 'SetNegotiableQuotePaymentMethodInput!' },
    (_, { input }, call) =>
      checkingOut(call, input.quote_uid, (quote, { cart }) => quote.pay(call, cart, input.payment_method)),
    own,
  ),
  setNegotiableQuoteShippingAddress: t.field(
    'SetNegotiableQuoteShippingAddressOutput',
    { input: 'SetNegotiableQuoteShippingAddressInput!' },
    async (_, { input }, call) => ({ quote: await setShippingAddress(call, input) }),
    own,
  ),
  setNegotiableQuoteShippingMethods: t.field(
    'SetNegotiableQuoteShippingMethodsOutput',
    { input: 'SetNegotiableQuoteShippingMethodsInput!' },
    (_, { input }, call) =>
      checkingOut(call, input.quote_uid, (quote, { cart }) => quote.setMethod(call, cart, input.shipping_methods)),
    own,
  ),
}));

const outputs = [
  objectType('PlaceNegotiableQuoteOrderOutput', (t) => ({
    order: t.field('Order!', ({ order }) => {
      if (!order) throw negotiationErrors.unknown();
      return { order_id: order.number, order_number: order.number };
    }),
  })),
  objectType('PlaceNegotiableQuoteOrderOutputV2', (t) => ({
    errors: '[PlaceOrderError]!',
    order: t.field('CustomerOrder', async ({ order: placed }, _, call) => {
      const order = placed && (await call.services.sales.orders(call, [placed.id])).get(placed.id);
      return order && { order };
    }),
  })),
];

/** The changes of quotes by their buyers in GraphQL. */
export const quoteChangeDeclarations = [values, ...outputs, changes, checkout];
