import type { Call } from '../../kernel/call.ts';
import { extendType, objectType, type GraphQLTypes } from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { uidOf } from '../../kernel/uids.ts';
import { inIds } from '../../storage/sql.ts';
import { attachmentUrl } from './attachments.ts';
import { commentsOfQuote, type CommentWithFiles } from './comments.ts';
import type { BuyersQuote } from './buyers.ts';
import { authorName, buyerName, sellerName } from './creators.ts';
import { shownHistory } from './graphql-history.ts';
import { shownStatus } from './graphql-status.ts';
import { itemLimitsOf } from './limits.ts';
import { negotiationOf } from './negotiations.ts';
import type { ItemLimits, ItemNoteRow } from './tables.ts';
import { creatorTypes } from './types.ts';

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    ItemNote: ItemNoteRow;
    NegotiableQuote: BuyersQuote;
    NegotiableQuoteComment: CommentWithFiles;
  }
}

const representativeOf = loader<number, number>(async (ids, call) => {
  const found = await call.services.company.salesRepresentatives(call, ids);
  return ids.map((id) => found.get(id) ?? 0);
});

const orderOfQuote = loader<number, GraphQLTypes['CustomerOrder'] | null>(async (ids, call) => {
  const found = await call.services.sales.ordersOfCarts(call, ids);
  return ids.map((id) => {
    const order = found.get(id);
    return order ? { order } : null;
  });
});

/** The notes on items, oldest first. */
const notesOfItem = loader<number, readonly ItemNoteRow[]>(async (ids, call) => {
  const rows = await call.db
    .selectFrom('negotiable_quote_item_note')
    .selectAll()
    .where(inIds('negotiable_quote_item_id', ids))
    .orderBy('note_id')
    .execute();
  const byItem = Map.groupBy(rows, ({ negotiable_quote_item_id: id }) => id);
  return ids.map((id) => byItem.get(id) ?? []);
});

async function representativeName(call: Call, { cart }: BuyersQuote): Promise<string> {
  const { firstname, lastname } = await sellerName(call, await representativeOf(call, cart.customer_id ?? 0));
  return `${firstname} ${lastname}`.trim();
}

const quoteType = objectType('NegotiableQuote', (t) => ({
  available_payment_methods: t.field('[AvailablePaymentMethod]', (source, _, call) =>
    call.services.quote.shownPayments(call, source),
  ),
  billing_address: t.field('NegotiableQuoteBillingAddress', ({ cart }) =>
    cart.billing.country_id ? { address: cart.billing, cart: { cart }, kind: 'billing' } : null,
  ),
  buyer: t.field('NegotiableQuoteUser!', ({ cart }, _, call) => buyerName(call, cart.customer_id ?? 0)),
  comments: t.field('[NegotiableQuoteComment]', ({ row }, _, call) => commentsOfQuote(call, row.quote_id)),
  created_at: t.field('String', ({ row }) => row.created_at),
  email: t.field('String', ({ cart }) => cart.customer_email),
  expiration_date: t.field('String!', ({ row }) => row.expires_on ?? ''),
  history: t.field('[NegotiableQuoteHistoryEntry]', (source, _, call) => shownHistory(call, source)),
  is_virtual: t.field('Boolean!', ({ cart }, _, call) => call.services.quote.isVirtualCart(call, cart.items)),
  items: t.field('[CartItemInterface]', async (source, _, call) => {
    const { quote } = call.services;
    return quote.shownItems(await quote.evaluatedOf(call, source));
  }),
  name: t.field('String!', ({ row }) => row.quote_name),
  order: t.field('CustomerOrder', ({ row }, _, call) => orderOfQuote(call, row.quote_id)),
  prices: t.field('CartPrices', (source, _, call) => call.services.quote.evaluatedOf(call, source)),
  sales_rep_name: t.field('String!', (source, _, call) => representativeName(call, source)),
  selected_payment_method: t.field('SelectedPaymentMethod', ({ cart }, _, call) =>
    cart.payment ? call.services.quote.shownPayment(call, cart) : null,
  ),
  shipping_addresses: t.field('[NegotiableQuoteShippingAddress]!', ({ cart }) =>
    cart.shipping.country_id ? [{ address: cart.shipping, cart: { cart }, kind: 'shipping' }] : [],
  ),
  status: t.field('NegotiableQuoteStatus!', ({ row }) => shownStatus(row.status)),
  total_quantity: t.field('Float!', ({ cart }) =>
    cart.items.reduce((sum, { qty, parent_item_id }) => (parent_item_id === null ? sum + qty : sum), 0),
  ),
  uid: t.field('ID!', ({ cart }) => cart.masked_id ?? ''),
  updated_at: t.field('String', ({ row }) => row.updated_at),
}));

const commentType = objectType('NegotiableQuoteComment', (t) => ({
  attachments: t.field('[NegotiableQuoteCommentAttachment]!', ({ attachments }, _, call) =>
    attachments.map((file) => ({ name: file.file_name, url: attachmentUrl(call, file) })),
  ),
  author: t.field('NegotiableQuoteUser!', ({ comment }, _, call) => authorName(call, comment)),
  created_at: t.field('String!', ({ comment }) => comment.created_at),
  creator_type: t.field('NegotiableQuoteCommentCreatorType!', ({ comment }) =>
    comment.creator_type === creatorTypes.customer ? 'BUYER' : 'SELLER',
  ),
  text: t.field('String!', ({ comment }) => comment.comment),
  uid: t.field('ID!', ({ comment }) => uidOf(comment.entity_id)),
}));

const noteType = objectType('ItemNote', (t) => ({
  created_at: 'String',
  creator_id: 'Int',
  creator_name: t.field('String', async (note, _, call) => {
    const { firstname, lastname } = await authorName(call, note);
    return `${firstname} ${lastname}`.trim();
  }),
  creator_type: 'Int',
  negotiable_quote_item_uid: t.field('ID', ({ negotiable_quote_item_id: id }) => uidOf(id)),
  note: 'String',
  note_uid: t.field('ID', ({ note_id }) => uidOf(note_id)),
}));

/** The notes of one side on an item; null for an item of a cart without negotiation. */
async function notesBy(
  call: Call,
  { item, evaluated }: GraphQLTypes['CartItemInterface'],
  creator: number,
): Promise<ItemNoteRow[] | null> {
  if (!evaluated.cart.is_negotiated) return null;
  return (await notesOfItem(call, item.item_id)).filter(({ creator_type }) => creator_type === creator);
}

/** The quantity limits of an item of a quote; none in other carts. */
async function limitsOf(
  call: Call,
  { item, evaluated }: GraphQLTypes['CartItemInterface'],
): Promise<ItemLimits | undefined> {
  const row = await negotiationOf(call, evaluated.cart);
  return row && itemLimitsOf(row).find(({ item_id }) => item_id === item.item_id);
}

const itemFields = extendType('CartItemInterface', (t) => ({
  max_qty: t.field('Float', async (source, _, call) => (await limitsOf(call, source))?.max_qty ?? null),
  min_qty: t.field('Float', async (source, _, call) => (await limitsOf(call, source))?.min_qty ?? null),
  note_from_buyer: t.field('[ItemNote]', (source, _, call) => notesBy(call, source, creatorTypes.customer)),
  note_from_seller: t.field('[ItemNote]', (source, _, call) => notesBy(call, source, creatorTypes.admin)),
}));

/** Quotes, their comments and notes in GraphQL. */
export const quoteDeclarations = [quoteType, commentType, noteType, itemFields];
