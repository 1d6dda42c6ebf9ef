import type { Call } from '../../kernel/call.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { OrderExtension } from '../sales/extensions.ts';
import { registryFor } from './registries.ts';

declare module '../quote/document-extensions.ts' {
  interface CartAddressExtensions {
    /** The registry with this address. */
    readonly gift_registry_id?: number;
  }
  interface OrderExtensions {
    /** The registry that receives the order. */
    readonly gift_registry_id?: number;
  }
}

/** Replaces the address fields of a registry that buyers may not see. */
const hidden = { company: null, street: [''], city: null, postcode: null, telephone: null, fax: null };

/** A cart is shipped to the address of the registry named in its shipping address. Its order keeps the registry id. */
export const cartsToRegistries: CartExtension = {
  fields: [],
  async shipTo(call, cart, { gift_registry_id: id }) {
    if (typeof id !== 'number' || id === 0) return undefined;
    const registry = await registryFor(call, cart, id);
    return { ...registry.address, gift_registry_id: registry.id };
  },
  showShipping(call, { gift_registry_id }) {
    if (gift_registry_id === undefined) return undefined;
    return { ...(isBuyer(call) ? hidden : {}), extension_attributes: { gift_registry_id } };
  },
  draft: ({ shipping: { gift_registry_id } }) => (gift_registry_id === undefined ? {} : { gift_registry_id }),
};

/** The buyer's order documents hide the address as well. */
export const ordersForRegistries: OrderExtension = {
  fields: [],
  hidesShippingAddress: ({ gift_registry_id }) => gift_registry_id !== undefined,
};

function isBuyer({ caller: { type } }: Call): boolean {
  return type === 'customer' || type === 'guest';
}
