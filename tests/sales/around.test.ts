import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mails, mailTo } from '../support/mails.ts';
import { criteria, ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { getOrder, guestOrder, type Json } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

describe('mails about an order', () => {
  it('confirm it, and tell of its documents and comments when that is wanted', async () => {
    const email = `${unique('mail')}@example.com`;
    const { id, order, product } = await guestOrder(souk, 2, undefined, { email });
    const said = (subject: RegExp) => mailTo(souk, email, (mail) => subject.test(mail.subject));
    expect((await said(/^Your order/)).text).toContain(product.sku);
    expect(order.email_sent).toBe(1);

    ok(await souk.admin.post(`/V1/order/${id}/invoice`, { notify: true }));
    expect((await said(/^Invoice/)).text).toContain('Total: $30.00');
    const tracks = [{ track_number: 'TRACK-7', title: 'Carrier', carrier_code: 'ups' }];
    ok(await souk.admin.post(`/V1/order/${id}/ship`, { notify: true, tracks }));
    expect((await said(/on its way/)).text).toContain('TRACK-7');
    const statusHistory = { comment: 'At the <door>.', is_customer_notified: 1, is_visible_on_front: 1, parent_id: id };
    ok(await souk.admin.post(`/V1/orders/${id}/comments`, { statusHistory }));
    expect((await said(/^An update/)).html).toContain('At the &lt;door&gt;.');
    ok(await souk.admin.post(`/V1/order/${id}/refund`));
    expect((await getOrder(souk, id)).state).toBe('closed');
    expect(mails(souk).filter((mail) => mail.to.includes(email))).toHaveLength(4);
  });

  it('are not sent where they are switched off', async () => {
    await souk.configure({ 'sales_email/shipment/enabled': '0' });
    const { id } = await guestOrder(souk, 1);
    const shipment = ok(await souk.admin.post(`/V1/order/${id}/ship`));
    await expect.poll(async () => ok(await souk.admin.post(`/V1/shipment/${shipment}/emails`))).toBe(false);
  });
});

describe('the coupon of a canceled order', () => {
  it('can be used again', async () => {
    const rule = ok(
      await souk.admin.post('/V1/salesRules', {
        rule: {
          name: unique('rule'),
          website_ids: [1],
          customer_group_ids: [0],
          is_active: true,
          coupon_type: 'SPECIFIC_COUPON',
          simple_action: 'by_percent',
          discount_amount: 10,
        },
      }),
    );
    const code = unique('C');
    const coupon = { rule_id: rule.rule_id, code, type: 0, is_primary: true, usage_limit: 1 };
    const { coupon_id } = ok(await souk.admin.post('/V1/coupons', { coupon }));
    const used = async (): Promise<number> => ok(await souk.admin.get(`/V1/coupons/${coupon_id}`)).times_used;
    const { id, order } = await guestOrder(souk, 2, undefined, { coupon: code });
    expect(order).toMatchObject({ coupon_code: code, discount_amount: -2, grand_total: 28 });
    expect(await used()).toBe(1);
    ok(await souk.admin.post(`/V1/orders/${id}/cancel`));
    expect(await used()).toBe(0);
    expect(await getOrder(souk, id)).toMatchObject({ discount_canceled: 2, total_canceled: 28 });
  });
});

describe('a list of orders', () => {
  it('has every order with its items, newest first', async () => {
    const made: number[] = [];
    for (const qty of [1, 2, 3]) made.push((await guestOrder(souk, qty)).id);
    const groups = [[{ field: 'entity_id', value: made.join(','), condition_type: 'in' }]];
    const query = criteria(groups, { sort: [{ field: 'created_at' }, { field: 'entity_id' }], pageSize: 2 });
    const list = ok(await souk.admin.get(`/V1/orders?${query}`));
    expect(list.total_count).toBe(3);
    expect(list.items.map((order: Json) => order.items[0].qty_ordered)).toEqual([3, 2]);
  });
});
