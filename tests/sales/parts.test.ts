import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configured } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';
import { orderOf, taxable, taxGoods, type Json } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  await taxGoods(souk);
});
afterAll(() => souk.stop());

const get = async (path: string): Promise<Json> => ok(await souk.admin.get(path));
const taxes = (document: Json): number[] => document.items.map((item: Json) => item.tax_amount);

/** An order of three and seven pieces for 9.99 each, and one of each of them. */
async function threeAndSeven(): Promise<{ order: Json; one: Json }> {
  const skus = [
    await newProduct(souk, { price: 9.99, ...taxable }),
    await newProduct(souk, { price: 9.99, ...taxable }),
  ];
  const order = await orderOf(
    souk,
    skus.map(({ sku }, i) => ({ sku, qty: i === 0 ? 3 : 7 })),
  );
  return { order, one: { items: order.items.map(({ item_id }: Json) => ({ order_item_id: item_id, qty: 1 })) } };
}

describe('a document about some of the pieces', () => {
  it('carries what rounding leaves from one item to the next', async () => {
    const { order, one } = await threeAndSeven();
    const id = order.entity_id;
    const invoice = await get(`/V1/invoices/${ok(await souk.admin.post(`/V1/order/${id}/invoice`, one))}`);
    // 2.47 / 3 leaves a third of a cent, with which 5.77 / 7 becomes 0.83.
    expect(taxes(invoice)).toEqual([0.82, 0.83]);
    expect(invoice).toMatchObject({ tax_amount: 1.65, grand_total: 71.63 });
    const rest = await get(`/V1/invoices/${ok(await souk.admin.post(`/V1/order/${id}/invoice`))}`);
    expect(taxes(rest)).toEqual([1.65, 4.94]);
    const memo = await get(`/V1/creditmemo/${ok(await souk.admin.post(`/V1/order/${id}/refund`, one))}`);
    expect(taxes(memo)).toEqual([0.82, 0.83]);
    await souk.admin.post(`/V1/order/${id}/refund`);
    expect(await get(`/V1/orders/${id}`)).toMatchObject({
      state: 'closed',
      tax_amount: 8.24,
      tax_invoiced: 8.24,
      tax_refunded: 8.24,
      total_refunded: order.grand_total,
    });
  });
});

const withTax = {
  'tax/calculation/price_includes_tax': '1',
  'tax/calculation/shipping_includes_tax': '1',
  'tax/calculation/discount_tax': '1',
  'tax/classes/shipping_tax_class': '2',
};

/** Takes half off all, shipping too, while `work` runs. */
async function halfPrice(work: () => Promise<void>): Promise<void> {
  const rule = {
    name: 'Half',
    is_active: true,
    website_ids: [1],
    customer_group_ids: [0],
    coupon_type: 'NO_COUPON',
    simple_action: 'by_percent',
    discount_amount: 50,
    apply_to_shipping: true,
    stop_rules_processing: false,
    sort_order: 0,
  };
  const { rule_id } = ok(await souk.admin.post('/V1/salesRules', { rule }));
  await work();
  ok(await souk.admin.delete(`/V1/salesRules/${rule_id}`));
}

describe('an order with prices that include tax and discounts', () => {
  it('tells the tax within the discount of shipping apart; D63: a full refund is all that was paid', async () => {
    await configured(souk, withTax, () =>
      halfPrice(async () => {
        const { sku } = await newProduct(souk, { price: 21.65, ...taxable });
        const order = await orderOf(souk, [{ sku, qty: 3 }]);
        const ofShipping = order.shipping_discount_tax_compensation_amount;
        expect(ofShipping).toBeGreaterThan(0);
        expect(order.discount_tax_compensation_amount).toBeGreaterThan(0);
        const id = order.entity_id;
        const invoice = await get(`/V1/invoices/${ok(await souk.admin.post(`/V1/order/${id}/invoice`))}`);
        expect(invoice).toMatchObject({
          discount_tax_compensation_amount: order.discount_tax_compensation_amount,
          shipping_discount_tax_compensation_amount: ofShipping,
          grand_total: order.grand_total,
        });
        ok(await souk.admin.post(`/V1/order/${id}/ship`));
        ok(await souk.admin.post(`/V1/order/${id}/refund`));
        expect(await get(`/V1/orders/${id}`)).toMatchObject({
          state: 'closed',
          discount_refunded: order.discount_amount,
          total_refunded: order.grand_total,
        });
      }),
    );
  });
});
