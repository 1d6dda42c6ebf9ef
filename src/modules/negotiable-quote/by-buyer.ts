import type { Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import { jsonTextOf } from '../../kernel/json-text.ts';
import { formatMoney } from '../../kernel/money-text.ts';
import { shopLocale } from '../../kernel/shop-settings.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import type { StoredCart, StoredCartItem } from '../quote/service.ts';
import { checkName, duplicateByBuyer, indexItems, lastDay, originalItems, requestPrice } from './begin.ts';
import { editableQuote, isOfCallersCompany, ownedQuote, requireBuyer, type BuyersQuote } from './buyers.ts';
import { addComment, type CommentInput } from './comments.ts';
import { quoteMinimum } from './configuration.ts';
import { negotiationErrors } from './errors.ts';
import type { ChangeFacts } from './history.ts';
import { checkLimits, hasFlexibleQuantities } from './limits.ts';
import { mailSeller } from './mails.ts';
import { changeByBuyer, itemsKey, negotiationOf, requireNegotiation, type Changes } from './negotiations.ts';
import { addNote } from './notes.ts';
import { pricedStates, removableStates, statesBefore } from './states.ts';

/** Requests a price for the caller's cart with a storefront id, or makes a draft of it; returns the quote. */
export async function requestQuote(
  call: Call,
  uid: string,
  name: string,
  comment: CommentInput,
  isDraft: boolean,
): Promise<BuyersQuote> {
  await requireBuyer(call, 'manage');
  if (uid === '') throw negotiationErrors.missing(['cart_id']);
  if (name.trim() === '') throw negotiationErrors.missing(['quote_name']);
  const cart = await call.services.quote.cartByMask(call, uid);
  const isOwn = cart?.customer_id === call.caller.id && cart.website_id === call.scope.websiteId;
  if (!isOwn || !isOfCallersCompany(call, cart)) throw negotiationErrors.unknown();
  if (await negotiationOf(call, cart)) throw negotiationErrors.exists();
  if (!cart.is_active) throw negotiationErrors.unknown();
  if (cart.items.length === 0) throw negotiationErrors.emptyCart();
  await checkMinimum(call, cart);
  await requestPrice(call, cart.id, name, comment, isDraft ? 'draft_by_customer' : 'created');
  return reloaded(call, cart.id);
}

/** Throws 400 for a cart below the minimum amount of quotes. */
async function checkMinimum(call: Call, cart: StoredCart): Promise<void> {
  const { config, services } = call;
  const [website, store] = [{ websiteId: cart.website_id }, { storeId: cart.store_id }];
  const least = config.of(quoteMinimum.amount, website);
  if (least.lte(0) || (await services.quote.totals(call, cart)).subtotal.base.gte(least)) return;
  const { base } = services.quote.currencies(call, cart);
  const amount = formatMoney(least.toNumber(), base, config.of(shopLocale, store));
  const message = config.of(quoteMinimum.message, store) ?? `The minimum amount for a quote is ${amount}.`;
  throw negotiationErrors.belowMinimum([message]);
}

/** The quote as it is after a change. */
async function reloaded(call: Call, id: number): Promise<BuyersQuote> {
  return { cart: await call.services.quote.cart(call, id), row: await requireNegotiation(call, id) };
}

/** Writes a change of the buyer. Throws if the quote was changed by somebody else since it was read. */
async function write(
  call: Call,
  uid: string,
  { row }: BuyersQuote,
  changes: Changes & { readonly status?: string },
  facts: ChangeFacts,
): Promise<BuyersQuote> {
  if (!(await changeByBuyer(call, row, { status: row.status, ...changes }, facts))) {
    throw negotiationErrors.noEdit([uid]);
  }
  return reloaded(call, row.quote_id);
}

/** The state of a quote that its buyer has changed. A draft stays a draft. */
const editedState = ({ row }: BuyersQuote): string =>
  row.status === 'draft_by_customer' ? row.status : 'processing_by_customer';

/** Sends a quote to the shop, which has it then. */
export async function sendForReview(call: Call, uid: string, comment: CommentInput): Promise<BuyersQuote> {
  const found = await editableQuote(call, uid);
  if (found.cart.items.length === 0) throw negotiationErrors.emptyCart();
  const { status } = found.row;
  const isFirst = status === 'draft_by_customer';
  const isOver = isFirst || status === 'expired';
  const changes = {
    status: isFirst ? 'created' : 'submitted_by_customer',
    ...(isOver && { expires_on: lastDay(call, found.cart.store_id) }),
  };
  const sent = await write(call, uid, found, changes, { comment: comment.text });
  await addComment(call, found.row.quote_id, comment);
  await mailSeller(call, isFirst ? 'requested' : 'returned', sent.row, comment.text);
  return sent;
}

/** Ids of items of a quote in the cart. Throws 404 for uids of other items. */
function itemIdsOf({ cart }: BuyersQuote, uids: readonly string[]): number[] {
  const own = new Map(
    cart.items.filter((item) => item.parent_item_id === null).map((item) => [uidOf(item.item_id), item.item_id]),
  );
  const absent = uids.filter((uid) => !own.has(uid));
  if (absent.length > 0) throw negotiationErrors.noItems([absent.join(', ')]);
  return uids.flatMap((uid) => own.get(uid) ?? []);
}

/** Writes changed items of a quote: its original amounts are those of the items that it has now. */
async function writeItems(
  call: Call,
  uid: string,
  found: BuyersQuote,
  cart: StoredCart,
  facts: ChangeFacts,
): Promise<BuyersQuote> {
  await indexItems(call, cart);
  const original_items = jsonTextOf(await originalItems(call, cart));
  return write(call, uid, found, { status: editedState(found), original_items }, facts);
}

/** Whether other quantities within the limits keep the prices of a quote, which has the items of the offer now. */
function keepsPrices(call: Call, { cart, row }: BuyersQuote): boolean {
  return pricedStates.includes(row.status) && hasFlexibleQuantities(row) && row.items_key === itemsKey(call, cart);
}

/**
 * Changes the quantities of items of a quote. Within the limits of a quote from a template the prices hold; otherwise the shop has to
 * review it. Throws 400 for a quantity that is not available or outside of its limits, and 404 for other items.
 */
export async function changeQuantities(
  call: Call,
  uid: string,
  items: readonly { readonly quote_item_uid: string; readonly quantity: number }[],
): Promise<BuyersQuote> {
  const { quote, catalog } = call.services;
  const found = await editableQuote(call, uid);
  if (items.length === 0) throw negotiationErrors.missing(['items']);
  itemIdsOf(
    found,
    items.map((one) => one.quote_item_uid),
  );
  let { cart } = found;
  for (const { quote_item_uid, quantity } of items) {
    const item = cart.items.find(({ item_id }) => item_id === idOf(quote_item_uid));
    if (!item) throw negotiationErrors.noItems([quote_item_uid]);
    const product = await catalog.productById(call, item.product_id, cart.store_id);
    try {
      cart = await quote.saveItems(call, cart, { items: [{ item_id: item.item_id, qty: quantity }] });
    } catch (error) {
      throw error instanceof PlatformError ? quote.inStorefrontWords(error, { sku: product?.sku ?? '' }) : error;
    }
  }
  checkLimits(cart, found.row);
  if (!keepsPrices(call, found)) return writeItems(call, uid, found, cart, {});
  const original_items = jsonTextOf(await originalItems(call, cart));
  return write(call, uid, found, { original_items, items_key: itemsKey(call, cart) }, {});
}

/** The item of a quote with a uid, if the calling buyer may change the quote. Throws 404 for another item. */
export async function editableItem(call: Call, uid: string, itemUid: string): Promise<StoredCartItem> {
  const found = await editableQuote(call, uid);
  const [id] = itemIdsOf(found, [itemUid]);
  const item = found.cart.items.find(({ item_id }) => item_id === id);
  if (!item) throw negotiationErrors.noItems([itemUid]);
  return item;
}

/** Removes items of a quote. Throws 404 for other items. */
export async function removeItems(call: Call, uid: string, itemUids: readonly string[]): Promise<BuyersQuote> {
  const { quote } = call.services;
  const found = await editableQuote(call, uid);
  if (itemUids.length === 0) throw negotiationErrors.missing(['quote_item_uids']);
  const ids = new Set(itemIdsOf(found, itemUids));
  const removed = found.cart.items.filter(({ item_id }) => ids.has(item_id)).map(({ product_id }) => product_id);
  let { cart } = found;
  for (const id of ids) {
    await quote.removeItem(call, cart, id, cart.id);
    cart = await quote.cart(call, cart.id);
  }
  return writeItems(call, uid, found, cart, { removed });
}

/** Names a quote anew. */
export async function renameQuote(
  call: Call,
  uid: string,
  name: string,
  comment: string | null | undefined,
): Promise<BuyersQuote> {
  const found = await editableQuote(call, uid);
  if (name.trim() === '') throw negotiationErrors.missing(['quote_name']);
  checkName(name);
  const renamed = await write(call, uid, found, { quote_name: name }, { comment });
  await addComment(call, found.row.quote_id, { text: comment });
  return renamed;
}

/** Writes a note of the buyer on an item of a quote. Throws 400 for an empty note, and 404 for another item. */
export async function noteOnItem(
  call: Call,
  uid: string,
  itemUid: string,
  note: string | null | undefined,
): Promise<BuyersQuote> {
  const found = await editableQuote(call, uid);
  for (const negotiable_quote_item_id of itemIdsOf(found, [itemUid])) {
    await addNote(call, { negotiable_quote_item_id, note: note ?? null });
  }
  return found;
}

/** Copies a quote into a draft of its buyer with this id. Throws 400 for a malformed id, and one of another cart. */
export async function duplicateOwn(call: Call, uid: string, copyUid: string): Promise<BuyersQuote> {
  const found = await ownedQuote(call, uid);
  if (!/^[\w-]{1,64}$/.test(copyUid)) throw negotiationErrors.uidFormat();
  if (await call.services.quote.cartByMask(call, copyUid)) throw negotiationErrors.exists();
  return reloaded(call, await duplicateByBuyer(call, found.row, copyUid));
}

/** Changes the shipping address of a quote, which the buyer works on then. */
export async function changeShipping(
  call: Call,
  uid: string,
  change: (cart: StoredCart) => Promise<void>,
): Promise<BuyersQuote> {
  const found = await editableQuote(call, uid);
  await change(found.cart);
  return write(call, uid, found, { status: editedState(found) }, {});
}

/** Closes a quote for good. Throws 404, and 400 for a state that does not allow it. */
export async function closeQuote(call: Call, uid: string): Promise<void> {
  const { row } = await ownedQuote(call, uid);
  const isOpen = statesBefore('closed').some((state) => state === row.status);
  if (!isOpen || !(await changeByBuyer(call, row, { status: 'closed' }, {}))) throw negotiationErrors.noClose([uid]);
}

/** Removes a quote from the lists of both sides. Throws 404, and 400 for a state that does not allow it. */
export async function deleteQuote(call: Call, uid: string): Promise<void> {
  const { cart, row } = await ownedQuote(call, uid);
  const isRemovable = removableStates.includes(row.status);
  const { status } = row;
  if (!isRemovable || !(await changeByBuyer(call, row, { status, is_hidden: 1 }, {}))) {
    throw negotiationErrors.noDelete([uid]);
  }
  await call.services.quote.saveCart(call, cart, { is_active: false });
}
