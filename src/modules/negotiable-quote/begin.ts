import type { Call } from '../../kernel/call.ts';
import { jsonTextOf } from '../../kernel/json-text.ts';
import { zip } from '../../kernel/lists.ts';
import { round, type Decimal } from '../../kernel/money.ts';
import { formatTime } from '../../kernel/time.ts';
import type { StoredCart } from '../quote/service.ts';
import { addComment, type CommentInput } from './comments.ts';
import { quoteValidity } from './configuration.ts';
import { negotiationErrors } from './errors.ts';
import { creatorOf } from './creators.ts';
import { recordChange } from './history.ts';
import { mailSeller } from './mails.ts';
import { itemLimitsOf } from './limits.ts';
import { itemOffersOf, itemsKey, negotiationOf, requireNegotiation } from './negotiations.ts';
import { requestableStates, templateStates, type NegotiationState } from './states.ts';
import type { NegotiationRow, OriginalItem } from './tables.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Maximum length of the name of a quote, in characters. */
const MAX_NAME = 255;

/**
 * Requests a price for a cart, which is no longer the buyer's own one then, or makes it a draft of the buyer; within a transaction.
 * Throws if the cart is empty, belongs to no company, or already has a negotiation.
 */
export async function requestPrice(
  call: Call,
  quoteId: number,
  name: string,
  comment: CommentInput,
  status: 'created' | 'draft_by_customer' = 'created',
): Promise<void> {
  checkName(name);
  const cart = await call.services.quote.activeCart(call, quoteId);
  if (cart.items.length === 0) throw negotiationErrors.empty([quoteId]);
  await requireCompany(call, cart);
  const before = await negotiationOf(call, cart);
  const start = { ...(await startOf(call, cart, status)), quote_name: name };
  const written = await call.db
    .insertInto('negotiable_quote')
    .values({ quote_id: quoteId, ...start })
    .onConflict((conflict) =>
      conflict.column('quote_id').doUpdateSet(start).where('negotiable_quote.status', 'in', requestableStates),
    )
    .returning('quote_id')
    .executeTakeFirst();
  if (!written) throw negotiationErrors.wrongState([(await requireNegotiation(call, quoteId)).status]);
  await indexItems(call, cart);
  await setApart(call, cart);
  await recordChange(call, before, { quote_id: quoteId, ...start }, { comment: comment.text });
  await addComment(call, quoteId, comment);
  if (status === 'created') await mailSeller(call, 'requested', { quote_id: quoteId, quote_name: name }, comment.text);
}

/** Creates an empty quote for a customer, which the shop fills; returns its id. Throws 404, and if the customer buys for no company. */
export async function draftQuote(call: Call, customerId: number): Promise<number> {
  const cart = await call.services.quote.createCartApart(call, customerId);
  await requireCompany(call, cart);
  return (await insertApart(call, cart, 'draft_by_admin', {})).id;
}

/** Creates the empty terms of a quote template of a customer. Throws as `draftQuote`. */
export async function draftTerms(call: Call, customerId: number): Promise<StoredCart> {
  const cart = await call.services.quote.createCartApart(call, customerId);
  await requireCompany(call, cart);
  return insertApart(call, cart, 'template_open', {});
}

/** Copies a quote with its items and proposed prices into a new draft; returns its id. Throws 404. */
export async function duplicateQuote(call: Call, quoteId: number): Promise<number> {
  const { status } = await requireNegotiation(call, quoteId);
  if (templateStates.includes(status)) throw negotiationErrors.notFound([quoteId]);
  return (await copyQuote(call, quoteId, 'draft_by_admin', {})).id;
}

/** Copies a quote or the terms of a template into a cart of its own, in a state. Throws 404, and if the customer buys for no company. */
export async function copyQuote(
  call: Call,
  quoteId: number,
  status: NegotiationState,
  values: Partial<NegotiationRow>,
): Promise<StoredCart> {
  const before = await requireNegotiation(call, quoteId);
  const { quote_name, price_type, price_value, shipping_price } = before;
  const { source, copy } = await copyCart(call, quoteId, null);
  const item_prices = jsonTextOf(ofCopies(call, itemOffersOf(before), source, copy));
  const item_limits = jsonTextOf(ofCopies(call, itemLimitsOf(before), source, copy));
  const copied = { quote_name, price_type, price_value, shipping_price, item_prices, item_limits };
  return insertApart(call, copy, status, { ...copied, ...values });
}

/** Copies a quote with its items into a new draft of its buyer, which storefronts know by `uid`; returns its id. Throws 404. */
export async function duplicateByBuyer(call: Call, before: NegotiationRow, uid: string): Promise<number> {
  const { copy } = await copyCart(call, before.quote_id, uid);
  return (await insertApart(call, copy, 'draft_by_customer', { quote_name: before.quote_name })).id;
}

