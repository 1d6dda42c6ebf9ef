import { newDepot, newSource, link, type Depot } from '../multi-source-inventory/shop.ts';
import type { Json } from '../sales/shop.ts';
import { cart } from '../support/carts.ts';
import { unique, type Client, type Souk } from '../support/souk.ts';

/** A website whose stock has pickup locations. */
export interface Shops extends Depot {
  /** Codes of its pickup locations: New York, Seattle, Miami. */
  readonly newYork: string;
  readonly seattle: string;
  readonly miami: string;
  /** A source that nobody picks anything up from. */
  readonly depot: string;
}

const cities = {
  newYork: { name: 'East', city: 'New York', region_id: 43, postcode: '10001', latitude: 40.7128, longitude: -74.006 },
  seattle: {
    name: 'North',
    city: 'Seattle',
    region_id: 62,
    postcode: '98101',
    latitude: 47.6062,
    longitude: -122.3321,
  },
  miami: { name: 'South', city: 'Miami', region_id: 18, postcode: '33101', latitude: 25.7617, longitude: -80.1918 },
};

/** Makes a source that is a pickup location. */
export function newLocation(souk: Souk, over: Json = {}): Promise<string> {
  const { extension_attributes, name = 'Shop', ...rest } = over;
  return newSource(souk, {
    name: unique(name),
    city: 'Here',
    street: '5 Ave',
    phone: '212-555-0100',
    ...rest,
    extension_attributes: { is_pickup_location_active: true, frontend_name: `${name} shop`, ...extension_attributes },
  });
}

/** Makes a website of its own with three shops, and a source that is none. */
export async function newShops(souk: Souk): Promise<Shops> {
  const depot = await newDepot(souk, { sources: 1, hasWebsite: true });
  const codes: string[] = [];
  for (const place of Object.values(cities)) codes.push(await newLocation(souk, place));
  const sources = [...depot.sources, ...codes];
  await link(souk, depot.stockId, sources);
  const [newYork, seattle, miami] = codes as [string, string, string];
  return { ...depot, sources, newYork, seattle, miami, depot: depot.sources[0]! };
}

const buyer = {
  firstname: 'Ada',
  lastname: 'Buyer',
  street: ['1 Main St'],
  city: 'Los Angeles',
  region_id: 12,
  country_id: 'US',
  postcode: '90001',
  telephone: '555-0199',
  email: 'ada@example.com',
};

/** A guest's cart with pieces of a product; its path. */
export async function cartWith(guest: Client, sku: string, qty = 2): Promise<string> {
  return (await cart({ guest }, { sku, qty })).path;
}

/** The address of a buyer, who names a pickup location. */
export const at = (pickup_location_code?: string): Json => ({
  ...buyer,
  ...(pickup_location_code !== undefined && { extension_attributes: { pickup_location_code } }),
});

/** Says where a cart is picked up. */
export function choose(guest: Client, path: string, code?: string, carrier = 'instore', method = 'pickup') {
  return guest.post(`${path}/shipping-information`, {
    addressInformation: {
      shipping_address: at(code),
      billing_address: buyer,
      shipping_carrier_code: carrier,
      shipping_method_code: method,
    },
  });
}

/** Orders a cart. */
export function order(guest: Client, path: string, email = buyer.email) {
  return guest.post(`${path}/payment-information`, { email, paymentMethod: { method: 'checkmo' } });
}
