import type { Client } from '../support/client.ts';
import type { Catalog } from './walk-catalog.ts';
import type { Shopper } from './walk-customers.ts';
import { address, everything, type Json, type Walk } from './walk.ts';

/** A way to a cart: who calls, and where the cart is found. */
interface Way {
  readonly caller: Client;
  readonly cart: string | number;
  /** Path of the cart. */
  readonly path: string;
  /** Whether carts are the caller's own, or anybody's by id. */
  readonly whose: 'own' | 'guest' | 'any';
}

const payment = { method: 'checkmo' };
const shippingAddress = address();

/** Carts by all three ways, with products of every type, up to their orders; gives the ids of the orders. */
export async function walkCarts(walk: Walk, catalog: Catalog, shopper: Shopper, coupon: string): Promise<number[]> {
  const { good, admin, guest, souk } = walk;
  await souk.configure({
    'catalog/downloadable/disable_guest_checkout': '0',
    'sales/gift_options/allow_order': '1',
    'sales/gift_options/allow_items': '1',
  });
  const orders = [];
  const mine = await good(shopper.caller, 'POST /V1/carts/mine');
  const own: Way = { caller: shopper.caller, cart: mine as unknown as number, path: '/V1/carts/mine', whose: 'own' };
  await walkCart(walk, own, catalog, coupon);
  await good(shopper.caller, 'PUT /V1/carts/mine', {
    quote: {
      id: own.cart,
      store_id: 1,
      customer: { id: shopper.id, email: 'ada@example.com', firstname: 'Ada', lastname: 'B' },
    },
  });
  await good(shopper.caller, 'POST /V1/carts/mine/estimate-shipping-methods-by-address-id', {
    addressId: shopper.addressId,
  });
  await good(shopper.caller, 'PUT /V1/carts/mine/collect-totals', {
    paymentMethod: payment,
    shippingCarrierCode: 'flatrate',
    shippingMethodCode: 'flatrate',
  });
  await good(shopper.caller, 'POST /V1/carts/mine/set-payment-information', {
    paymentMethod: payment,
    billingAddress: shippingAddress,
  });
  await good(shopper.caller, 'GET /V1/carts/mine/payment-information');
  orders.push(
    await good(shopper.caller, 'POST /V1/carts/mine/payment-information', {
      paymentMethod: payment,
      billingAddress: shippingAddress,
    }),
  );
  await good(shopper.caller, 'POST /V1/carts/mine');
  await walkCart(walk, own, { ...catalog, simple: catalog.virtual }, coupon, true);
  orders.push(await good(shopper.caller, 'PUT /V1/carts/mine/order', { paymentMethod: payment }));

  const mask = await good(guest, 'POST /V1/guest-carts');
  const masked: Way = {
    caller: guest,
    cart: mask as unknown as string,
    path: `/V1/guest-carts/${mask}`,
    whose: 'guest',
  };
  await walkCart(walk, masked, catalog, coupon);
  await good(guest, `PUT ${masked.path}/collect-totals`, {
    paymentMethod: payment,
    shippingCarrierCode: 'flatrate',
    shippingMethodCode: 'flatrate',
  });
  await good(guest, `POST ${masked.path}/set-payment-information`, {
    email: 'ada@example.com',
    paymentMethod: payment,
    billingAddress: shippingAddress,
  });
  await good(guest, `GET ${masked.path}/payment-information`);
  orders.push(
    await good(guest, `POST ${masked.path}/payment-information`, {
      email: 'ada@example.com',
      paymentMethod: payment,
      billingAddress: shippingAddress,
    }),
  );
  for (let i = 0; i < 3; i++) orders.push(await guestOrder(walk, catalog));

  await good(admin, `POST /V1/customers/${shopper.id}/carts`);
  const given = await good(guest, 'POST /V1/guest-carts');
  await good(shopper.caller, `PUT /V1/guest-carts/${given}`, { customerId: shopper.id, storeId: 1 });
  const any = await good(admin, 'POST /V1/carts/');
  const byId: Way = { caller: admin, cart: Number(any), path: `/V1/carts/${any}`, whose: 'any' };
  await walkCart(walk, byId, catalog, coupon);
  await good(admin, `GET /V1/carts/search?${everything('entity_id')}`);
  orders.push(await good(admin, `PUT ${byId.path}/order`, { paymentMethod: payment }));
  const nobodys = await good(admin, 'POST /V1/carts/');
  await good(admin, `POST /V1/carts/${nobodys}/items`, {
    cartItem: { sku: catalog.simple.sku, qty: 1, quote_id: String(nobodys) },
  });
  await good(admin, `PUT /V1/carts/${nobodys}`, { customerId: shopper.id, storeId: 1 });
  await good(admin, `POST /V1/carts/${nobodys}/estimate-shipping-methods-by-address-id`, {
    addressId: shopper.addressId,
  });
  return orders.map(Number);
}

