import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBundle, makeProduct, type Fields } from '../catalog/composites.ts';
import { guestOrder } from '../sales/shop.ts';
import { configured } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

// A threshold below zero is the limit of backorders.

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Product = Answer['body'];

const own = {
  qty: 0,
  is_in_stock: true,
  use_config_backorders: false,
  backorders: 1,
  use_config_min_qty: false,
  min_qty: -5,
};

/** Whether a quantity can be sold, wherever it is asked; the errors of the route of stocks where it cannot. */
async function sells({ sku }: Product, qty: number): Promise<true | string[]> {
  const { salable, errors } = ok(
    await souk.admin.get(`/V1/inventory/is-product-salable-for-requested-qty/${sku}/1/${qty}`),
  );
  const { body: cart } = await souk.guest.post('/V1/guest-carts');
  const added = await souk.guest.post(`/V1/guest-carts/${cart}/items`, { cartItem: { sku, qty, quote_id: cart } });
  expect(added.status === 200, 'cart').toBe(salable);
  return salable || errors.map(({ code }: { code: string }) => code);
}

/** What is told of the stock of a product: REST, the stock, and lists and pages of the storefront. */
async function status({ sku }: Product) {
  const { products } = await graphqlClient(souk).data(
    'query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { stock_status } } }',
    { sku },
  );
  return [
    ok(await souk.admin.get(`/V1/stockStatuses/${sku}`)).stock_status === 1,
    ok(await souk.admin.get(`/V1/inventory/is-product-salable/${sku}/1`)),
    products.items[0]?.stock_status === 'IN_STOCK',
  ];
}

const NOT_ENOUGH = expect.arrayContaining(['is_salable_with_reservations-not_enough_qty']);

describe.each<[string, Fields, Record<string, string>]>([
  ['of the product', own, {}],
  [
    'of the configuration',
    { qty: 0, is_in_stock: true },
    { 'cataloginventory/item_options/min_qty': '-5', 'cataloginventory/item_options/backorders': '1' },
  ],
])('the limit %s', (_, stock, settings) => {
  it('holds for what is asked, added and ordered; orders count', () =>
    configured(souk, settings, async () => {
      const product = await makeProduct(souk, {}, stock);
      const bundle = await makeBundle(souk, [[product]]);
      expect([await sells(product, 5), await sells(product, 6), await sells(product, 600)]).toEqual([
        true,
        NOT_ENOUGH,
        NOT_ENOUGH,
      ]);
      expect([await status(product), await status(bundle)]).toEqual([
        [true, true, true],
        [true, true, true],
      ]);
      await guestOrder(souk, 3, product);
      expect([await sells(product, 2), await sells(product, 3)]).toEqual([true, NOT_ENOUGH]);
      await guestOrder(souk, 2, product);
      expect(await sells(product, 1)).toEqual(NOT_ENOUGH);
      expect([await status(product), await status(bundle)]).toEqual([
        [false, false, false],
        [false, false, false],
      ]);
    }));
});

it('a threshold of zero or more does not limit backorders', async () => {
  const product = await makeProduct(souk, {}, { ...own, min_qty: 3 });
  expect(await sells(product, 600)).toBe(true);
  await guestOrder(souk, 50, product);
  expect([await sells(product, 600), await status(product)]).toEqual([true, [true, true, true]]);
});

it('two orders cannot go past the limit together', async () => {
  const product = await makeProduct(souk, {}, own);
  const orders = await Promise.allSettled([guestOrder(souk, 3, product), guestOrder(souk, 3, product)]);
  expect(orders.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await sells(product, 2)).toBe(true);
});
