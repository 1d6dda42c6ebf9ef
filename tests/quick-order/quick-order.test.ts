import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct } from '../catalog/composites.ts';
import { configured } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

const CONFIG = '{ storeConfig { quickorder_active } }';

it('is offered where the website says so, which is not the default', async () => {
  const gql = graphqlClient(souk);
  expect(await gql.data(CONFIG)).toEqual({ storeConfig: { quickorder_active: false } });
  await configured(souk, { 'btob/website_configuration/quickorder_active': '1' }, async () => {
    expect(await gql.data(CONFIG)).toEqual({ storeConfig: { quickorder_active: true } });
  });
});

it('adds products by SKU, and reports those that are not sold or not in stock', async () => {
  const gql = graphqlClient(souk);
  const [one, few] = [await makeProduct(souk), await makeProduct(souk, {}, { qty: 1 })];
  const { createEmptyCart } = await gql.data('mutation { createEmptyCart }');
  const items = [
    { sku: one.sku, quantity: 5 },
    { sku: 'nothing', quantity: 1 },
    { sku: few.sku, quantity: 2 },
  ];
  const { addProductsToCart } = await gql.data(
    'mutation($cart: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $cart, cartItems: $items) { cart { itemsV2 { items { quantity product { sku } } } } user_errors { code message } } }',
    { cart: createEmptyCart, items },
  );
  expect(addProductsToCart).toEqual({
    cart: { itemsV2: { items: [{ quantity: 5, product: { sku: one.sku } }] } },
    user_errors: [
      { code: 'PRODUCT_NOT_FOUND', message: 'Could not find a product with SKU "nothing"' },
      { code: 'INSUFFICIENT_STOCK', message: 'The requested qty is not available' },
    ],
  });
});
