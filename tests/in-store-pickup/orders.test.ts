import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemsOf, salable, setItems, stocked } from '../multi-source-inventory/shop.ts';
import type { Json } from '../sales/shop.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { mails, mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { fails, ok, startSouk, unique, until, type Client, type Souk } from '../support/souk.ts';
import { at, cartWith, choose, newShops, order, type Shops } from './shops.ts';

let souk: Souk;
let shops: Shops;
let guest: Client;
let sku: string;

beforeAll(async () => {
  souk = await startSouk();
  shops = await newShops(souk);
  guest = souk.guest.store(shops.view);
  sku = (await stocked(souk, shops, [])).sku;
  await setItems(souk, sku, { [shops.newYork]: 50, [shops.depot]: 20 });
  await souk.configure({ 'carriers/instore/active': '1', 'carriers/instore/price': '1.50' });
  const path = await cartWith(guest, sku);
  await until(async () => (await methods(path)).includes('instore'));
});
afterAll(() => souk?.stop());

/** The carriers that a cart is offered at the address of a buyer. */
async function methods(path: string, caller = guest, code?: string): Promise<string[]> {
  const rates = ok(await caller.post(`${path}/estimate-shipping-methods`, { address: at(code) })) as Json[];
  return rates.map(({ carrier_code }) => carrier_code as string);
}

/** An order that is picked up in New York. */
async function picked(qty = 2, email?: string): Promise<number> {
  const path = await cartWith(guest, sku, qty);
  ok(await choose(guest, path, shops.newYork));
  return ok(await order(guest, path, email));
}

const orderOf = async (id: number): Promise<Json> => ok(await souk.admin.get(`/V1/orders/${id}`));

const notify = (...orderIds: readonly number[]) =>
  souk.admin.post('/V1/order/notify-orders-are-ready-for-pickup', { orderIds });

describe('a cart', () => {
  it('is offered pickup where the stock of its website has locations', async () => {
    const path = await cartWith(guest, sku);
    const rates = ok(await guest.post(`${path}/estimate-shipping-methods`, { address: at(shops.newYork) })) as Json[];
    expect(rates.find(({ carrier_code: code }) => code === 'instore')).toMatchObject({
      method_code: 'pickup',
      carrier_title: 'In-Store Pickup Delivery',
      method_title: 'Pick in Store',
      amount: 1.5,
      available: true,
    });
    expect(rates.map(({ carrier_code: code }) => code)).toContain('flatrate');
    const { sku: usual } = await newProduct(souk);
    expect(await methods(await cartWith(souk.guest, usual), souk.guest)).toEqual(['flatrate']);
  });

  it('is shipped to the address of the location that it names, until it names none', async () => {
    const path = await cartWith(guest, sku);
    fails(
      await choose(guest, path, 'msi_none'),
      400,
      `The shipping information was unable to be saved. Error: "Can not find Pickup Location with code msi_none for website Sales Channel "${shops.view}"."`,
    );
    // A source of the stock that is no pickup location will not do either.
    fails(await choose(guest, path, shops.depot), 400, /Can not find Pickup Location/);
    ok(await choose(guest, path, shops.newYork));
    const shipping = async (): Promise<Json> =>
      ok(await guest.get(path)).extension_attributes.shipping_assignments[0].shipping;
    expect(await shipping()).toMatchObject({
      method: 'instore_pickup',
      address: {
        firstname: 'East shop',
        lastname: 'Store',
        street: ['5 Ave'],
        city: 'New York',
        region_code: 'NY',
        postcode: '10001',
        telephone: '212-555-0100',
        email: 'ada@example.com',
        extension_attributes: { pickup_location_code: shops.newYork },
      },
    });
    ok(await choose(guest, path, undefined, 'flatrate', 'flatrate'));
    const { address } = await shipping();
    expect(address).toMatchObject({ firstname: 'Ada', city: 'Los Angeles' });
    expect(address.extension_attributes).toBeUndefined();
  });

  it('is not ordered without a location, or with one that has closed', async () => {
    const path = await cartWith(guest, sku);
    ok(await choose(guest, path));
    fails(await order(guest, path), 400, 'Quote does not have Pickup Location assigned.');
    ok(await choose(guest, path, shops.seattle));
    const source = ok(await souk.admin.get(`/V1/inventory/sources/${shops.seattle}`));
    const { carrier_links: _, ...kept } = source;
    ok(await souk.admin.put(`/V1/inventory/sources/${shops.seattle}`, { source: { ...kept, enabled: false } }));
    fails(await order(guest, path), 400, /Can not find Pickup Location/);
    ok(await souk.admin.put(`/V1/inventory/sources/${shops.seattle}`, { source: kept }));
    ok(await order(guest, path));
  });
});

