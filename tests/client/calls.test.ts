import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { product } from '../support/products.ts';
import { createClient, SoukError, type ShopClient } from '../support/shop-client.ts';
import { startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let shop: ShopClient;

beforeAll(async () => {
  souk = await startSouk();
  shop = createClient({ baseUrl: souk.base, token: souk.admin.token! });
});

afterAll(() => souk?.stop());

/** The error of a call that has to fail. */
async function errorOf(call: Promise<unknown>): Promise<InstanceType<typeof SoukError>> {
  const thrown: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof SoukError)) throw new Error('no SoukError was thrown', { cause: thrown });
  return thrown;
}

describe('a method', () => {
  test('calls the route of its service: create, read, change, delete', async () => {
    const sku = unique('mug');
    const extension_attributes = { stock_item: { qty: 5, is_in_stock: true } };
    const created = await shop.products.save({ product: product({ sku, price: 12.5, extension_attributes }) });
    expect(created).toMatchObject({ sku, price: 12.5, id: expect.any(Number) });
    await shop.products.save({ sku, product: { price: 13 } });
    const read = await shop.products.get({ sku });
    expect([read.name, read.price]).toEqual([created.name, 13]);
    // Fields of other modules are typed as well.
    expect(read.extension_attributes?.stock_item?.qty).toBe(5);
    expect(await shop.products.delete({ sku })).toBe(true);
    expect((await errorOf(shop.products.get({ sku }))).status).toBe(404);
  });

  test('names in its path whatever text there is', async () => {
    const sku = `${unique('a b')}/ü?#%`;
    await shop.products.save({ product: product({ sku, name: unique('Mug') }) });
    expect((await shop.products.get({ sku })).sku).toBe(sku);
  });

  test('refuses what would call another route than was meant', async () => {
    for (const sku of ['', '.', '..', undefined as never, null as never]) {
      await expect(shop.products.get({ sku })).rejects.toThrow(TypeError);
      await expect(shop.products.save({ sku, product: { price: 1 } })).rejects.toThrow('products.save: sku cannot be');
    }
    // @ts-expect-error -- the compiler says so as well
    await expect(shop.products.get({})).rejects.toThrow('products.get needs sku');
  });

  test('of several routes calls the one that its arguments are for', async () => {
    const email = `${unique('ada')}@example.com`;
    const password = 'Passw0rd!';
    const { id } = await shop.accounts.createAccount({
      customer: { email, firstname: 'Ada', lastname: 'L', website_id: 1 },
      password,
    });
    const guest = createClient({ baseUrl: souk.base });
    const token = await guest.customerTokens.createCustomerAccessToken({ username: email, password });
    const customer = guest.with({ token });
    expect((await customer.customers.get()).email).toBe(email);
    expect((await shop.customers.get({ customerId: id! })).email).toBe(email);
    // A cart of the caller, of anybody by its id, and a guest's by its mask.
    const cartId = await customer.carts.createEmptyCartForCustomer();
    const sku = unique('mug');
    await shop.products.save({ product: product({ sku, price: 12.5 }) });
    const item = await customer.cartItems.save({ cartItem: { sku, qty: 2 } });
    await customer.cartItems.save({ itemId: item.item_id!, cartItem: { qty: 3 } });
    expect(await shop.cartItems.list({ cartId })).toMatchObject([{ sku, qty: 3 }]);
    expect(await customer.cartItems.list()).toMatchObject([{ sku, qty: 3 }]);
    // What the interface answers as an empty list is no value, or nothing.
    expect(await customer.quoteCoupons.get()).toBeNull();
    expect(await customer.cartCoupons.deleteByCodes({ couponCodes: [] })).toBeUndefined();
    const mask = await guest.guestCarts.createEmptyCart();
    await guest.guestCartItems.save({ cartId: mask, cartItem: { sku, qty: 1 } });
    expect((await guest.guestCartTotals.get({ cartId: mask })).grand_total).toBe(12.5);
  });

  test('sends lists and flags of a query, and no value for what is left out', async () => {
    const all = await shop.storeConfigManager.getStoreConfigs();
    const named = await shop.storeConfigManager.getStoreConfigs({ storeCodes: ['default'] });
    expect(named).toEqual(all.filter(({ code }) => code === 'default'));
    const sku = unique('mug');
    await shop.products.save({ product: product({ sku }) });
    expect((await shop.products.get({ sku, editMode: true, storeId: undefined })).sku).toBe(sku);
  });

  test('answers some of its fields', async () => {
    const sku = unique('mug');
    await shop.products.save({ product: product({ sku, price: 12.5 }) });
    const some = await shop.products.get({ sku }, { fields: 'sku,price' });
    expect(some).toEqual({ sku, price: 12.5 });
  });
});

test('request calls any route by its method and path', async () => {
  const taxRate = { tax_country_id: 'DE', tax_postcode: '*', rate: 19, code: unique('DE-19') };
  const made = await shop.request('POST /V1/taxRates', { taxRate });
  const changed = await shop.request('PUT /V1/taxRates', { taxRate: { ...taxRate, id: made.id, rate: 20 } });
  expect([changed.id, changed.rate]).toEqual([made.id, 20]);
  const page = await shop.request('GET /V1/taxRates/search', { where: { code: taxRate.code } });
  expect([page.items.length, page.total_count]).toEqual([1, 1]);
  await expect((shop.request as (route: string) => Promise<unknown>)('GET /V1/nothing')).rejects.toThrow(
    'there is no route GET /V1/nothing',
  );
});

test('calls are for the store view of the client, or of the call', async () => {
  const sku = unique('mug');
  await shop.products.save({ product: product({ sku, name: `Mug ${sku}` }) }, { store: 'all' });
  const view = shop.with({ store: 'default' });
  await view.products.save({ sku, product: { name: 'Becher' } });
  expect((await view.products.get({ sku })).name).toBe('Becher');
  expect((await view.products.get({ sku }, { store: 'all' })).name).toBe(`Mug ${sku}`);
});

describe('an error', () => {
  test('has status, message and parameters', async () => {
    const error = await errorOf(shop.products.get({ sku: 'nothing' }));
    expect(error).toMatchObject({
      name: 'SoukError',
      status: 404,
      operation: 'GET /V1/products/:sku',
      message: "The product that was requested doesn't exist. Verify the product and try again.",
    });
    expect(error.requestId).toMatch(/\S/);
    // @ts-expect-error -- as does the compiler
    const missing = await errorOf(shop.accounts.isEmailAvailable({}));
    expect(missing).toMatchObject({
      status: 400,
      message: '"customerEmail" is required. Enter and try again.',
      template: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName: 'customerEmail' },
    });
  });

  test('never has a trace, in developer mode either', async () => {
    await souk.restart({ SOUK_DEVELOPER_MODE: '1' });
    const admin = createClient({ baseUrl: souk.base, token: souk.admin.token! });
    const error = await errorOf(admin.products.get({ sku: 'nothing' }));
    expect(JSON.stringify({ ...error, message: error.message })).not.toMatch(/trace|\.ts:|\.mjs:/);
    await souk.restart({ SOUK_DEVELOPER_MODE: '' });
    shop = createClient({ baseUrl: souk.base, token: souk.admin.token! });
  });

  test('of several faults has each', async () => {
    // @ts-expect-error -- as the compiler sees
    const error = await errorOf(shop.accounts.resetPassword({ email: 'a@example.com' }));
    expect(error.errors.map(({ message }) => message)).toEqual([
      '"resetToken" is required. Enter and try again.',
      '"newPassword" is required. Enter and try again.',
    ]);
  });
});
