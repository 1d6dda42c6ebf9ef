import { afterAll, beforeAll, expect, it } from 'vitest';
import { pay } from '../customer-balance/shop.ts';
import { configured, newCustomer, signIn } from '../support/customers.ts';
import { fails, ok, startSouk, type Client, type Souk } from '../support/souk.ts';
import type { Json } from '../sales/shop.ts';
import { fill, newCompany, newUser } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  await souk.configure({ 'payment/banktransfer/active': '1', 'carriers/freeshipping/active': '1' });
});
afterAll(() => souk.stop());

const unavailable = 'The requested Payment Method is not available.';
const payments = async (me: Client): Promise<string[]> =>
  ok(await me.get('/V1/carts/mine/payment-methods')).map(({ code }: Json) => code);
const carriers = async (me: Client): Promise<string[]> =>
  ok(await me.get('/V1/carts/mine/shipping-methods')).map(({ carrier_code }: Json) => carrier_code);
const set = async ({ id }: Json, extension_attributes: Json): Promise<void> =>
  ok(await souk.admin.put(`/V1/company/${id}`, { company: { extension_attributes } }));

async function buyer(): Promise<{ company: Json; me: Client }> {
  const { company } = await newCompany(souk);
  const me = await signIn(souk, (await newUser(souk, company)).email);
  await fill(souk, me);
  return { company, me };
}

it('the users of a company pay as it may', async () => {
  const { company, me } = await buyer();
  expect(await payments(me)).toEqual(expect.arrayContaining(['checkmo', 'banktransfer']));
  await set(company, { use_config_settings: 0, applicable_payment_method: 2, available_payment_methods: 'checkmo' });
  expect(await payments(me)).toEqual(['checkmo']);
  const offered = ok(await me.get('/V1/carts/mine/payment-information')).payment_methods;
  expect(offered.map(({ code }: Json) => code)).toEqual(['checkmo']);
  fails(await pay(me, 'banktransfer'), 400, unavailable);
  const order = { paymentMethod: { method: 'banktransfer' } };
  fails(await me.put('/V1/carts/mine/order', order), 400, unavailable);
  fails(await me.put('/V1/carts/mine/selected-payment-method', { method: order.paymentMethod }), 400, unavailable);
  // The shop orders for its users as they would.
  const { id } = ok(await me.get('/V1/carts/mine'));
  fails(await souk.admin.put(`/V1/carts/${id}/order`, order), 400, unavailable);
  ok(await pay(me, 'checkmo'));
});

it('a method that was chosen while it was good is not good for the order later', async () => {
  const { company, me } = await buyer();
  ok(await me.put('/V1/carts/mine/selected-payment-method', { method: { method: 'banktransfer' } }));
  await set(company, { use_config_settings: 0, applicable_payment_method: 2, available_payment_methods: 'checkmo' });
  fails(await me.put('/V1/carts/mine/order'), 400, unavailable);
});

it('companies without settings of their own have those of the shop', async () => {
  const { company, me } = await buyer();
  const shop = {
    'btob/default_b2b_payment_methods/applicable_payment_methods': '1',
    'btob/default_b2b_payment_methods/available_payment_methods': 'banktransfer',
    'btob/default_b2b_shipping_methods/applicable_shipping_methods': '1',
    'btob/default_b2b_shipping_methods/available_shipping_methods': 'freeshipping',
  };
  const own = { use_config_settings: 0, use_config_settings_shipping: 0 };
  await configured(souk, shop, async () => {
    expect([await payments(me), await carriers(me)]).toEqual([['banktransfer'], ['freeshipping']]);
    await set(company, { ...own, applicable_payment_method: 0, applicable_shipping_method: 0 });
    expect([await payments(me), await carriers(me)]).toEqual([['banktransfer'], ['freeshipping']]);
    await set(company, { applicable_payment_method: 1, applicable_shipping_method: 1 });
    expect(await payments(me)).toContain('checkmo');
    expect(await carriers(me)).toContain('flatrate');
    await set(company, { use_config_settings: 1 });
    const stranger = await signIn(souk, (await newCustomer(souk)).email);
    await fill(souk, stranger);
    expect(await payments(stranger)).toContain('checkmo');
    expect(await carriers(stranger)).toContain('flatrate');
  });
});

it('the users of a company have parcels sent as it may', async () => {
  const { company, me } = await buyer();
  expect(await carriers(me)).toEqual(expect.arrayContaining(['flatrate', 'freeshipping']));
  await set(company, {
    use_config_settings_shipping: 0,
    applicable_shipping_method: 2,
    available_shipping_methods: 'freeshipping',
  });
  expect(await carriers(me)).toEqual(['freeshipping']);
  fails(await pay(me, 'checkmo'), 400, 'The shipping method is missing. Select the shipping method and try again.');
});
