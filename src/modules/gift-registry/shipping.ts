import type { Call } from '../../kernel/call.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { OrderExtension } from '../sales/extensions.ts';
import type { StoredCart } from '../quote/service.ts';
import { checkShippable, findRegistryByUid, registryFor, type Registry } from './registries.ts';

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

/** A cart is shipped to the address of the registry named in its shipping address. Its order keeps the registry id. */
export const cartsToRegistries: CartExtension = {
  fields: [],
  async shipTo(call, cart, { gift_registry_id: id, gift_registry_uid: uid }) {
    const registry = await shippedRegistry(call, cart, id, uid);
    return registry && { ...registry.address, gift_registry_id: registry.id };
  },
  showShipping: (_, { gift_registry_id }) =>
    gift_registry_id === undefined ? undefined : { extension_attributes: { gift_registry_id } },
  hidesShipping: (call, { gift_registry_id }) => gift_registry_id !== undefined && isBuyer(call),
  draft: ({ shipping: { gift_registry_id } }) => (gift_registry_id === undefined ? {} : { gift_registry_id }),
};

/** The registry that an input names by its id, or by its public id; undefined if it names none. Throws 404. */
async function shippedRegistry(call: Call, cart: StoredCart, id: unknown, uid: unknown): Promise<Registry | undefined> {
  if (typeof uid === 'string' && uid !== '') return checkShippable(call, cart, await findRegistryByUid(call, uid));
  return typeof id === 'number' && id !== 0 ? registryFor(call, cart, id) : undefined;
}

/** The buyer's order documents hide the address as well. */
export const ordersForRegistries: OrderExtension = {
  fields: [],
  hidesShippingAddress: ({ gift_registry_id }) => gift_registry_id !== undefined,
};

function isBuyer({ caller: { type } }: Call): boolean {
  return type === 'customer' || type === 'guest';
}
