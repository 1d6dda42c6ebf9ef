import type { Call } from '../../kernel/call.ts';
import { jsonTextOf } from '../../kernel/json-text.ts';
import { decimal } from '../../kernel/money.ts';
import { isDay } from '../../kernel/time.ts';
import type { CartInput } from '../quote/types.ts';
import { checkName, indexItems, originalItems } from './begin.ts';
import { addComment, type CommentInput } from './comments.ts';
import { negotiationErrors } from './errors.ts';
import { checkLimits, limitsWith } from './limits.ts';
import { mailBuyer, mailSeller } from './mails.ts';
import {
  changeByShop,
  itemOffersOf,
  itemsKey,
  move,
  requireChangeable,
  requireNegotiation,
  type Changes,
} from './negotiations.ts';
import type { ItemOffer, NegotiationRow } from './tables.ts';
import { priceTypes } from './types.ts';

const MAX_AMOUNT = 99_999_999;

/** The fields of a quote that the shop may change. Absent ones stay unchanged. */
interface SentQuote {
  readonly quote_name?: string | null;
  readonly negotiated_price_type?: number | null;
  readonly negotiated_price_value?: number | null;
  readonly shipping_price?: number | null;
  readonly expiration_period?: string | null;
}

/** The extension attributes of a cart that this module declares. */
interface SentExtension {
  readonly negotiable_quote?: SentQuote | null;
}

/**
 * Changes the items of a quote, its name, last day and proposed prices; the buyer sees them after the quote is submitted. Throws 404, and
 * 400 for invalid values and for a state that does not allow it.
 */
export async function changeQuote(call: Call, quoteId: number, input: CartInput): Promise<void> {
  const before = await requireChangeable(call, quoteId);
  const { negotiable_quote: sent } = (input.extension_attributes ?? {}) as SentExtension;
  const changes = { ...fieldsOf(before, sent ?? {}), ...itemOffersIn(before, input), ...itemLimitsIn(before, input) };
  const itemChanges = await changeItems(call, before, input);
  await changeByShop(call, before, { ...changes, ...itemChanges });
}

function fieldsOf(before: NegotiationRow, sent: SentQuote): Changes {
  const { quote_name: name, expiration_period: expires, shipping_price: shipping } = sent;
  if (expires && !isDay(expires)) {
    throw negotiationErrors.invalidValue({ fieldName: 'expiration_period', value: expires });
  }
  if (name) checkName(name);
  if (shipping && !(shipping > 0 && shipping <= MAX_AMOUNT)) {
    throw negotiationErrors.invalidValue({ fieldName: 'shipping_price', value: shipping });
  }
  return {
    ...(name ? { quote_name: name } : {}),
    ...(expires ? { expires_on: expires } : {}),
    ...(shipping ? { shipping_price: unitsOf(shipping) } : {}),
    ...priceIn(before, sent),
  };
}

function priceIn(
  before: NegotiationRow,
  { negotiated_price_type: type, negotiated_price_value: value }: SentQuote,
): Changes {
  // A quote without a price shows 0 for both, and clients send these values back.
  if (!type && !value) return {};
  const priceType = type ?? before.price_type;
  const priceValue = value ?? (before.price_value === null ? null : before.price_value / 10_000);
  checkPrice(priceType, priceValue);
  return { price_type: priceType, price_value: priceValue === null ? null : unitsOf(priceValue) };
}

/** Throws 400 for a type that does not exist, and for a value out of its range. */
function checkPrice(type: number | null | undefined, value: number | null | undefined): void {
  if (!Object.values(priceTypes).some((known) => known === type)) {
    throw negotiationErrors.invalidValue({ fieldName: 'negotiated_price_type', value: type });
  }
  const most = type === priceTypes.percentage ? 100 : MAX_AMOUNT;
  if (typeof value !== 'number' || !(value >= 0 && value <= most)) {
    throw negotiationErrors.invalidValue({ fieldName: 'negotiated_price_value', value });
  }
}

const unitsOf = (value: number): number => decimal(value).times(10_000).toDecimalPlaces(0).toNumber();

/** The offers for single items with those of the request, of which absent parts stay unchanged. */
function itemOffersIn(before: NegotiationRow, { items }: CartInput): Changes {
  const offers = new Map(itemOffersOf(before).map((offer) => [offer.item_id, offer]));
  let isChanged = false;
  for (const { item_id, extension_attributes } of items ?? []) {
    const sent = sentOffer(extension_attributes);
    if (!item_id || !sent) continue;
    offers.set(item_id, { item_id, type: null, value: null, ...offers.get(item_id), ...sent });
    isChanged = true;
  }
  return isChanged ? { item_prices: jsonTextOf([...offers.values()]) } : {};
}

