import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPoints, findAccount, historyOf, takePoints } from '../../src/modules/reward/accounts.ts';
import { warnDue } from '../../src/modules/reward/expire-due.ts';
import { readRate, saveRate } from '../../src/modules/reward/rate-list.ts';
import { lines, newBuyer, pay, type Buyer } from '../customer-balance/shop.ts';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { mails, mailTo } from '../support/mails.ts';
import { startHere, type Here } from '../support/here.ts';

const DAY = 86_400_000;
const settings = {
  'magento_reward/points/order': '0',
  'magento_reward/general/deduct_automatically': '0',
  'magento_reward/general/min_points_balance': '',
  'magento_reward/general/max_points_balance': '',
  'magento_reward/general/expiration_days': '',
  'magento_reward/general/expiry_calculation': 'static',
};

describe.each(engines)('reward points on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure(settings);
    const call = here.souk.systemCall();
    for (const typed of [
      { direction: 'points-to-currency', points: '10', amount: '1' },
      { direction: 'currency-to-points', points: '3', amount: '2' },
    ]) {
      const rate = await readRate(call, typed);
      await call.transaction((inside) => saveRate(inside, rate));
    }
  });
  afterAll(() => here.stop());

  const keyOf = (customerId: number) => ({ customerId, websiteId: 1 });
  const change = { action: 'updated', info: 'a gift' } as const;
  const give = (customerId: number, points: number) =>
    here.souk
      .systemCall()
      .transaction(async (call) =>
        points > 0
          ? await addPoints(call, keyOf(customerId), points, change)
          : await takePoints(call, keyOf(customerId), -points, change),
      );
  const pointsOf = async (customerId: number): Promise<number> =>
    (await findAccount(here.souk.systemCall(), keyOf(customerId)))?.points ?? 0;
  const use = (buyer: Buyer) => buyer.me.post('/V1/reward/mine/use-reward');
  const at = (now: string | null) => here.guest.raw('PUT', '/_/clock', { now }).then(ok);
  const inDays = (days: number) => at(new Date(Date.now() + days * DAY).toISOString());

  /** What became of a customer's points, the oldest first; the books have to balance. */
  async function books(customerId: number): Promise<[action: string, delta: number, info: string | null][]> {
    const call = here.souk.systemCall();
    const account = (await findAccount(call, keyOf(customerId)))!;
    const entries = (await historyOf(call, account)).toReversed();
    let balance = 0;
    for (const { points_delta, points_balance } of entries) expect((balance += points_delta)).toBe(points_balance);
    const left = await call.db
      .selectFrom('reward_history')
      .select(['points_delta', 'points_used'])
      .where('reward_id', '=', account.id)
      .where('points_delta', '>', 0)
      .execute();
    expect(left.reduce((sum, entry) => sum + entry.points_delta - entry.points_used, 0)).toBe(balance);
    return entries.map(({ action, points_delta, additional_info }) => [action, points_delta, additional_info]);
  }

  /** A customer with so many points, and a cart of 30 that is paid with them. */
  async function rewarded(points: number): Promise<Buyer> {
    const buyer = await newBuyer(here);
    await give(buyer.id, points);
    expect(ok(await use(buyer))).toBe(true);
    return buyer;
  }

  const order = async (buyer: Buyer, method: string): Promise<Json> => getOrder(here, ok(await pay(buyer.me, method)));

  it('pay a cart with whole multiples of their rate, and are shown in its totals', async () => {
    const buyer = await rewarded(125);
    const totals = ok(await buyer.me.get('/V1/carts/mine/totals'));
    expect(lines(totals).slice(-2)).toEqual([
      ['grand_total', 18],
      ['reward', -12],
    ]);
    expect(totals.total_segments.at(-1).title).toBe('120 Reward points');
    expect(totals.extension_attributes).toMatchObject({
      reward_points_balance: 120,
      reward_currency_amount: 12,
      base_reward_currency_amount: 12,
    });
    expect(await pointsOf(buyer.id)).toBe(125);
    expect((await here.guest.post('/V1/reward/mine/use-reward')).status).toBe(401);
    expect((await here.admin.post('/V1/reward/mine/use-reward')).status).toBeGreaterThanOrEqual(400);
  });

  it('are not there where they are switched off, and too few are not taken', async () => {
    const buyer = await rewarded(50);
    const totals = async () => ok(await buyer.me.get('/V1/carts/mine/totals'));
    const total = async () => (await totals()).grand_total;
    expect(await total()).toBe(25);
    await here.configure({ 'magento_reward/general/min_points_balance': '51' });
    expect(await total()).toBe(30);
    const none = { reward_points_balance: 0, reward_currency_amount: 0, base_reward_currency_amount: 0 };
    expect((await totals()).extension_attributes).toMatchObject(none);
    await here.configure({ 'magento_reward/general/min_points_balance': '', 'magento_reward/general/is_enabled': '0' });
    expect([await total(), ok(await use(buyer))]).toEqual([30, false]);
    expect((await totals()).extension_attributes ?? {}).not.toHaveProperty('reward_points_balance');
    await here.configure({ 'magento_reward/general/is_enabled': '1' });
    expect(await total()).toBe(25);
  });

  it('pay all of an order, which is free then, and come back when that is canceled', async () => {
    const buyer = await rewarded(500);
    const placed = await order(buyer, 'free');
    expect(placed).toMatchObject({
      grand_total: 0,
      extension_attributes: {
        reward_points_balance: 300,
        reward_currency_amount: 30,
        base_reward_currency_amount: 30,
      },
    });
    expect(await pointsOf(buyer.id)).toBe(200);
    ok(await here.admin.post(`/V1/orders/${placed.entity_id}/cancel`));
    expect(await books(buyer.id)).toEqual([
      ['updated', 500, 'a gift'],
      ['spent', -300, `Order #${placed.increment_id}`],
      ['reverted', 300, `Order #${placed.increment_id}`],
    ]);
  });

  it('come back in parts with the credit memos of what they have paid, all of them in the end', async () => {
    const buyer = await rewarded(120);
    const { entity_id: id, items } = await order(buyer, 'checkmo');
    ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    const one = [{ order_item_id: items[0].item_id, qty: 1 }];
    ok(await here.admin.post(`/V1/order/${id}/refund`, { items: one, arguments: { shipping_amount: 0 } }));
    expect(await pointsOf(buyer.id)).toBe(100);
    ok(await here.admin.post(`/V1/order/${id}/refund`));
    expect(await pointsOf(buyer.id)).toBe(120);
    expect((await getOrder(here, id)).state).toBe('closed');
    expect((await books(buyer.id)).map(([action, delta]) => [action, delta])).toEqual([
      ['updated', 120],
      ['spent', -120],
      ['refunded', 100],
      ['refunded', 20],
    ]);
  });

  it('are earned once by what is paid, with those of the rules, and taken back with refunds', async () => {
    await here.configure({
      'magento_reward/points/order': '1',
      'magento_reward/general/deduct_automatically': '1',
    });
    const rule = ok(
      await here.admin.post('/V1/salesRules', {
        rule: {
          name: 'Points',
          website_ids: [1],
          customer_group_ids: [1],
          coupon_type: 'NO_COUPON',
          simple_action: 'by_fixed',
          discount_amount: 1,
          is_active: true,
          extension_attributes: { reward_points_delta: 7 },
        },
      }),
    );
    const buyer = await newBuyer(here);
    const { entity_id: id, items } = await order(buyer, 'checkmo');
    const one = [{ order_item_id: items[0].item_id, qty: 1 }];
    ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true, items: one }));
    expect(await pointsOf(buyer.id)).toBe(0);
    ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    // 18 without shipping: nine times 2, each of which earns 3, and 7.
    expect(await pointsOf(buyer.id)).toBe(34);
    ok(await here.admin.post(`/V1/order/${id}/ship`));
    const comment = { statusHistory: { comment: 'Sent', is_customer_notified: 0, is_visible_on_front: 0 } };
    ok(await here.admin.post(`/V1/orders/${id}/comments`, comment));
    expect(await pointsOf(buyer.id)).toBe(34);
    await give(buyer.id, -30);
    // Half of what was paid without shipping: 9 of 28.
    ok(await here.admin.post(`/V1/order/${id}/refund`, { items: one, arguments: { shipping_amount: 0 } }));
    expect(await pointsOf(buyer.id)).toBe(0);
    await books(buyer.id);
    ok(await here.admin.delete(`/V1/salesRules/${rule.rule_id}`));
    await here.configure(settings);
  });

  it('are held to the most that an account may have', async () => {
    await here.configure({ 'magento_reward/general/max_points_balance': '100' });
    const { id } = await newBuyer(here);
    expect([await give(id, 80), await give(id, 80), await give(id, 5)]).toEqual([80, 20, 0]);
    expect(await pointsOf(id)).toBe(100);
    await here.configure(settings);
    await books(id);
  });

  it('are announced by email when they are earned, and before they expire, with the day', async () => {
    await here.configure({
      'magento_reward/general/expiration_days': '30',
      'magento_reward/notification/expiry_day_before': '7',
    });
    const { email, id } = await newCustomer(here, { firstname: 'Grace', lastname: "O'Hara & Co" });
    const folder = { env: { SOUK_VAR: here.souk.platform.settings.varFolder } };
    const to = (part: string) => mailTo(folder, email, ({ subject }) => subject.includes(part));
    const key = keyOf(id);
    const earned = { action: 'earned', info: 'Order #7' } as const;
    await here.souk.systemCall().transaction((call) => addPoints(call, key, 1200, earned));
    const day = (ahead: number): string =>
      new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.now() + ahead * DAY);
    const gained = await to('You have earned 1,200 reward points');
    expect(gained.text).toContain(`Change: +1,200\nReason: Order #7\nValid until: ${day(30)}\nYour balance: 1,200\n`);
    expect(gained.html).toContain('Hello Grace O&#39;Hara &amp; Co,');
    await here.souk.systemCall().transaction((call) => takePoints(call, key, 200, { action: 'spent', info: null }));
    await inDays(22);
    await here.souk.systemCall().transaction((call) => addPoints(call, key, 5, change));
    await inDays(24);
    for (let i = 0; i < 2; i++) await warnDue(here.souk.systemCall());
    const warning = await to('1,000 of your reward points expire soon');
    expect(warning.text).toContain(`The first points expire on: ${day(30)}\nYour balance: 1,005\n`);
    await here.configure({ 'magento_reward/notification/subscribe_by_default': '0' });
    await here.souk.systemCall().transaction((call) => addPoints(call, key, 3, earned));
    expect(
      mails(folder)
        .filter((mail) => mail.to.includes(email))
        .map(({ subject }) => subject),
    ).toEqual([
      'Your account at Main Website Store',
      'You have earned 1,200 reward points at Main Website Store',
      'Your reward points at Main Website Store have changed',
      '1,000 of your reward points expire soon',
    ]);
    await at(null);
    await here.configure({
      'magento_reward/general/expiration_days': '',
      'magento_reward/notification/expiry_day_before': '0',
      'magento_reward/notification/subscribe_by_default': '1',
    });
  });

  it('are no less than nothing, whatever is taken', async () => {
    const { id } = await newBuyer(here);
    await give(id, 5);
    await expect(give(id, -6)).rejects.toThrow('The customer has %1 points');
    await give(id, -5);
    expect(await pointsOf(id)).toBe(0);
    await books(id);
  });

  it.each(['static', 'dynamic'])('expire, the oldest first: %s', async (calculation) => {
    const expire = { 'magento_reward/general/expiry_calculation': calculation };
    await here.configure({ ...expire, 'magento_reward/general/expiration_days': '10' });
    const buyer = await rewarded(100);
    await give(buyer.id, -40);
    await inDays(6);
    await give(buyer.id, 30);
    expect(await pointsOf(buyer.id)).toBe(90);
    await inDays(11);
    expect(await pointsOf(buyer.id)).toBe(30);
    const { me } = { me: await here.callerOf('customer', buyer.id) };
    expect(ok(await me.get('/V1/carts/mine/totals')).extension_attributes.reward_points_balance).toBe(30);
    fails(await pay(me, 'free'), 400);
    await give(buyer.id, -10);
    expect((await books(buyer.id)).map(([action, delta]) => [action, delta])).toEqual([
      ['updated', 100],
      ['updated', -40],
      ['updated', 30],
      ['expired', -60],
      ['updated', -10],
    ]);
    await at(null);
    await here.configure(settings);
  });

  it('go with their customer', async () => {
    const { id } = await rewarded(10);
    ok(await here.admin.delete(`/V1/customers/${id}`));
    const left = await here.souk.systemCall().db.selectFrom('reward').select('customer_id').execute();
    expect(left.map(({ customer_id }) => customer_id)).not.toContain(id);
  });

  it('are spent once by many orders at a time', async () => {
    const buyer = await rewarded(500);
    const answers = await Promise.all([1, 2, 3].map(() => pay(buyer.me, 'free')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await pointsOf(buyer.id)).toBe(200);
    await books(buyer.id);
  });
});

it('are not there in the open edition', async () => {
  const here = await startHere('sqlite', { env: { SOUK_EDITION: 'open' } });
  try {
    const { me } = await newBuyer(here);
    expect((await me.post('/V1/reward/mine/use-reward')).status).toBe(404);
  } finally {
    await here.stop();
  }
});
