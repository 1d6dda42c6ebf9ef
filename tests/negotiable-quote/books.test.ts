import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { criteria, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { newStorefrontBuyer, request, asked } from './storefront.ts';

const cents = (amount: number): number => Math.round(amount * 100);
const sum = (all: readonly Json[], field: string): number =>
  all.reduce((total, one) => total + cents(one[field] ?? 0), 0);

describe.each(engines)('the books of negotiated orders on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const documents = async (path: string, orderId: number): Promise<Json[]> =>
    ok(await here.admin.get(`${path}?${criteria([[{ field: 'order_id', value: orderId }]])}`)).items;

  /** Orders 3 units at 9.99 and 7 at 3.33, with a price of the first item, one of the quote, and one for the shipping. */
  async function ordered(quotePrice: { readonly type: number; readonly value: number }): Promise<Json> {
    const buyer = await newStorefrontBuyer(here);
    const [first, second] = [await newProduct(here, { price: 9.99 }), await newProduct(here, { price: 3.33 })];
    await asked(request(buyer));
    const id = buyer.cartId;
    const items = [
      { sku: first.sku, qty: 3 },
      { sku: second.sku, qty: 7 },
    ];
    ok(await here.admin.put(`/V1/negotiableQuote/${id}`, { quote: { items } }));
    const cart = ok(await here.admin.get(`/V1/carts/${id}`));
    const priced = cart.items.find(({ sku }: Json) => sku === first.sku);
    const perUnit = { negotiated_price_type: 2, negotiated_price_value: 1.11 };
    const extension_attributes = { negotiable_quote_item: { extension_attributes: perUnit } };
    const negotiable_quote = {
      negotiated_price_type: quotePrice.type,
      negotiated_price_value: quotePrice.value,
      shipping_price: 4.44,
    };
    const item = { item_id: priced.item_id, sku: priced.sku, qty: priced.qty, quote_id: id, extension_attributes };
    ok(
      await here.admin.put(`/V1/negotiableQuote/${id}`, {
        quote: { items: [item], extension_attributes: { negotiable_quote } },
      }),
    );
    ok(await here.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId: id }));
    const totals = ok(await buyer.me.get(`/V1/negotiable-carts/${id}/totals`));
    const paid = await buyer.me.post(`/V1/negotiable-carts/${id}/payment-information`, {
      paymentMethod: { method: 'checkmo' },
    });
    const order = await getOrder(here, ok(paid));
    expect([order.grand_total, order.shipping_amount]).toEqual([totals.grand_total, 4.44]);
    return order;
  }

  it.each([
    { type: 1, value: 7.77 },
    { type: 2, value: 5.55 },
    { type: 3, value: 40 },
  ])('balance over partial invoices and refunds, with a price $value of type $type', async (price) => {
    const order = await ordered(price);
    const id = order.entity_id;
    const some = order.items.map(({ item_id }: Json, at: number) => ({ order_item_id: item_id, qty: at + 1 }));
    ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true, items: some }));
    ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    const invoices = await documents('/V1/invoices', id);
    expect(invoices).toHaveLength(2);
    expect(sum(invoices, 'grand_total')).toBe(cents(order.grand_total));
    expect(sum(invoices, 'base_grand_total')).toBe(cents(order.base_grand_total));
    const one = [some[0]];
    ok(await here.admin.post(`/V1/order/${id}/refund`, { items: one, arguments: { shipping_amount: 0 } }));
    const after = await getOrder(here, id);
    const [part] = await documents('/V1/creditmemos', id);
    expect(cents(after.total_refunded)).toBe(cents(part!.grand_total));
    expect(part!.grand_total).toBeLessThan(9.99);
    ok(await here.admin.post(`/V1/order/${id}/refund`));
    const memos = await documents('/V1/creditmemos', id);
    expect(sum(memos, 'grand_total')).toBe(cents(order.grand_total));
    expect(await getOrder(here, id)).toMatchObject({
      state: 'closed',
      total_due: 0,
      total_paid: order.grand_total,
      total_refunded: order.grand_total,
    });
  });
});
