import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { guestCart, makeProduct, PAYMENT, ship } from './shop.ts';

let souk: Souk;
let sku: string;

beforeAll(async () => {
  souk = await startSouk();
  sku = await makeProduct(souk);
});
afterAll(() => souk.stop());

/** A coupon for 10 % off carts with more than two pieces. */
async function makeCoupon(): Promise<string> {
  const type = 'Magento\\SalesRule\\Model\\Rule\\Condition';
  const condition = {
    condition_type: `${type}\\Combine`,
    aggregator_type: 'all',
    value: '1',
    conditions: [{ condition_type: `${type}\\Address`, attribute_name: 'total_qty', operator: '>', value: '2' }],
  };
  const rule = {
    name: unique('rule'),
    website_ids: [1],
    customer_group_ids: [0],
    is_active: true,
    simple_action: 'by_percent',
    discount_amount: 10,
    coupon_type: 'SPECIFIC_COUPON',
    condition,
  };
  const { rule_id } = ok(await souk.admin.post('/V1/salesRules', { rule }));
  const code = unique('code');
  ok(await souk.admin.post('/V1/coupons', { coupon: { rule_id, code, type: 0, is_primary: true } }));
  return code;
}

describe('a coupon whose condition stops holding', () => {
  it('leaves the cart, and does not come back by itself', async () => {
    const code = await makeCoupon();
    const { path } = await guestCart(souk, [sku, 3]);
    ok(await souk.guest.put(`${path}/coupons/${code}`));
    const totals = async () => ok(await souk.guest.get(`${path}/totals`));
    expect(await totals()).toMatchObject({ discount_amount: -3, coupon_code: code });
    const [{ item_id }] = ok(await souk.guest.get(`${path}/items`));
    const setQty = async (qty: number) => ok(await souk.guest.put(`${path}/items/${item_id}`, { cartItem: { qty } }));
    const { extension_attributes } = await setQty(4);
    expect(extension_attributes.discounts).toEqual([
      {
        discount_data: { amount: 4, base_amount: 4, original_amount: 4, base_original_amount: 4 },
        rule_label: code,
        rule_i_d: expect.any(Number),
      },
    ]);
    await setQty(1);
    expect(await totals()).not.toHaveProperty('coupon_code');
    expect(ok(await souk.guest.get(`${path}/coupons`))).toEqual([]);
    await setQty(5);
    expect(await totals()).toMatchObject({ discount_amount: 0 });
    expect(ok(await souk.guest.get(`${path}/coupons`))).toEqual([]);
    await ship(souk.guest, path);
    const id = ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
    expect(ok(await souk.admin.get(`/V1/orders/${id}`))).not.toHaveProperty('coupon_code');
  });
});

describe('a fixed amount off each piece', () => {
  it('is told without amounts off the original price', async () => {
    const rule = {
      name: unique('rule'),
      store_labels: [{ store_id: 0, store_label: 'Fixed' }],
      website_ids: [1],
      customer_group_ids: [0],
      is_active: true,
      simple_action: 'by_fixed',
      discount_amount: 1,
      coupon_type: 'NO_COUPON',
    };
    const made = ok(await souk.admin.post('/V1/salesRules', { rule }));
    expect(made).not.toHaveProperty('discount_qty');
    const { path } = await guestCart(souk, [sku, 1]);
    const [{ item_id }] = ok(await souk.guest.get(`${path}/items`));
    const item = ok(await souk.guest.put(`${path}/items/${item_id}`, { cartItem: { qty: 2 } }));
    expect(item.extension_attributes.discounts).toMatchObject([
      {
        discount_data: { amount: 2, base_amount: 2, original_amount: 0, base_original_amount: 0 },
        rule_label: 'Fixed',
      },
    ]);
    ok(await souk.admin.delete(`/V1/salesRules/${made.rule_id}`));
  });
});
