import { afterAll, beforeAll, expect, it } from 'vitest';
import { configured } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';
import { guestOrder, taxable, taxGoods } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

it('items of orders and documents show prices as the shop wants them shown', async () => {
  await taxGoods(souk, 10);
  const { id, order } = await guestOrder(souk, 2, await newProduct(souk, { price: 20, ...taxable }));
  for (const action of ['invoice', 'ship', 'refund']) ok(await souk.admin.post(`/V1/order/${id}/${action}`));
  const price = 'product_sale_price { value }';
  const item = `items { ${price} order_item { ${price} } }`;
  const query = `query($number: String!) { guestOrder(input: { number: $number, email: "ada@example.com", lastname: "Buyer" }) {
    items { ${price} } invoices { ${item} } shipments { ${item} } credit_memos { ${item} } } }`;
  const prices = async (): Promise<number[]> => {
    const shown = (await graphqlClient(souk).data(query, { number: order.increment_id })).guestOrder;
    const values: number[] = [];
    JSON.stringify(shown, (key, value) => {
      if (key === 'value') values.push(value);
      return value;
    });
    return values;
  };
  const seven = (value: number): number[] => Array.from({ length: 7 }, () => value);
  // Without tax, with it, and with both: then the price is that without, as the field has room for one.
  expect(await prices()).toEqual(seven(20));
  await configured(souk, { 'tax/sales_display/price': '2' }, async () => expect(await prices()).toEqual(seven(22)));
  await configured(souk, { 'tax/sales_display/price': '3' }, async () => expect(await prices()).toEqual(seven(20)));
});
