import type { Call } from '../../kernel/call.ts';
import type { Setting } from '../../kernel/settings.ts';
import type { GiftMessageExtension } from '../gift-message/message-extensions.ts';
import type { StoredCart, StoredCartItem } from '../quote/service.ts';
import { giftOptions } from './configuration.ts';
import { findDesigns, type Design } from './designs.ts';
import { wrappingErrors } from './errors.ts';
import { wrappingOfProducts } from './product-attributes.ts';

declare module '../quote/document-extensions.ts' {
  interface CartExtensions {
    /** The design for the whole cart, and its extras. */
    readonly gw_id?: number | undefined;
    readonly gw_allow_gift_receipt?: boolean | undefined;
    readonly gw_add_card?: boolean | undefined;
  }
  interface CartItemExtensions {
    /** The design for each unit. */
    readonly gw_id?: number | undefined;
  }
}

/** Wrapping is chosen with the gift message of a cart or an item, as in the interface; design 0 removes it. */
export const wrappingWithMessages: GiftMessageExtension = {
  show: ({ gw_id, gw_allow_gift_receipt, gw_add_card }) => ({
    ...(gw_id === undefined ? {} : { wrapping_id: gw_id }),
    ...(gw_allow_gift_receipt === undefined ? {} : { wrapping_allow_gift_receipt: gw_allow_gift_receipt }),
    ...(gw_add_card === undefined ? {} : { wrapping_add_printed_card: gw_add_card }),
  }),
  async saveCart(call, cart, input) {
    const flags = {
      ...flagOf(call, cart, input.wrapping_allow_gift_receipt, 'gw_allow_gift_receipt', giftOptions.hasReceipt),
      ...flagOf(call, cart, input.wrapping_add_printed_card, 'gw_add_card', giftOptions.hasCard),
    };
    const chosen =
      input.wrapping_id == null
        ? {}
        : { gw_id: await chosenDesign(call, cart, input.wrapping_id, isOrderAllowed(call, cart)) };
    const changes = { ...flags, ...chosen };
    return Object.keys(changes).length > 0 ? call.services.quote.changeCart(call, cart, changes) : cart;
  },
  async saveItem(call, cart, itemId, input) {
    if (input.wrapping_id == null) return cart;
    const gw_id = await chosenDesign(call, cart, input.wrapping_id, await isItemAllowed(call, cart, itemId));
    const items = cart.items.map((item): StoredCartItem => (item.item_id === itemId ? { ...item, gw_id } : item));
    return call.services.quote.changeCart(call, cart, { items });
  },
};

/** The value of a flag in a request; throws if it is set but not allowed. */
function flagOf(
  call: Call,
  { store_id }: StoredCart,
  input: unknown,
  name: 'gw_allow_gift_receipt' | 'gw_add_card',
  isAllowed: Setting<boolean>,
): Partial<Pick<StoredCart, typeof name>> {
  if (typeof input !== 'boolean') return {};
  if (input && !call.config.of(isAllowed, { storeId: store_id })) throw wrappingErrors.unavailable();
  return { [name]: input };
}

/** The chosen design; undefined for none (0). Throws for a design that is not available on the cart's website. */
async function chosenDesign(
  call: Call,
  cart: StoredCart,
  input: unknown,
  isAllowed: boolean,
): Promise<number | undefined> {
  const id = Number(input);
  if (id === 0) return undefined;
  if (!isAllowed) throw wrappingErrors.unavailable();
  const design = (await findDesigns(call, [id], cart.store_id)).get(id);
  if (!design) throw wrappingErrors.notFound([id]);
  if (!isOffered(design, cart)) throw wrappingErrors.unavailable();
  return id;
}

function isOrderAllowed(call: Call, { store_id }: StoredCart): boolean {
  return call.config.of(giftOptions.wrapsOrders, { storeId: store_id });
}

/** Whether units of an item may be wrapped: only of shipped ones, by the product's attribute, or else by the setting. */
async function isItemAllowed(call: Call, { items, store_id }: StoredCart, itemId: number): Promise<boolean> {
  const item = items.find(({ item_id }) => item_id === itemId);
  if (!item || call.services.quote.isVirtualItem(call, items, item)) return false;
  const wrapping = (await wrappingOfProducts(call, [item.product_id], store_id)).get(item.product_id);
  return allowsWrapping(call, wrapping?.isAllowed, store_id);
}

/** Whether items may be wrapped in a store view: what the product says, or else the setting. */
export function allowsWrapping(call: Call, own: boolean | undefined, storeId: number): boolean {
  return own ?? call.config.of(giftOptions.wrapsItems, { storeId });
}

/** Whether buyers of a cart may choose a design. */
export function isOffered({ status, websiteIds }: Design, { website_id }: StoredCart): boolean {
  return status === 1 && websiteIds.includes(website_id);
}
