import type { Call } from '../../kernel/call.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { StoredCart } from '../quote/service.ts';
import { PICKUP_METHOD } from './carrier.ts';
import { pickupErrors } from './errors.ts';
import { findLocations, type ShownLocation } from './locations/location.ts';

declare module '../quote/document-extensions.ts' {
  interface CartAddressExtensions {
    /** The pickup location with this address. */
    readonly pickup_location_code?: string;
  }
  interface OrderExtensions {
    /** The pickup location of the order. */
    readonly pickup_location_code?: string;
  }
}

/** A cart with a pickup location is shipped to its address; the pickup method requires a location. */
export const cartsToPickUp: CartExtension = {
  fields: [],
  async shipTo(call, cart, { pickup_location_code: code }) {
    if (typeof code !== 'string' || code === '') return undefined;
    return addressOf(call, await requireLocation(call, cart, code));
  },
  showShipping: (_, { pickup_location_code }) =>
    pickup_location_code === undefined ? undefined : { extension_attributes: { pickup_location_code } },
  async requireOrderable(call, cart) {
    if (cart.shipping_method !== PICKUP_METHOD) return;
    const { pickup_location_code: code } = cart.shipping;
    if (code === undefined) throw pickupErrors.noLocation();
    await requireLocation(call, cart, code);
  },
  methodTitle: (cart) => (isPickedUp(cart) ? (cart.shipping.firstname ?? undefined) : undefined),
  draft(cart) {
    const { pickup_location_code } = cart.shipping;
    return isPickedUp(cart) && pickup_location_code !== undefined ? { pickup_location_code } : {};
  },
};

function isPickedUp({ shipping, shipping_method }: StoredCart): boolean {
  return shipping_method === PICKUP_METHOD && shipping.pickup_location_code !== undefined;
}

/** A pickup location of the cart's website. Throws if the code is unknown. */
async function requireLocation(call: Call, cart: StoredCart, code: string): Promise<ShownLocation> {
  const { multiSource, store } = call.services;
  const website = store.website(cart.website_id)?.code ?? '';
  const stockId = await multiSource.stockOfChannel(call, 'website', website);
  const location = (await findLocations(call, stockId, [code])).get(code);
  if (!location) throw pickupErrors.unknownLocation([code, 'website', website]);
  return location;
}

/** The address of a location, in the format of a cart address. */
function addressOf({ services: { directory } }: Call, location: ShownLocation): Partial<StoredCart['shipping']> {
  const { pickup_location_code, name, country_id, region_id, region, city, street, postcode, phone } = location;
  const byId = region_id === null ? undefined : directory.region(region_id);
  const known =
    byId?.country_id === country_id ? byId : region ? directory.regionByText(country_id, region) : undefined;
  return {
    pickup_location_code,
    firstname: name,
    lastname: 'Store',
    country_id,
    region: known?.name ?? region,
    region_id: known?.id ?? null,
    region_code: known?.code ?? region,
    city,
    street: street === null ? [] : [street],
    postcode,
    telephone: phone,
  };
}