/** The price and the lock of an item of the request; undefined: neither. Throws 400 for a price out of its range. */
function sentOffer(extension: object | null | undefined): Partial<Omit<ItemOffer, 'item_id'>> | undefined {
  const attributes = itemAttributes(extension);
  const [type, value, isLocked] = offerFields.map((name) => field(attributes, name));
  const hasPrice = typeof type === 'number' && type !== 0;
  const hasLock = typeof isLocked === 'boolean';
  if (!hasPrice && !hasLock) return undefined;
  const price = typeof value === 'number' ? value : NaN;
  if (hasPrice) checkPrice(type, price);
  return { ...(hasPrice && { type, value: price }), ...(hasLock && { is_locked: isLocked }) };
}

const offerFields = ['negotiated_price_type', 'negotiated_price_value', 'is_discounting_locked'] as const;

const field = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;

/** The attributes of the negotiation in those of an item of a request. */
const itemAttributes = (extension: object | null | undefined): unknown =>
  field(field(extension, 'negotiable_quote_item'), 'extension_attributes');

/** The quantities that an item is limited to with those of the request. */
function itemLimitsIn(before: NegotiationRow, { items }: CartInput): Changes {
  const sent = (items ?? []).flatMap(({ item_id, extension_attributes }) => {
    const attributes = itemAttributes(extension_attributes);
    const [min, max] = [field(attributes, 'min_qty'), field(attributes, 'max_qty')];
    if (!item_id || (typeof min !== 'number' && typeof max !== 'number')) return [];
    return [{ item_id, min_qty: typeof min === 'number' ? min : null, max_qty: typeof max === 'number' ? max : null }];
  });
  return sent.length === 0 ? {} : { item_limits: limitsWith(before, sent) };
}

/** Saves new items and other quantities in the cart of a quote; the original amounts are those of the new items then. */
async function changeItems(call: Call, { quote_id }: NegotiationRow, { items }: CartInput): Promise<Changes> {
  if (!items?.length) return {};
  const cart = await call.services.quote.activeCart(call, quote_id);
  const quantities = new Map(cart.items.map(({ item_id, qty }) => [item_id, qty]));
  const changed = items.filter(({ item_id, qty }) => !item_id || quantities.get(item_id) !== qty);
  if (changed.length === 0) return {};
  const saved = await call.services.quote.saveItems(call, cart, { items: changed });
  await indexItems(call, saved);
  return { original_items: jsonTextOf(await originalItems(call, saved)) };
}

/** Chooses the shipping method of a quote, `carrier_method`. Throws 400 if it is not offered for the address of the quote. */
export async function chooseShipping(call: Call, quoteId: number, method: string): Promise<void> {
  const before = await requireChangeable(call, quoteId);
  const { quote } = call.services;
  const cart = await quote.activeCart(call, quoteId);
  const offered = cart.shipping.country_id ? await quote.estimateToPlace(call, cart, cart.shipping) : [];
  const isOffered = offered.some((one) => one.available && `${one.carrier_code}_${one.method_code}` === method);
  if (!isOffered) throw negotiationErrors.notOffered([method]);
  await quote.changeCart(call, cart, { shipping_method: method });
  await changeByShop(call, before, {});
}

/** Takes the present prices of the catalog as the original ones of quotes. Throws as `requireChangeable`. */
export async function updatePrices(call: Call, quoteIds: readonly number[]): Promise<void> {
  for (const quoteId of quoteIds) {
    const before = await requireChangeable(call, quoteId);
    const cart = await call.services.quote.activeCart(call, quoteId);
    await changeByShop(call, before, { original_items: jsonTextOf(await originalItems(call, cart)) });
  }
}

/** Submits a quote with its proposed prices to the buyer, for the items that it has now. Throws 400 for a quote without items. */
export async function submitPrice(call: Call, quoteId: number, comment: CommentInput): Promise<void> {
  const row = await requireNegotiation(call, quoteId);
  const cart = await call.services.quote.activeCart(call, quoteId);
  if (cart.items.length === 0) throw negotiationErrors.empty([quoteId]);
  checkLimits(cart, row);
  const changes = { items_key: itemsKey(call, cart) };
  await move(call, quoteId, 'submitted_by_admin', changes, { comment: comment.text });
  await addComment(call, quoteId, comment);
  await mailBuyer(call, 'submitted', row, comment.text);
  await mailSeller(call, 'answered', row, comment.text);
}

/** Declines the negotiation; the cart has its regular price. */
export async function declinePrice(call: Call, quoteId: number, reason: string): Promise<void> {
  const row = await requireNegotiation(call, quoteId);
  const none = { price_type: null, price_value: null, shipping_price: null, item_prices: jsonTextOf([]) };
  await move(call, quoteId, 'declined', none, { comment: reason });
  await addComment(call, quoteId, { text: reason, isDecline: true });
  await mailBuyer(call, 'declined', row, reason);
}