/** Copies the items of a quote into a cart of its customer, with this masked id or a new one. */
async function copyCart(call: Call, quoteId: number, uid: string | null) {
  const { quote } = call.services;
  const source = await quote.cart(call, quoteId);
  const { customer_id } = source;
  if (customer_id === null) throw negotiationErrors.noCompany();
  await requireCompany(call, source);
  const empty = await quote.createCartApart(call, customer_id);
  const target = uid === null ? empty : await quote.saveCart(call, empty, { masked_id: uid });
  return { source, copy: await quote.copyInto(call, source, target) };
}

/** Values of the items of a cart for those of its copy, which has them in the same order. */
function ofCopies<T extends { readonly item_id: number }>(
  call: Call,
  values: readonly T[],
  source: StoredCart,
  copy: StoredCart,
): T[] {
  const idsOf = ({ items }: StoredCart): number[] =>
    call.services.quote
      .withoutGranted(items)
      .flatMap(({ item_id, parent_item_id }) => (parent_item_id === null ? [item_id] : []));
  const copies = new Map(zip(idsOf(source), idsOf(copy)));
  return values.flatMap((value) => {
    const item_id = copies.get(value.item_id);
    return item_id === undefined ? [] : [{ ...value, item_id }];
  });
}

/** Throws 400 for a name that is too long. */
export function checkName(name: string): void {
  if (name.length > MAX_NAME) throw negotiationErrors.invalidValue({ fieldName: 'quote_name', value: name });
}

async function insertApart(
  call: Call,
  cart: StoredCart,
  status: NegotiationState,
  values: Partial<NegotiationRow>,
): Promise<StoredCart> {
  const start = await startOf(call, cart, status);
  await call.db
    .insertInto('negotiable_quote')
    .values({ quote_id: cart.id, ...start, ...values })
    .execute();
  await indexItems(call, cart);
  const saved = await setApart(call, cart);
  await recordChange(call, undefined, { quote_id: cart.id, ...start, ...values }, {});
  return saved;
}

async function requireCompany(call: Call, cart: StoredCart): Promise<void> {
  if ((await call.services.company.buysFor(call, cart)) === undefined) throw negotiationErrors.noCompany();
}

async function setApart(call: Call, cart: StoredCart): Promise<StoredCart> {
  const { quote } = call.services;
  const isApart = cart.is_negotiated && cart.is_apart;
  const saved = isApart ? cart : await quote.saveCart(call, cart, { is_negotiated: true, is_apart: true });
  return quote.giveMask(call, saved);
}

/** The last day of a quote that becomes valid now; null: without end. */
export function lastDay(call: Call, storeId: number): string | null {
  const days = call.config.of(quoteValidity, { storeId });
  return days > 0 ? formatTime(new Date(call.clock.now().getTime() + days * DAY)).slice(0, 10) : null;
}

async function startOf(call: Call, cart: StoredCart, status: NegotiationState) {
  const now = call.clock.now();
  const time = formatTime(now);
  return {
    status,
    quote_name: '',
    ...creatorOf(call),
    price_type: null,
    price_value: null,
    shipping_price: null,
    item_prices: jsonTextOf([]),
    item_limits: jsonTextOf([]),
    expires_on: lastDay(call, cart.store_id),
    items_key: itemsKey(call, cart),
    original_items: jsonTextOf(await originalItems(call, cart)),
    created_at: time,
    updated_at: time,
  };
}

/** Records the quote of the items of a cart. */
export async function indexItems(call: Call, { id, items }: StoredCart): Promise<void> {
  const own = items.filter(({ parent_item_id }) => parent_item_id === null);
  if (own.length === 0) return;
  await call.db
    .insertInto('negotiable_quote_item')
    .values(own.map(({ item_id }) => ({ item_id, quote_id: id })))
    .onConflict((on) => on.column('item_id').doNothing())
    .execute();
}

/** The amounts of a cart's items without the negotiation. */
export async function originalItems(call: Call, cart: StoredCart): Promise<OriginalItem[]> {
  if (cart.items.length === 0) return [];
  const { items } = await call.services.quote.totals(call, cart);
  const own = cart.items.filter(({ parent_item_id }) => parent_item_id === null);
  return own.flatMap(({ item_id }) => {
    const total = items.get(item_id);
    if (!total) return [];
    const { price, tax, discount, rowTotal } = total;
    const numbers = (amount: Decimal): number => round(amount, 4).toNumber();
    return {
      item_id,
      price: numbers(price.amount),
      base_price: numbers(price.base),
      tax: numbers(tax.amount),
      base_tax: numbers(tax.base),
      discount: numbers(discount.base),
      row: numbers(rowTotal.amount),
      base_row: numbers(rowTotal.base),
    };
  });
}