describe('an order that is picked up', () => {
  it('tells where, alone and in lists, and no other order does', async () => {
    const id = await picked();
    const made = await orderOf(id);
    expect(made).toMatchObject({
      shipping_description: 'In-Store Pickup Delivery - East shop',
      shipping_amount: 1.5,
      extension_attributes: {
        pickup_location_code: shops.newYork,
        shipping_assignments: [{ shipping: { method: 'instore_pickup', address: { city: 'New York' } } }],
      },
    });
    const path = await cartWith(guest, sku);
    ok(await choose(guest, path, shops.newYork, 'flatrate', 'flatrate'));
    const sent: number = ok(await order(guest, path));
    const filter = 'searchCriteria[filter_groups][0][filters][0]';
    const { items } = ok(
      await souk.admin.get(
        `/V1/orders?${filter}[field]=entity_id&${filter}[value]=${id},${sent}&${filter}[condition_type]=in`,
      ),
    );
    const codes = new Map(
      (items as Json[]).map((one) => [one.entity_id, one.extension_attributes.pickup_location_code]),
    );
    expect(codes).toEqual(
      new Map([
        [id, shops.newYork],
        [sent, undefined],
      ]),
    );
    const from = { arguments: { extension_attributes: { source_code: shops.depot } } };
    ok(await souk.admin.post(`/V1/order/${sent}/ship`, from));
  });

  it('is not shipped by hand', async () => {
    const id = await picked();
    const body = { arguments: { extension_attributes: { source_code: shops.newYork } } };
    fails(
      await souk.admin.post(`/V1/order/${id}/ship`, body),
      400,
      'Could not save a shipment, see error log for details',
    );
    expect((await orderOf(id)).items[0].qty_shipped).toBe(0);
  });

  it('D235: leaves its location with the notice, once, and each notice is told', async () => {
    const email = `${unique('ready')}@example.com`;
    const id = await picked(3, email);
    const before = (await itemsOf(souk, sku))[shops.newYork]![0];
    const left = await salable(souk, sku, shops.stockId);
    expect(ok(await notify(id))).toEqual({ successful: true, errors: [] });
    expect((await itemsOf(souk, sku))[shops.newYork]).toEqual([before - 3, 1]);
    expect(await salable(souk, sku, shops.stockId)).toBe(left);
    const mail = await mailTo(souk, email, ({ subject }) => subject.includes('is ready for pickup'));
    expect(mail.text).toContain('East shop');
    expect(mail.text).toContain('10001 New York');
    const filter = 'searchCriteria[filter_groups][0][filters][0]';
    const shipments = async (): Promise<Json> =>
      ok(await souk.admin.get(`/V1/shipments?${filter}[field]=order_id&${filter}[value]=${id}`));
    expect(await shipments()).toMatchObject({
      items: [{ total_qty: 3, extension_attributes: { source_code: shops.newYork } }],
      total_count: 1,
    });
    expect(ok(await notify(id))).toEqual({ successful: true, errors: [] });
    expect((await shipments()).total_count).toBe(1);
    const made = await orderOf(id);
    expect(made.items[0].qty_shipped).toBe(3);
    expect([made.state, made.status]).toEqual(['processing', 'processing']);
    const notes = made.status_histories as Json[];
    expect(notes).toHaveLength(2);
    for (const note of notes) {
      expect(note).toMatchObject({ is_customer_notified: 1, is_visible_on_front: 1 });
      expect(note.comment).toMatch(/^Order notified for pickup at: \w+ \d+, \d{4} at \d+:\d\d:\d\d [AP]M$/);
    }
    expect(new Set(notes.map(({ entity_name }) => entity_name))).toEqual(new Set(['shipment', 'order']));
  });

  it('sends no mail where they are switched off', async () => {
    await souk.configure({ 'sales_email/order_ready_for_pickup/enabled': '0' });
    const email = `${unique('quiet')}@example.com`;
    const id = await picked(1, email);
    await expect
      .poll(async () => {
        ok(await notify(id));
        return ((await orderOf(id)).status_histories as Json[]).map((note) => note.is_customer_notified);
      })
      .toContain(0);
    await souk.configure({ 'sales_email/order_ready_for_pickup/enabled': '1' });
    const told = await picked(1, email);
    await expect
      .poll(async () => {
        ok(await notify(told));
        return mails(souk).filter(({ to, subject }) => to.includes(email) && subject.includes('ready')).length;
      })
      .toBeGreaterThan(0);
  });
});

