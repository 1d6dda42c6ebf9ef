import type { Call } from '../../../kernel/call.ts';
import { isAnyWanted, type WantedFields } from '../../../kernel/fields-filter.ts';
import { fieldOf, type SearchField } from '../../../search/fields.ts';
import type { CartExtensions, OrderExtensions, OrderItemExtensions } from '../document-extensions.ts';
import type { StoredCart, StoredCartItem } from './cart.ts';
import type { CartFields, ExtensionFields } from './extensions.ts';

/** What modules show of carts, by id of the cart or of the item: a query for each module that does. */
export interface ShownExtensions {
  ofCart(id: number): ExtensionFields;
  ofItem(id: number): ExtensionFields;
}

/**
 * Loads what modules show of carts and their items; `wanted`: which extension attributes, of the carts and of items wherever these
 * are shown. All of them when left out.
 */
export async function loadExtensions(
  call: Call,
  carts: readonly StoredCart[],
  wanted: readonly WantedFields[] = [undefined],
): Promise<ShownExtensions> {
  const loaded: CartFields[] = [];
  for (const { load, fields } of carts.length > 0 ? call.contributions.cartExtensions : []) {
    if (load && wanted.some((attributes) => isAnyWanted(attributes, fields))) loaded.push(await load(call, carts));
  }
  return {
    ofCart: (id) => Object.assign({}, ...loaded.map((fields) => fields.carts?.get(id))),
    ofItem: (id) => Object.assign({}, ...loaded.map((fields) => fields.items?.get(id))),
  };
}

/** What a cart keeps of the extension attributes that were sent with it. */
export async function saveExtensions(
  call: Call,
  cart: StoredCart,
  sent: object | null | undefined,
): Promise<CartExtensions> {
  const kept: CartExtensions[] = [];
  for (const extension of sent ? call.contributions.cartExtensions : []) {
    if (extension.save) kept.push(await extension.save(call, cart, { ...sent }));
  }
  return Object.assign({}, ...kept) as CartExtensions;
}

/** Items with what they keep of the extension attributes that were sent with those of `ids`. */
export async function withSentExtensions(
  call: Call,
  items: readonly StoredCartItem[],
  ids: readonly number[],
  sent: object | null | undefined,
): Promise<StoredCartItem[]> {
  const savers = sent ? call.contributions.cartExtensions.filter(({ saveItem }) => saveItem) : [];
  const saved = [...items];
  for (const [at, item] of saved.entries()) {
    for (const extension of ids.includes(item.item_id) ? savers : []) {
      saved[at] = { ...saved[at]!, ...(await extension.saveItem!(call, item, { ...sent })) };
    }
  }
  return saved;
}

/** What goes from a cart into its order. */
export function draftExtensions(call: Call, cart: StoredCart): OrderExtensions {
  const drafted = call.contributions.cartExtensions.map((extension) => extension.draft?.(cart));
  return Object.assign({}, ...drafted) as OrderExtensions;
}

/** What goes from an item of a cart into that of its order. */
export function draftItemExtensions(call: Call, item: StoredCartItem): OrderItemExtensions {
  const drafted = call.contributions.cartExtensions.map((extension) => extension.draftItem?.(item));
  return Object.assign({}, ...drafted) as OrderItemExtensions;
}

/** The field of an extension that lists of carts are searched by. */
export function searchFieldOf(call: Call, name: string): SearchField | undefined {
  const added = call.contributions.cartExtensions.map(({ searchFields }) => fieldOf(searchFields ?? {}, name));
  return added.find(Boolean);
}
