import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newStaff, newRole, storefrontOf, uid, type Staff } from '../company/storefront.ts';
import { fillCart } from '../customer-balance/shop.ts';
import { BUYER, enabled, LEADER, ordersOf, ruleInput, SETTING } from '../purchase-order/shop.ts';
import type { Json } from '../sales/shop.ts';
import { signIn } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { ok, startProcess, type SoukProcess } from '../support/souk.ts';

// Dozens of approvals, and a server that is killed again and again.
vi.setConfig({ testTimeout: 300_000 });

let souk: SoukProcess;
let staff: Staff;
beforeAll(async () => {
  souk = await startProcess();
  await souk.configure({ [SETTING]: '1', 'souk/attempts/address': '1000000' });
  staff = await newStaff(souk, enabled);
  const role = await newRole(staff.boss, ...BUYER);
  const roles = [{ id: Number(atob(role)) }];
  ok(await souk.admin.put('/V1/company/assignRoles', { userId: staff.account.id, roles }));
  const create =
    'mutation($input: PurchaseOrderApprovalRuleInput!) { createPurchaseOrderApprovalRule(input: $input) { uid } }';
  await staff.boss.data(create, { input: ruleInput([LEADER]) });
});
afterAll(() => souk.stop());

test('a server that is killed while it approves has an order for each approved purchase order, and no other', async () => {
  const { sku } = await newProduct(souk);
  const uids: string[] = [];
  for (let i = 0; i < 12; i++) {
    const me = await signIn(souk, staff.account.email);
    await fillCart(me, sku);
    uids.push(
      uid(ok(await me.post('/V1/carts/mine/po-payment-information', { paymentMethod: { method: 'checkmo' } }))),
    );
  }
  const approve = (some: readonly string[]) =>
    `mutation { approvePurchaseOrders(input: { purchase_order_uids: ${JSON.stringify(some)} }) {
      purchase_orders { uid status } errors { type } } }`;
  const known = new Set<string>();
  for (let round = 0; round < 4; round++) {
    const boss = await storefrontOf(souk, staff.leader);
    const waiting = uids.filter((one) => !known.has(one));
    // One by one and several at once: the server is killed after the first response.
    const requests = [approve(waiting), ...waiting.slice(0, 3).map((one) => approve([one]))].map((query) =>
      boss.send(query).catch(() => undefined),
    );
    await Promise.race(requests);
    await souk.kill();
    await Promise.all(requests);
    await souk.restart();
    const user = await storefrontOf(souk, staff.account);
    const { items } = (
      await user.data(
        '{ customer { purchase_orders(pageSize: 50) { items { uid status order { number } history_log { activity } } } } }',
      )
    ).customer.purchase_orders;
    const orders = await ordersOf(souk, staff.account.id);
    const placed: Json[] = items.filter(({ status }: Json) => status === 'ORDER_PLACED');
    expect(placed.map(({ order }) => order.number).toSorted()).toEqual(
      orders.map(({ increment_id }) => increment_id).toSorted(),
    );
    for (const { status, order, history_log: log } of items) {
      const activities = log.map(({ activity }: Json) => activity);
      expect(['ORDER_PLACED', 'APPROVAL_REQUIRED']).toContain(status);
      expect(activities.includes('approve')).toBe(order !== null);
      expect(activities.filter((one: string) => one === 'place_order')).toHaveLength(order === null ? 0 : 1);
    }
    for (const one of placed) known.add(one.uid);
  }
  const boss = await storefrontOf(souk, staff.leader);
  const left = uids.filter((one) => !known.has(one));
  if (left.length > 0) await boss.data(approve(left));
  expect(await ordersOf(souk, staff.account.id)).toHaveLength(uids.length);
});