describe('a notice', () => {
  it('tells of each order what keeps it, and is given for the others', async () => {
    const path = await cartWith(guest, sku);
    ok(await choose(guest, path, undefined, 'flatrate', 'flatrate'));
    const sent: number = ok(await order(guest, path));
    const canceled = await picked();
    ok(await souk.admin.post(`/V1/orders/${canceled}/cancel`));
    const good = await picked();
    const answer = ok(await notify(sent, 999_999, canceled, good));
    expect(answer.successful).toBe(false);
    expect((answer.errors as string[]).map((text) => JSON.parse(text) as Json)).toMatchObject([
      { id: sent, message: 'Could not save a shipment, see error log for details' },
      { id: 999_999, message: "The entity that was requested doesn't exist. Verify the entity and try again." },
      { id: canceled },
    ]);
    expect((await orderOf(good)).items[0].qty_shipped).toBe(2);
    expect((await orderOf(sent)).items[0].qty_shipped).toBe(0);
    expect((await orderOf(canceled)).status_histories).toEqual([]);
  });

  it('is refused where the location has too little, and then nothing is written', async () => {
    const id = await picked(2);
    await setItems(souk, sku, { [shops.newYork]: 1, [shops.depot]: 200 });
    expect(ok(await notify(id))).toMatchObject({ successful: false });
    expect(await itemsOf(souk, sku)).toMatchObject({ [shops.newYork]: [1, 1], [shops.depot]: [200, 1] });
    const made = await orderOf(id);
    expect(made.items[0].qty_shipped).toBe(0);
    expect(made.status_histories).toEqual([]);
    await setItems(souk, sku, { [shops.newYork]: 50 });
    expect(ok(await notify(id))).toMatchObject({ successful: true });
  });

  it('needs a list and the permission', async () => {
    expect(ok(await notify())).toEqual({ successful: true, errors: [] });
    fails(await souk.admin.post('/V1/order/notify-orders-are-ready-for-pickup', {}), 400, /is required/);
    const refused = await guest.post('/V1/order/notify-orders-are-ready-for-pickup', { orderIds: [1] });
    expect(refused.body).toMatchObject({
      parameters: { resources: 'Magento_InventoryInStorePickupApi::notify_orders_are_ready_for_pickup' },
    });
    expect(refused.status).toBe(401);
  });
});

describe('storefronts', () => {
  const set = `mutation ($cart: String!, $address: ShippingAddressInput!) {
    setShippingAddressesOnCart(input: { cart_id: $cart, shipping_addresses: [$address] }) {
      cart { shipping_addresses { firstname city pickup_location_code available_shipping_methods { carrier_code } } }
    }
  }`;
  const run = `mutation ($cart: String!) {
    setShippingMethodsOnCart(input: { cart_id: $cart, shipping_methods: [{ carrier_code: "instore", method_code: "pickup" }] }) { cart { id } }
    setGuestEmailOnCart(input: { cart_id: $cart, email: "ada@example.com" }) { cart { id } }
    setBillingAddressOnCart(input: { cart_id: $cart, billing_address: { same_as_shipping: true } }) { cart { id } }
    setPaymentMethodOnCart(input: { cart_id: $cart, payment_method: { code: "checkmo" } }) { cart { id } }
    placeOrder(input: { cart_id: $cart }) { orderV2 { number } errors { code message } }
  }`;

  it('order what is picked up', async () => {
    const graphql = graphqlClient(souk);
    const headers = { store: shops.view };
    const cart = (await cartWith(guest, sku)).split('/').at(-1)!;
    const named = await graphql.data(set, { cart, address: { pickup_location_code: shops.newYork } }, headers);
    const [shipping] = named.setShippingAddressesOnCart.cart.shipping_addresses;
    expect(shipping).toMatchObject({ firstname: 'East shop', city: 'New York', pickup_location_code: shops.newYork });
    expect(shipping.available_shipping_methods).toContainEqual({ carrier_code: 'instore' });
    const { placeOrder } = await graphql.data(run, { cart }, headers);
    expect(placeOrder.errors).toEqual([]);
    const filter = 'searchCriteria[filter_groups][0][filters][0]';
    const { items } = ok(
      await souk.admin.get(`/V1/orders?${filter}[field]=increment_id&${filter}[value]=${placeOrder.orderV2.number}`),
    );
    expect(items[0].extension_attributes.pickup_location_code).toBe(shops.newYork);
  });

  it('are refused an unknown location, and an address that names nothing', async () => {
    const graphql = graphqlClient(souk);
    const headers = { store: shops.view };
    const cart = (await cartWith(guest, sku)).split('/').at(-1)!;
    const unknown = await graphql.send(set, { cart, address: { pickup_location_code: 'none' } }, headers);
    expect(unknown.body.errors[0].message).toMatch('Can not find Pickup Location with code none');
    refuses(await graphql.send(set, { cart, address: {} }, headers), 'graphql-input', /must contain either/);
  });
});
