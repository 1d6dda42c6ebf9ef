import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyWithCredit, fill, userOf } from '../company-credit/shop.ts';
import { newCompany } from '../company/shop.ts';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, type Client } from '../support/client.ts';
import { address } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';

const enabled = { extension_attributes: { is_purchase_order_enabled: true } };
const setting = 'btob/website_configuration/purchaseorder_enabled';

describe.each(engines)('purchase orders on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ [setting]: '1' });
  });
  afterAll(() => here.stop());

  const by = (method: string): Json => ({ paymentMethod: { method } });
  const place = (me: Client, method = 'checkmo') => me.post('/V1/carts/mine/po-payment-information', by(method));
  const ordersOf = async (id: number): Promise<Json[]> =>
    ok(
      await here.admin.get(
        `/V1/orders?searchCriteria[filter_groups][0][filters][0][field]=customer_id&searchCriteria[filter_groups][0][filters][0][value]=${id}`,
      ),
    ).items;
  const buyer = async (): Promise<{ me: Client; id: number; company: Json }> => {
    const { company, boss } = await newCompany(here, enabled);
    return { me: await here.callerOf('customer', boss.id), id: boss.id, company };
  };
  /** A purchase order on company credit that could not be ordered, since it costs more than the credit. */
  async function failed() {
    const { company, credit, boss, bossId } = await companyWithCredit(here, { credit_limit: 20 });
    ok(await here.admin.put(`/V1/company/${company.id}`, { company: { ...company, ...enabled } }));
    await here.configure({ 'payment/companycredit/active': '1' });
    const cartId = await fill(here, boss);
    ok(await place(boss, 'companycredit'));
    const path = `/V1/purchase-order-carts/${cartId}`;
    const raise = async () =>
      ok(await here.admin.put(`/V1/companyCredits/${credit.id}`, { creditLimit: { credit_limit: 100 } }));
    return { company, boss, bossId, cartId, path, raise };
  }

  it('are ordered at once without an approval rule', async () => {
    const { me, id } = await buyer();
    const cartId = await fill(here, me);
    expect(ok(await place(me))).toEqual(expect.any(Number));
    const orders = await ordersOf(id);
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({ grand_total: 30, quote_id: cartId });
    fails(await place(me), 404);
    fails(await me.get(`/V1/purchase-order-carts/${cartId}/totals`), 404);
  });

  it('need a website and a company that have them', async () => {
    const { boss } = await newCompany(here);
    const without = await here.callerOf('customer', boss.id);
    await fill(here, without);
    fails(await place(without), 400, 'Purchase orders are not enabled for the customer.');
    const { me, id } = await buyer();
    await fill(here, me);
    await here.configure({ [setting]: '0' });
    fails(await place(me), 400, 'Purchase orders are not enabled for the customer.');
    await here.configure({ [setting]: '1' });
    expect(await ordersOf(id)).toEqual([]);
    ok(await place(me));
  });

  it('are refused before anything changes where the cart cannot be ordered', async () => {
    const { me, id } = await buyer();
    const cartId = await fill(here, me);
    await here.configure({ 'sales/minimum_order/active': '1', 'sales/minimum_order/amount': '500' });
    fails(await place(me), 400);
    await here.configure({ 'sales/minimum_order/active': '0' });
    fails(await place(me, 'unknown'), 400);
    expect(ok(await me.get('/V1/carts/mine')).id).toBe(cartId);
    expect(await ordersOf(id)).toEqual([]);
  });

  it('can be paid again after their order failed', async () => {
    const { boss, bossId, cartId, path, raise } = await failed();
    expect(await ordersOf(bossId)).toEqual([]);
    expect(ok(await boss.post('/V1/carts/mine'))).not.toBe(cartId);
    expect(ok(await boss.get(`${path}/totals`)).grand_total).toBe(30);
    fails(await boss.post(`${path}/payment-information`, by('companycredit')), 400);
    await raise();
    expect(ok(await boss.get(`${path}/payment-information`)).totals.grand_total).toBe(30);
    const to = { ...address(), region_id: 12, region: undefined };
    ok(await boss.post(`${path}/billing-address`, { address: to }));
    expect(ok(await boss.post(`${path}/estimate-shipping-methods`, { address: to }))).toHaveLength(1);
    ok(await boss.post(`${path}/set-payment-information`, by('companycredit')));
    const id = ok(await boss.post(`${path}/payment-information`, by('companycredit')));
    expect(await getOrder(here, id)).toMatchObject({ grand_total: 30, quote_id: cartId });
    fails(await boss.post(`${path}/payment-information`, by('companycredit')), 404);
  });

  it('become one order when they are paid twice at once', async () => {
    const { boss, bossId, path, raise } = await failed();
    await raise();
    const both = await Promise.all([0, 1].map(() => boss.post(`${path}/payment-information`, by('companycredit'))));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await ordersOf(bossId)).toHaveLength(1);
  });

  it('D361: are not ordered with other items than those they were placed for', async () => {
    const { boss, bossId, cartId, path, raise } = await failed();
    await raise();
    const [item] = ok(await here.admin.get(`/V1/carts/${cartId}`)).items;
    ok(await here.admin.put(`/V1/carts/${cartId}/items/${item.item_id}`, { cartItem: { qty: 1, quote_id: cartId } }));
    fails(await boss.post(`${path}/payment-information`, by('companycredit')), 400, /have changed since it was placed/);
    expect(await ordersOf(bossId)).toEqual([]);
  });

  it('are seen and paid by their buyer alone', async () => {
    const { company, path, cartId, raise, boss } = await failed();
    await raise();
    const colleague = await userOf(here, company);
    const stranger = await buyer();
    for (const me of [colleague.me, stranger.me]) {
      fails(await me.get(`${path}/totals`), 404);
      fails(await me.get(`${path}/payment-information`), 404);
      fails(await me.post(`${path}/set-payment-information`, by('checkmo')), 404);
      fails(await me.post(`${path}/payment-information`, by('checkmo')), 404);
      fails(await me.delete(`${path}/giftCards/ABC`), 404);
    }
    fails(await here.guest.get(`${path}/totals`), 401);
    const own = await fill(here, stranger.me);
    fails(await stranger.me.get(`/V1/purchase-order-carts/${own}/totals`), 404);
    expect(ok(await boss.get(`${path}/totals`)).grand_total).toBe(30);
    expect(cartId).not.toBe(own);
  });
});
