import type { Updateable } from 'kysely';
import type { Call, Tables } from '../../../kernel/call.ts';
import { elementAt, firstOf } from '../../../kernel/lists.ts';
import { keysOf } from '../../../kernel/own-fields.ts';
import { formatTime } from '../../../kernel/time.ts';
import { isChanged, noteChanges } from '../../../platform/change-log/note.ts';
import { insertWithId, updateDocument } from '../../../storage/documents.ts';
import { nextIdsWithRow } from '../../../storage/sequences.ts';
import { randomText } from '../../../platform/access/random.ts';
import { placeOfCall } from '../cart/currency.ts';
import { ITEM_IDS } from '../cart/item-ids.ts';
import { cartEntity } from '../changes.ts';
import type { CartFigures, QuoteRow } from '../tables.ts';
import { isVirtualCart } from '../items/tree.ts';
import { noFigures } from '../cart/figures.ts';
import { emptyAddress, emptyCustomer, itemsQty, ownItems, type StoredCart, type CartDocument } from '../cart/cart.ts';

/** Letters and digits of the masked ids of carts. */
const MASK_SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const MASK_LENGTH = 32;

/** The values that a new cart starts with. */
interface NewCart {
  readonly storeId: number;
  readonly websiteId: number;
  readonly customer_id?: number;
  readonly customer_email?: string;
  readonly customer_group_id?: number;
  /** Whether it gets a masked id, by which guests can use it; a text: that one. */
  readonly masked?: boolean | string;
  /** See `StoredCart`; default: false. */
  readonly is_apart?: boolean;
  readonly company_id?: number;
  readonly document?: Partial<CartDocument>;
}

/** Inserts a cart. */
export async function insertCart(call: Call, start: NewCart): Promise<StoredCart> {
  const now = formatTime(call.clock.now());
  const needed = { quote_address: 2, quote_item: ITEM_IDS, quote_payment: 1 };
  const { rowId, ids } = await nextIdsWithRow(call.db, 'quote', needed);
  const place = placeOfCall(call);
  const document: CartDocument = {
    items: [],
    billing: emptyAddress(firstOf(ids.quote_address)),
    shipping: emptyAddress(elementAt(ids.quote_address, 1)),
    shipping_method: null,
    payment: null,
    customer: emptyCustomer,
    is_guest: false,
    customer_note: null,
    customer_note_notify: true,
    spare_item_ids: ids.quote_item,
    spare_payment_id: firstOf(ids.quote_payment),
    ...(place.store_id === start.storeId && { quote_currency_code: place.quote_currency_code }),
    ...start.document,
  };
  const columns = {
    store_id: start.storeId,
    website_id: start.websiteId,
    customer_id: start.customer_id ?? null,
    masked_id: typeof start.masked === 'string' ? start.masked : start.masked ? newMask() : null,
    created_at: now,
    updated_at: now,
    converted_at: null,
    coupon_code: null,
    customer_email: start.customer_email ?? null,
    customer_group_id: start.customer_group_id ?? 0,
    reserved_order_id: null,
    ...noFigures,
  };
  const isApart = start.is_apart ?? false;
  const company_id = start.company_id ?? 0;
  const id = await insertWithId(
    call.db,
    'quote',
    rowId,
    { ...columns, is_active: 1, is_apart: isApart ? 1 : 0, company_id, is_virtual: 0, items_count: 0, items_qty: 0 },
    document,
  );
  noteChanges(call, [{ entity: cartEntity.name, id, key: String(id), action: 'created' }]);
  return tellFollowers(call, {
    ...document,
    ...columns,
    id,
    is_active: true,
    is_apart: isApart,
    company_id,
    version: 1,
  });
}

async function tellFollowers(call: Call, cart: StoredCart): Promise<StoredCart> {
  for (const follow of call.contributions.cartFollowers) await follow(call, cart);
  return cart;
}

function newMask(): string {
  return randomText(MASK_LENGTH, MASK_SIGNS);
}

