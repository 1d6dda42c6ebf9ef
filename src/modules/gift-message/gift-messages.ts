import type { Call } from '../../kernel/call.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { StoredCart, StoredCartItem } from '../quote/service.ts';
import { giftMessages } from './configuration.ts';
import { giftMessageErrors } from './errors.ts';
import { shownWith, type GiftMessageExtension } from './message-extensions.ts';
import type { SentGiftMessage, ShownGiftMessage } from './types.ts';

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('gift_message').selectAll().where(inIds('gift_message_id', p.ids)),
);

/** Messages by id, in one query; omits missing ids. */
export async function findGiftMessages(
  call: Call,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ShownGiftMessage>> {
  if (ids.length === 0) return new Map();
  const rows = await byIds(call.db, { ids });
  return new Map(rows.map((row) => [row.gift_message_id, row]));
}

/** The message of a cart; undefined without one. */
export async function giftMessageOfCart(call: Call, cart: StoredCart): Promise<ShownGiftMessage | undefined> {
  return await messageOf(call, cart);
}

/** The message of an item; undefined without one. Throws 404 for an item that is not in the cart. */
export async function giftMessageOfItem(
  call: Call,
  cart: StoredCart,
  itemId: number,
): Promise<ShownGiftMessage | undefined> {
  const item = itemOf(cart, itemId);
  if (!item) throw giftMessageErrors.itemNotFound();
  return await messageOf(call, item);
}

/** A message with the extension fields of modules; with empty texts when there are only extension fields. */
async function messageOf(call: Call, of: StoredCart | StoredCartItem): Promise<ShownGiftMessage | undefined> {
  const id = of.gift_message_id;
  const message = id === undefined ? undefined : (await findGiftMessages(call, [id])).get(id);
  const extension_attributes = shownWith(call, of);
  if (!extension_attributes) return message;
  return { sender: '', recipient: '', message: '', ...message, extension_attributes };
}

/** Writes the messages in a request that collects totals: of items by id, or else of the cart. */
export async function takeGiftMessages(
  call: Call,
  before: StoredCart,
  fields: Readonly<Record<string, unknown>>,
): Promise<StoredCart> {
  let cart = before;
  for (const input of (fields.gift_messages ?? []) as readonly SentGiftMessage[]) {
    const { entity_id, entity_type } = input.extension_attributes ?? {};
    const isItem = entity_type?.endsWith('item') && entity_id;
    cart = isItem
      ? await writeItemGiftMessage(call, cart, Number(entity_id), input)
      : await writeCartGiftMessage(call, cart, input);
  }
  return cart;
}

/** Writes the message of a cart. Throws if messages are not allowed. */
export async function writeCartGiftMessage(call: Call, cart: StoredCart, input: SentGiftMessage): Promise<StoredCart> {
  if (cart.items.length === 0) throw giftMessageErrors.emptyCart();
  if (call.services.quote.isVirtualCart(call, cart.items)) throw giftMessageErrors.virtual();
  if (!call.config.of(giftMessages.onOrders, { storeId: cart.store_id })) {
    throw giftMessageErrors.unavailable();
  }
  const { gift_message_id: before, ...without } = cart;
  const id = await writeGiftMessage(call, cart, before, input);
  const after =
    id === before
      ? cart
      : await (id === undefined
          ? call.services.quote.saveCart(call, without, {})
          : call.services.quote.saveCart(call, cart, { gift_message_id: id }));
  return await withSentExtensions(call, after, input, (extension, to, fields) =>
    extension.saveCart(call, to, { ...fields }),
  );
}

/** Lets modules save the extension fields of a message. */
async function withSentExtensions(
  call: Call,
  cart: StoredCart,
  { extension_attributes: fields }: SentGiftMessage,
  save: (extension: GiftMessageExtension, cart: StoredCart, fields: object) => Promise<StoredCart>,
): Promise<StoredCart> {
  if (!fields) return cart;
  let saved = cart;
  for (const extension of call.contributions.giftMessageExtensions) saved = await save(extension, saved, fields);
  return saved;
}

/**
 * Writes the message of an item. Throws if messages are not allowed, by the product's attribute or else by the setting.
 */
export async function writeItemGiftMessage(
  call: Call,
  cart: StoredCart,
  itemId: number,
  input: SentGiftMessage,
): Promise<StoredCart> {
  const item = itemOf(cart, itemId);
  if (!item) throw giftMessageErrors.noSuchItem([itemId]);
  if (call.services.quote.isVirtualItem(call, cart.items, item)) throw giftMessageErrors.virtual();
  if (!(await isAllowed(call, cart, item))) throw giftMessageErrors.unavailable();
  const { gift_message_id: before, ...without } = item;
  const id = await writeGiftMessage(call, cart, before, input);
  const changed = id === undefined ? without : { ...without, gift_message_id: id };
  const items = cart.items.map((one) => (one === item ? changed : one));
  const after = id === before ? cart : await call.services.quote.saveCart(call, cart, { items });
  return await withSentExtensions(call, after, input, (extension, to, fields) =>
    extension.saveItem(call, to, itemId, { ...fields }),
  );
}

function itemOf(cart: StoredCart, itemId: number): StoredCartItem | undefined {
  return cart.items.find((item) => item.item_id === itemId && item.parent_item_id === null);
}

/** Values of the product attribute `gift_message_available`; for other values, the setting applies. */
const ownWord: Readonly<Record<string, boolean>> = { '0': false, '1': true };

async function isAllowed(call: Call, cart: StoredCart, item: StoredCartItem): Promise<boolean> {
  const { catalog } = call.services;
  const product = await catalog.productById(call, item.product_id, cart.store_id);
  return allowsGiftMessage(call, product && (await catalog.values(call, product)), cart.store_id);
}

/**
 * Whether a product with these values may have a gift message: by its attribute, or else by the setting of a store
 * view.
 */
export function allowsGiftMessage(
  call: Call,
  values: Readonly<Record<string, string | number>> | undefined,
  storeId: number,
): boolean {
  const own = ownWord[String(values?.gift_message_available ?? '')];
  return own ?? call.config.of(giftMessages.onItems, { storeId }) ?? false;
}

/**
 * Replaces or creates a message; returns its id. A message without a text removes the existing one, as in the
 * interface; then there is no id.
 */
async function writeGiftMessage(
  call: Call,
  cart: StoredCart,
  id: number | undefined,
  input: SentGiftMessage,
): Promise<number | undefined> {
  const { sender = null, recipient = null, message = null } = input;
  if (!message?.trim()) {
    if (id !== undefined) await call.db.deleteFrom('gift_message').where('gift_message_id', '=', id).execute();
    return undefined;
  }
  const values = { customer_id: cart.customer_id ?? 0, sender, recipient, message };
  if (id !== undefined) {
    await call.db.updateTable('gift_message').set(values).where('gift_message_id', '=', id).execute();
    return id;
  }
  const row = await call.db
    .insertInto('gift_message')
    .values(values)
    .returning('gift_message_id')
    .executeTakeFirstOrThrow();
  return row.gift_message_id;
}