/** An order of a guest, placed by the shortest way. */
async function guestOrder({ good, guest }: Walk, { simple }: Catalog): Promise<Json> {
  const cart = await good(guest, 'POST /V1/guest-carts');
  const path = `/V1/guest-carts/${cart}`;
  await good(guest, `POST ${path}/items`, { cartItem: { sku: simple.sku, qty: 2, quote_id: cart } });
  await good(guest, `POST ${path}/shipping-information`, shippingInformation());
  await good(guest, `POST ${path}/billing-address`, { address: shippingAddress });
  await good(guest, `PUT ${path}/selected-payment-method`, { method: payment });
  return good(guest, `PUT ${path}/order`, { paymentMethod: payment });
}

const shippingInformation = (): Json => ({
  addressInformation: {
    shipping_address: shippingAddress,
    billing_address: shippingAddress,
    shipping_method_code: 'flatrate',
    shipping_carrier_code: 'flatrate',
  },
});

/** What can be done with a cart, by one of the ways to it. */
async function walkCart(walk: Walk, way: Way, catalog: Catalog, coupon: string, virtual = false): Promise<void> {
  const { good } = walk;
  const { caller, path, whose } = way;
  await good(caller, `GET ${path}`);
  for (const what of ['items', 'totals', 'shipping-methods', 'selected-payment-method', 'coupons'])
    await walk.send(caller, `GET ${path}/${what}`);
  const item = await addItems(walk, way, catalog, virtual);
  await good(caller, `GET ${path}/items`);
  if (!virtual) await walkGifts(walk, way, item);
  const where = { address: shippingAddress };
  if (!virtual) {
    await good(caller, `POST ${path}/estimate-shipping-methods`, where);
    await good(caller, `POST ${path}/totals-information`, {
      addressInformation: {
        address: shippingAddress,
        shipping_method_code: 'flatrate',
        shipping_carrier_code: 'flatrate',
      },
    });
    await good(caller, `POST ${path}/shipping-information`, shippingInformation());
    await good(caller, `GET ${path}/shipping-methods`);
  }
  await good(caller, `POST ${path}/billing-address`, where);
  await good(caller, `GET ${path}/billing-address`);
  if (whose !== 'guest') {
    const coupons = `${path.replace('/V1/', '/V2/')}/coupons`;
    for (const method of ['POST', 'PUT']) await good(caller, `${method} ${coupons}`, { couponCodes: [coupon] });
    await good(caller, `GET ${coupons}`);
    await good(caller, `POST ${coupons}/deleteByCodes`, { couponCodes: [coupon] });
  }
  await good(caller, `PUT ${path}/coupons/${coupon}`);
  await good(caller, `GET ${path}/coupons`);
  await good(caller, `DELETE ${path}/coupons`);
  await good(caller, `PUT ${path}/coupons/${coupon}`);
  await good(caller, `GET ${path}/payment-methods`);
  await good(caller, `PUT ${path}/selected-payment-method`, { method: payment });
  await good(caller, `GET ${path}/selected-payment-method`);
  await good(caller, `GET ${path}/totals`);
  await good(caller, `GET ${path}`);
}

async function addItems(
  { good }: Walk,
  { caller, cart, path }: Way,
  catalog: Catalog,
  virtual: boolean,
): Promise<Json> {
  const add = (sku: string, more: Json = {}): Promise<Json> =>
    good(caller, `POST ${path}/items`, { cartItem: { sku, qty: 2, quote_id: String(cart), ...more } });
  const options = (extension_attributes: Json): Json => ({ product_option: { extension_attributes } });
  const first = await add(catalog.simple.sku);
  await good(caller, `PUT ${path}/items/${first.item_id}`, { cartItem: { qty: 1, quote_id: String(cart) } });
  const gone = await add(catalog.virtual.sku, { qty: 3 });
  if (gone.item_id !== first.item_id) await good(caller, `DELETE ${path}/items/${gone.item_id}`);
  if (virtual) return first;
  const engraving = (catalog.simple.options as Json[]).find(({ title }) => title === 'Engraving')!;
  await add(
    catalog.simple.sku,
    options({ custom_options: [{ option_id: String(engraving.option_id), option_value: 'Ada' }] }),
  );
  const [shade] = catalog.configurable.extension_attributes.configurable_product_options as Json[];
  await add(
    catalog.configurable.sku,
    options({
      configurable_item_options: [
        { option_id: String(catalog.attributeId), option_value: shade!.values[0].value_index },
      ],
    }),
  );
  const [part] = catalog.bundle.extension_attributes.bundle_product_options as Json[];
  await add(
    catalog.bundle.sku,
    options({
      bundle_options: [
        { option_id: part!.option_id, option_qty: 1, option_selections: [Number(part!.product_links[0].id)] },
      ],
    }),
  );
  const [download] = catalog.downloadable.extension_attributes.downloadable_product_links as Json[];
  await add(catalog.downloadable.sku, options({ downloadable_option: { downloadable_links: [download!.id] } }));
  return first;
}

async function walkGifts({ good }: Walk, { caller, path }: Way, { item_id }: Json): Promise<void> {
  const giftMessage = { sender: 'Ada', recipient: 'Grace', message: 'Well walked.' };
  for (const of of ['', `/${item_id}`]) {
    await good(caller, `GET ${path}/gift-message${of}`);
    await good(caller, `POST ${path}/gift-message${of}`, { giftMessage });
    await good(caller, `GET ${path}/gift-message${of}`);
  }
}