/** A cart with the masked id that storefronts know it by; it gets one if it has none. */
export async function giveMask(call: Call, cart: StoredCart): Promise<StoredCart> {
  return cart.masked_id === null ? saveCart(call, cart, { masked_id: newMask() }) : cart;
}

/** Fields that the interface does not know, and that say nothing of the cart. */
const reserves: ReadonlySet<keyof StoredCart> = new Set(['spare_item_ids', 'spare_payment_id']);

/** Columns that seldom change. */
const lasting = [
  'store_id',
  'website_id',
  'customer_id',
  'masked_id',
  'created_at',
  'converted_at',
  'is_active',
  'is_apart',
  'company_id',
] as const satisfies (keyof StoredCart)[];

/**
 * The changed fields among these. SQLite looks up a row in every index on a column that a statement names, and writes
 * the page even if the value is unchanged.
 */
function changesOfLasting(before: StoredCart, cart: StoredCart): Updateable<Tables['quote']> {
  const changed = lasting.filter((name) => cart[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, columnOf(cart[name])]));
}

/** A value as a column stores it: truth as 0 or 1. */
const columnOf = (value: StoredCart[(typeof lasting)[number]]) => (typeof value === 'boolean' ? Number(value) : value);

/**
 * Writes a changed cart; `before`: the stored cart with all of `lasting`. Throws the retryable "stale" error for a cart
 * that was changed since it was read.
 */
export async function saveCart(call: Call, before: StoredCart, changes: Partial<StoredCart>): Promise<StoredCart> {
  const cart: StoredCart = { ...before, ...changes, updated_at: formatTime(call.clock.now()) };
  const { id, version, updated_at, coupon_code, customer_email, customer_group_id, reserved_order_id } = cart;
  const columns = {
    ...changesOfLasting(before, cart),
    updated_at,
    coupon_code,
    customer_email,
    customer_group_id,
    reserved_order_id,
    is_virtual: isVirtualCart(call, cart.items) ? (1 as const) : (0 as const),
    ...figuresIn(cart),
    items_count: ownItems(cart.items).length,
    items_qty: itemsQty(cart),
  };
  const written = await updateDocument(call.db, 'quote', { id, version }, columns, documentOf(cart), {
    withNext: true,
  });
  const fields = keysOf(changes).filter((name) => !reserves.has(name) && isChanged(before[name], cart[name]));
  noteChanges(call, [{ entity: cartEntity.name, id, key: String(id), action: 'changed', fields }]);
  return tellFollowers(call, { ...cart, version: written });
}

function figuresIn(cart: StoredCart): CartFigures {
  const { subtotal, base_subtotal, subtotal_with_discount, base_subtotal_with_discount } = cart;
  const { grand_total, base_grand_total, applied_rule_ids } = cart;
  return {
    subtotal,
    base_subtotal,
    subtotal_with_discount,
    base_subtotal_with_discount,
    grand_total,
    base_grand_total,
    applied_rule_ids,
  };
}

/** The fields of a cart that are columns, and not in its document. */
const columnNames = new Set(
  Object.keys({
    id: true,
    store_id: true,
    website_id: true,
    customer_id: true,
    is_active: true,
    is_apart: true,
    company_id: true,
    is_virtual: true,
    masked_id: true,
    created_at: true,
    updated_at: true,
    converted_at: true,
    items_count: true,
    items_qty: true,
    coupon_code: true,
    customer_email: true,
    customer_group_id: true,
    reserved_order_id: true,
    document: true,
    version: true,
    ...noFigures,
  } satisfies Record<keyof QuoteRow, unknown>),
);

/** The document of a cart: all other fields, including those of modules. `is_group_untold` is stored only when true. */
function documentOf(cart: StoredCart): CartDocument {
  const document: Partial<Record<keyof StoredCart, unknown>> = {};
  for (const name of keysOf(cart)) {
    const value = cart[name];
    if (!columnNames.has(name) && (value || name !== 'is_group_untold')) document[name] = value;
  }
  return document as CartDocument;
}
