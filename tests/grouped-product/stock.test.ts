import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct } from '../catalog/composites.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

/** Makes a grouped product of one new product, and adds the whole to a new cart. */
async function inCart(extension_attributes: object): Promise<{ part: string; answer: Answer }> {
  const { sku: part } = await makeProduct(souk);
  const sku = unique('group');
  const product = { sku, name: sku, attribute_set_id: 4, type_id: 'grouped', visibility: 4, extension_attributes };
  ok(await souk.admin.post('/V1/products', { product }));
  const cart: string = ok(await souk.guest.post('/V1/guest-carts'));
  const add = () => souk.guest.post(`/V1/guest-carts/${cart}/items`, { cartItem: { sku, qty: 1, quote_id: cart } });
  fails(await add(), 400);
  const link = { sku, link_type: 'associated', linked_product_sku: part, linked_product_type: 'simple', position: 1 };
  ok(await souk.admin.post(`/V1/products/${sku}/links`, { items: [{ ...link, extension_attributes: { qty: 2 } }] }));
  return { part, answer: await add() };
}

it('a group that was made without stock data is sold as soon as it has a product in stock', async () => {
  const { part, answer } = await inCart({});
  expect(ok(answer)).toMatchObject({ sku: part, qty: 2, product_type: 'grouped' });
});

it('a group that was taken out of stock stays out of it', async () => {
  const { answer } = await inCart({ stock_item: { is_in_stock: false } });
  fails(answer, 400, 'Product that you are trying to add is not available.');
});
