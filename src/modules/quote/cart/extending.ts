import type { Call } from '../../../kernel/call.ts';
import { isAnyWanted, type WantedFields } from '../../../kernel/fields-filter.ts';
import { mergeFields } from '../../../kernel/fields.ts';
import { fieldOf, type SearchField } from '../../../storage/criteria/fields.ts';
import type { OrderExtensions, OrderItemExtensions } from '../document-extensions.ts';
import type { ActiveRule } from '../rules.ts';
import type { QuoteAddressOutput } from '../types.ts';
import type { CartAddress, StoredCart, StoredCartItem } from './cart.ts';
import type { CartFields, ExtensionFields, StoredExtensionFields } from './extensions.ts';

/** The fields that modules add to carts, by id of the cart or of the item; one query for each module. */
export interface ShownExtensions {
  ofCart(id: number): ExtensionFields;
  ofItem(id: number): ExtensionFields;
}

/**
 * Loads the fields that modules add to carts and their items. `requestedFields`: the extension attributes of carts and
 * items in the response; default: all.
 */
export async function loadExtensions(
  call: Call,
  carts: readonly StoredCart[],
  requestedFields: readonly WantedFields[] = [undefined],
): Promise<ShownExtensions> {
  const loaded: CartFields[] = [];
  for (const { load, fields } of carts.length > 0 ? call.contributions.cartExtensions : []) {
    if (load && requestedFields.some((attributes) => isAnyWanted(attributes, fields)))
      loaded.push(await load(call, carts));
  }
  return {
    ofCart: (id) => mergeFields(loaded.map((fields) => fields.carts?.get(id))),
    ofItem: (id) => mergeFields(loaded.map((fields) => fields.items?.get(id))),
  };
}

/** Reads the extension attributes in a cart's request; returns the fields to store. */
export async function saveExtensions(
  call: Call,
  cart: StoredCart,
  input: object | null | undefined,
): Promise<StoredExtensionFields> {
  const storedFields: StoredExtensionFields[] = [];
  for (const extension of input ? call.contributions.cartExtensions : []) {
    if (extension.save) storedFields.push(await extension.save(call, cart, { ...input }));
  }
  return mergeFields(storedFields);
}

/** The items, in which those of `ids` get the fields to store from their extension attributes in the request. */
export async function withSentExtensions(
  call: Call,
  items: readonly StoredCartItem[],
  ids: readonly number[],
  input: object | null | undefined,
): Promise<StoredCartItem[]> {
  const savers = input ? call.contributions.cartExtensions.flatMap(({ saveItem }) => saveItem ?? []) : [];
  if (savers.length === 0) return [...items];
  const saved: StoredCartItem[] = [];
  for (const item of items) {
    const isSent = ids.includes(item.item_id);
    const extended = isSent ? { ...item } : item;
    for (const saveItem of isSent ? savers : []) Object.assign(extended, await saveItem(call, item, { ...input }));
    saved.push(extended);
  }
  return saved;
}

/**
 * The shipping address that a module derives from the extension attributes of an address in a request; undefined when
 * none does.
 */
export async function placeSent(
  call: Call,
  cart: StoredCart,
  input: object | null | undefined,
): Promise<Partial<CartAddress> | undefined> {
  for (const extension of input ? call.contributions.cartExtensions : []) {
    const place = await extension.shipTo?.(call, cart, { ...input });
    if (place) return place;
  }
  return undefined;
}

/** The fields of a cart's shipping address that callers see in place of the stored ones. */
export function shownShipping(call: Call, shipping: CartAddress): Partial<QuoteAddressOutput> {
  const views = call.contributions.cartExtensions.map((extension) => extension.showShipping?.(call, shipping));
  const hidden = isShippingHidden(call, shipping) ? hiddenPlace : undefined;
  return mergeFields<Partial<QuoteAddressOutput>>([hidden, ...views]);
}

/** Whether the caller must not see where a shipping address is. */
export function isShippingHidden(call: Call, shipping: CartAddress): boolean {
  return call.contributions.cartExtensions.some((extension) => extension.hidesShipping?.(call, shipping));
}

/** Replaces the fields of a shipping address that the caller must not see. */
export const hiddenPlace = { company: null, street: [''], city: null, postcode: null, telephone: null, fax: null };

/** Throws the first reason of a module against ordering a cart. */
export async function requireOrderable(call: Call, cart: StoredCart): Promise<void> {
  for (const extension of call.contributions.cartExtensions) await extension.requireOrderable?.(call, cart);
}

/** The title of a cart's shipping method that a module sets; undefined when no module sets one. */
export function methodTitleOf(call: Call, cart: StoredCart): string | undefined {
  return call.contributions.cartExtensions.map((extension) => extension.methodTitle?.(cart)).find(Boolean);
}

/** The fields of modules that an order takes over from its cart. */
export async function draftExtensions(call: Call, cart: StoredCart): Promise<OrderExtensions> {
  const drafted: (OrderExtensions | undefined)[] = [];
  for (const extension of call.contributions.cartExtensions) drafted.push(await extension.draft?.(cart, call));
  return mergeFields(drafted);
}

/** The fields of modules that an order's item takes over from the cart's. */
export function draftItemExtensions(
  call: Call,
  item: StoredCartItem,
  rules: readonly ActiveRule[],
): OrderItemExtensions {
  const drafted = call.contributions.cartExtensions.map((extension) => extension.draftItem?.(item, rules));
  return mergeFields(drafted);
}

/** A search field that an extension adds to lists of carts. */
export function searchFieldOf(call: Call, name: string): SearchField | undefined {
  const added = call.contributions.cartExtensions.map(({ searchFields }) => fieldOf(searchFields ?? {}, name));
  return added.find(Boolean);
}
