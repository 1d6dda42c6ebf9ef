import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { round } from '../../src/kernel/money.ts';
import { findBalance, historyOf } from '../../src/modules/customer-balance/balances.ts';
import { updateBalance } from '../../src/modules/customer-balance/customers.ts';
import { getOrder, guestOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { apply, lines, newBuyer, pay, type Buyer } from './shop.ts';

describe.each(engines)('store credit on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine, { env: { SOUK_RELEASE: '2.4.9' } });
  });
  afterAll(() => here.stop());

  const give = (customerId: number, amount: number) =>
    here.souk
      .systemCall()
      .transaction((call) => updateBalance(call, { customerId, websiteId: 1 }, round(amount), { info: 'a gift' }));
  const balanceOf = async (id: number): Promise<number> =>
    ok(await here.admin.get(`/V1/customers/${id}/balance/1`)).amount;

  /** What became of a customer's balance, the oldest first; it has to add up. */
  async function historyOfBalance(customerId: number): Promise<[action: string, delta: number, info: string | null][]> {
    const call = here.souk.systemCall();
    const balance = (await findBalance(call, { customerId, websiteId: 1 }))!;
    const entries = (await historyOf(call, balance)).toReversed();
    const sum = entries.reduce((before, { delta, amount }) => {
      expect(amount.eq(before.plus(delta))).toBe(true);
      return amount;
    }, round(0));
    expect(sum.eq(balance.amount)).toBe(true);
    return entries.map(({ action, delta, info }) => [action, delta.toNumber(), info]);
  }

  /** A customer with so much credit, and a cart of 30 that is paid with it. */
  async function creditor(amount: number): Promise<Buyer> {
    const buyer = await newBuyer(here);
    await give(buyer.id, amount);
    expect(ok(await apply(buyer.me))).toBe(true);
    return buyer;
  }

  async function order(buyer: Buyer, method: string): Promise<Json> {
    return getOrder(here, ok(await pay(buyer.me, method)));
  }

  it('is read by customer and website', async () => {
    const { id } = await newBuyer(here);
    const nothing = { customer_id: id, website_id: 1, amount: 0, base_currency_code: 'USD' };
    expect(ok(await here.admin.get(`/V1/customers/${id}/balance/1`))).toEqual(nothing);
    await give(id, 12.5);
    expect(ok(await here.admin.get(`/V1/customers/${id}/balance/1`))).toEqual({
      ...nothing,
      balance_id: expect.any(Number),
      amount: 12.5,
    });
    fails(await here.admin.get('/V1/customers/999999/balance/1'), 404, 'No such entity with customerId = 999999');
    fails(await here.admin.get(`/V1/customers/${id}/balance/77`), 404, 'No such entity with websiteId = 77');
    expect((await here.admin.get(`/V1/customers/${id}/balance/x`)).status).toBe(400);
    expect((await here.guest.get(`/V1/customers/${id}/balance/1`)).status).toBe(401);
    const stranger = await here.granted('integration', ['Magento_Cart::manage']);
    expect((await stranger.get(`/V1/customers/${id}/balance/1`)).status).toBe(401);
    ok(await here.admin.delete(`/V1/customers/${id}`));
    const left = await here.souk.systemCall().db.selectFrom('customer_balance').select('customer_id').execute();
    expect(left.filter(({ customer_id }) => customer_id === id)).toEqual([]);
  });

  it('is applied to a cart and taken off it, by its customer and by who manages carts', async () => {
    const { id, me, cartId } = await newBuyer(here);
    await give(id, 12);
    expect(ok(await me.get('/V1/carts/mine/totals')).grand_total).toBe(30);
    expect(ok(await apply(me))).toBe(true);
    const totals = ok(await me.get('/V1/carts/mine/totals'));
    expect(lines(totals).slice(-2)).toEqual([
      ['grand_total', 18],
      ['customerbalance', -12],
    ]);
    expect(totals.total_segments.at(-1).title).toBe('Store Credit');
    expect(totals.extension_attributes).toMatchObject({
      customer_balance_amount: 12,
      base_customer_balance_amount: 12,
    });
    expect(ok(await here.admin.delete(`/V1/carts/${cartId}/balance/unapply`))).toBe(true);
    const without = ok(await me.get('/V1/carts/mine/totals'));
    expect([without.grand_total, without.extension_attributes?.customer_balance_amount]).toEqual([30, undefined]);
    expect(ok(await here.admin.post(`/V1/carts/${cartId}/balance/apply`))).toBe(true);
    expect(ok(await me.get('/V1/carts/mine/totals')).grand_total).toBe(18);
    expect(await balanceOf(id)).toBe(12);

    expect((await here.guest.post('/V1/carts/mine/balance/apply')).status).toBe(401);
    expect((await me.post(`/V1/carts/${cartId}/balance/apply`)).status).toBe(401);
    expect((await here.guest.delete(`/V1/carts/${cartId}/balance/unapply`)).status).toBe(401);
    expect((await here.admin.post('/V1/carts/999999/balance/apply')).status).toBe(404);
  });

  it('is not there where it is switched off', async () => {
    const { me } = await creditor(12);
    await here.configure({ 'customer/magento_customerbalance/is_enabled': '0' });
    expect(ok(await apply(me))).toBe(false);
    expect(ok(await me.get('/V1/carts/mine/totals')).grand_total).toBe(30);
    await here.configure({ 'customer/magento_customerbalance/is_enabled': '1' });
    expect(ok(await me.get('/V1/carts/mine/totals')).grand_total).toBe(18);
  });

  it('pays all of an order, which is free then, and comes back when that is canceled', async () => {
    const buyer = await creditor(50);
    const { payment_methods: methods } = ok(await buyer.me.get('/V1/carts/mine/payment-information'));
    expect(methods.map(({ code }: Json) => code)).toContain('free');
    const placed = await order(buyer, 'free');
    expect(placed).toMatchObject({
      grand_total: 0,
      extension_attributes: { customer_balance_amount: 30, base_customer_balance_amount: 30 },
    });
    expect(await balanceOf(buyer.id)).toBe(20);
    ok(await here.admin.post(`/V1/orders/${placed.entity_id}/cancel`));
    expect(await historyOfBalance(buyer.id)).toEqual([
      ['created', 50, 'a gift'],
      ['used', -30, `Order #${placed.increment_id}`],
      ['reverted', 30, `Order #${placed.increment_id}`],
    ]);
  });

  it('pays first: with the first invoice, and comes back with the first credit memo', async () => {
    const buyer = await creditor(12);
    const placed = await order(buyer, 'checkmo');
    const id = placed.entity_id;
    const one = [{ order_item_id: placed.items[0].item_id, qty: 1 }];
    const first = ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true, items: one }));
    const credit = (amount: number) => ({
      extension_attributes: { customer_balance_amount: amount, base_customer_balance_amount: amount },
    });
    expect(ok(await here.admin.get(`/V1/invoices/${first}`))).toMatchObject({ grand_total: 8, ...credit(12) });
    const second = ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    expect(ok(await here.admin.get(`/V1/invoices/${second}`))).toMatchObject({ grand_total: 10 });

    const goods = { items: one, arguments: { shipping_amount: 0 } };
    const memo = ok(await here.admin.post(`/V1/order/${id}/refund`, goods));
    const told = ok(await here.admin.get(`/V1/creditmemo/${memo}`));
    expect(told).toMatchObject({ grand_total: 0, ...credit(10) });
    expect(await balanceOf(buyer.id)).toBe(10);
    expect((await getOrder(here, id)).extension_attributes).toMatchObject({
      customer_balance_invoiced: 12,
      customer_balance_refunded: 10,
      base_customer_balance_refunded: 10,
      customer_balance_total_refunded: 10,
      base_customer_balance_total_refunded: 10,
    });
    ok(await here.admin.post(`/V1/order/${id}/refund`));
    const closed = await getOrder(here, id);
    expect([closed.state, closed.total_refunded, await balanceOf(buyer.id)]).toEqual(['closed', 18, 12]);
    expect((await historyOfBalance(buyer.id))[2]).toEqual([
      'refunded',
      10,
      `Order #${placed.increment_id}, creditmemo #${told.increment_id}`,
    ]);
  });

  it('D121: is given back by every credit memo, whatever the setting of automatic refunds', async () => {
    for (const [i, value] of ['0', '1'].entries()) {
      await here.configure({ 'customer/magento_customerbalance/refund_automatically': value });
      const buyer = await creditor(40 + i);
      const { entity_id: id } = await order(buyer, 'free');
      ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
      ok(await here.admin.post(`/V1/order/${id}/refund`));
      expect(await balanceOf(buyer.id)).toBe(40 + i);
      expect((await getOrder(here, id)).state).toBe('closed');
    }
  });

  it('D122: takes money that was paid otherwise, as far as a credit memo names it and comes to it', async () => {
    const buyer = await creditor(12);
    const placed = await order(buyer, 'checkmo');
    const order_id = placed.entity_id;
    ok(await here.admin.post(`/V1/order/${order_id}/invoice`, { capture: true }));
    const refund = (customer_balance_amount: number) =>
      here.admin.post('/V1/creditmemo/refund', {
        creditmemo: {
          order_id,
          items: [{ order_item_id: placed.items[0].item_id, qty: 2 }],
          extension_attributes: { customer_balance_amount, base_customer_balance_amount: customer_balance_amount },
        },
      });
    fails(await refund(30.01), 400, "You can't use more store credit than the order amount.");
    expect(await balanceOf(buyer.id)).toBe(0);
    expect(ok(await refund(25)).extension_attributes.customer_balance_amount).toBe(25);
    expect(await balanceOf(buyer.id)).toBe(25);
    const { extension_attributes: told, total_refunded } = await getOrder(here, order_id);
    expect(told).toMatchObject({ customer_balance_refunded: 12, customer_balance_total_refunded: 25 });
    expect(total_refunded).toBe(18);
    await historyOfBalance(buyer.id);
  });

  it('takes no money back for a guest', async () => {
    const { id, order: placed } = await guestOrder(here);
    ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    const items = [{ order_item_id: placed.items[0].item_id, qty: 1 }];
    const creditmemo = { order_id: id, items, extension_attributes: { customer_balance_amount: 5 } };
    const message = 'There is no customer account whose store credit could take the refund.';
    fails(await here.admin.post('/V1/creditmemo/refund', { creditmemo }), 400, message);
    expect((await getOrder(here, id)).total_refunded ?? 0).toBe(0);
  });

  it('is no less than nothing, whatever is taken', async () => {
    const { id, me } = await creditor(5);
    await expect(give(id, -6)).rejects.toThrow('The store credit of %1 is less');
    await expect(
      here.souk
        .systemCall()
        .transaction((c) => updateBalance(c, { customerId: id, websiteId: 0 }, round(1), { info: null })),
    ).rejects.toThrow('No such entity');
    await give(id, -5);
    expect(await balanceOf(id)).toBe(0);
    expect(ok(await me.get('/V1/carts/mine/totals')).grand_total).toBe(30);
    await historyOfBalance(id);
  });
});

it('is not there in the open edition, and its newer routes not in older releases', async () => {
  for (const [env, status] of [
    [{ SOUK_EDITION: 'open', SOUK_RELEASE: '2.4.9' }, 404],
    [{ SOUK_RELEASE: '2.4.8' }, 200],
  ] as const) {
    const here = await startHere('sqlite', { env });
    try {
      const { me, cartId } = await newBuyer(here);
      expect((await apply(me)).status).toBe(status);
      expect((await here.admin.post(`/V1/carts/${cartId}/balance/apply`)).status).toBe(404);
      expect((await here.admin.get('/V1/customers/1/balance/1')).status).toBe(404);
    } finally {
      await here.stop();
    }
  }
});
