import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf, fill } from '../company-credit/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import {
  act,
  BUYER,
  LEADER,
  MANAGER,
  newPurchaseOrderCompany,
  newRole,
  newRule,
  newUserOf,
  ordersOf,
  placeCartOf,
  placeFor,
  putBelow,
  SETTING,
  shown,
  statusOf,
  userAllowed,
  type PurchaseOrderCompany,
} from './shop.ts';

const PAYER = [...BUYER, 'Magento_Sales::payment_account'];
const FLOW = 'approval_flow { rule_name events { name role status message } }';

describe.each(engines)('approvals of purchase orders on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ [SETTING]: '1' });
  });
  afterAll(() => here.stop());

  /** A company with a rule, and a buyer and an approver with their roles. */
  async function withRule(over: Json = {}) {
    const of = await newPurchaseOrderCompany(here);
    const role = await newRole(of, ...BUYER);
    const approver = await newUserOf(here, of, role);
    await newRule(of, [role], over);
    const buyer = await userAllowed(here, of, ...BUYER);
    return { of, role, approver, buyer };
  }

  it('are given by a role, and order the purchase order', async () => {
    const { approver, buyer } = await withRule();
    const uid = await placeFor(here, buyer);
    expect(await shown(buyer, uid, `status order { number } available_actions ${FLOW}`)).toMatchObject({
      status: 'APPROVAL_REQUIRED',
      order: null,
      available_actions: ['CANCEL'],
      approval_flow: [
        { events: [{ name: 'Unknown Customer', status: 'PENDING', message: /^Pending Approval from Role / }] },
      ],
    });
    expect(await ordersOf(here, buyer.id)).toEqual([]);
    expect(await act(approver, 'approve', uid)).toEqual({
      purchase_orders: [{ uid, status: 'ORDER_PLACED' }],
      errors: [],
    });
    const [order, ...more] = await ordersOf(here, buyer.id);
    expect([order!.grand_total, more]).toEqual([30, []]);
    const placed = await shown(
      buyer,
      uid,
      `order { number } available_actions history_log { activity message } ${FLOW}`,
    );
    expect(placed.order.number).toBe(order!.increment_id);
    expect(placed.available_actions).toEqual([]);
    expect(placed.history_log.map(({ activity }: Json) => activity)).toEqual([
      'submit',
      'apply_rules',
      'approve',
      'place_order',
    ]);
    expect(placed.history_log.at(-1).message).toBe(`Order #${order!.increment_id} was placed`);
    expect(placed.approval_flow[0].events[0]).toMatchObject({ status: 'APPROVED', message: /^Approved by \w+/ });
  });

  it('are needed by rules that apply alone', async () => {
    const { of, buyer, role } = await withRule({ status: 'DISABLED' });
    const other = await newRole(of, ...BUYER);
    await newRule(of, [role], { applies_to: [other] });
    const amount = { value: 30, currency: 'USD' };
    for (const condition of [
      { attribute: 'GRAND_TOTAL', operator: 'MORE_THAN', amount },
      { attribute: 'GRAND_TOTAL', operator: 'LESS_THAN', amount },
      { attribute: 'SHIPPING_INCL_TAX', operator: 'MORE_THAN_OR_EQUAL_TO', amount: { ...amount, value: 10.01 } },
      { attribute: 'SHIPPING_INCL_TAX', operator: 'LESS_THAN_OR_EQUAL_TO', amount: { ...amount, value: 9.99 } },
      { attribute: 'NUMBER_OF_SKUS', operator: 'MORE_THAN', quantity: 1 },
    ]) {
      await newRule(of, [role], { condition });
    }
    expect(await statusOf(buyer, await placeFor(here, buyer))).toBe('ORDER_PLACED');
    const reached = [
      { attribute: 'GRAND_TOTAL', operator: 'MORE_THAN_OR_EQUAL_TO', amount },
      { attribute: 'GRAND_TOTAL', operator: 'LESS_THAN_OR_EQUAL_TO', amount },
      { attribute: 'SHIPPING_INCL_TAX', operator: 'MORE_THAN_OR_EQUAL_TO', amount: { ...amount, value: 10 } },
      { attribute: 'NUMBER_OF_SKUS', operator: 'LESS_THAN', quantity: 2 },
    ];
    for (const condition of reached) await newRule(of, [role], { condition });
    const uid = await placeFor(here, buyer);
    const { approval_flow: flow } = await shown(buyer, uid, FLOW);
    expect(flow).toHaveLength(reached.length);
    expect(await statusOf(buyer, uid)).toBe('APPROVAL_REQUIRED');
  });

  it('of several roles and rules are needed from each, and one user gives all of the own ones', async () => {
    const of = await newPurchaseOrderCompany(here);
    const [first, second] = [await newRole(of, ...BUYER), await newRole(of, ...BUYER)];
    const [one, two] = [await newUserOf(here, of, first), await newUserOf(here, of, second)];
    await newRule(of, [first, second]);
    await newRule(of, [first]);
    const buyer = await userAllowed(here, of, ...BUYER);
    const uid = await placeFor(here, buyer);
    expect((await act(one, 'approve', uid)).purchase_orders).toEqual([{ uid, status: 'APPROVAL_REQUIRED' }]);
    const { approval_flow: flow } = await shown(one, uid, FLOW);
    expect(flow.map(({ events }: Json) => events.map(({ status }: Json) => status))).toEqual([
      ['APPROVED', 'PENDING'],
      ['APPROVED'],
    ]);
    expect((await act(one, 'approve', uid)).errors).toMatchObject([{ type: 'OPERATION_NOT_APPLICABLE' }]);
    expect(await ordersOf(here, buyer.id)).toEqual([]);
    expect((await act(two, 'approve', uid)).purchase_orders).toEqual([{ uid, status: 'ORDER_PLACED' }]);
    expect(await ordersOf(here, buyer.id)).toHaveLength(1);
  });

  it('are given by the manager of the buyer, and by the administrator', async () => {
    const of = await newPurchaseOrderCompany(here);
    await newRule(of, [MANAGER]);
    const [manager, buyer] = [await userAllowed(here, of, ...BUYER), await userAllowed(here, of, ...BUYER)];
    await putBelow(here, of, buyer.id, manager.id);
    const uid = await placeFor(here, buyer);
    expect((await shown(manager, uid, 'available_actions')).available_actions).toEqual(['REJECT', 'APPROVE']);
    expect((await act(buyer, 'approve', uid)).errors).toMatchObject([{ type: 'OPERATION_NOT_APPLICABLE' }]);
    expect((await act(manager, 'approve', uid)).purchase_orders).toEqual([{ uid, status: 'ORDER_PLACED' }]);
    const managers = await placeFor(here, manager);
    expect(await statusOf(manager, managers)).toBe('APPROVAL_REQUIRED');
    expect((await act(of.boss, 'approve', managers)).purchase_orders).toEqual([
      { uid: managers, status: 'ORDER_PLACED' },
    ]);
    await newRule(of, [LEADER], { name: 'By the administrator' });
    const both = await placeFor(here, buyer);
    expect((await act(manager, 'approve', both)).purchase_orders).toEqual([{ uid: both, status: 'APPROVAL_REQUIRED' }]);
    expect((await act(of.boss, 'approve', both)).purchase_orders).toEqual([{ uid: both, status: 'ORDER_PLACED' }]);
  });

  it('are not needed by the administrator, by roles that approve automatically, and by the only user of the role', async () => {
    const { of, buyer, approver, role } = await withRule();
    const auto = await userAllowed(here, of, ...BUYER, 'Magento_PurchaseOrder::autoapprove_purchase_order');
    for (const user of [of.boss, auto, approver]) {
      expect(await statusOf(user, await placeFor(here, user))).toBe('ORDER_PLACED');
    }
    expect(await statusOf(buyer, await placeFor(here, buyer))).toBe('APPROVAL_REQUIRED');
    const second = await newUserOf(here, of, role);
    const uid = await placeFor(here, approver);
    expect(await statusOf(approver, uid)).toBe('APPROVAL_REQUIRED');
    expect((await act(approver, 'approve', uid)).errors).toMatchObject([{ type: 'OPERATION_NOT_APPLICABLE' }]);
    expect((await act(second, 'approve', uid)).purchase_orders).toEqual([{ uid, status: 'ORDER_PLACED' }]);
  });

  it('are given without others by roles that may', async () => {
    const of = await newPurchaseOrderCompany(here);
    const [first, second] = [await newRole(of, ...BUYER), await newRole(of, ...BUYER)];
    await newRule(of, [first, second]);
    const buyer = await userAllowed(here, of, ...BUYER);
    const superUser = await userAllowed(
      here,
      of,
      ...BUYER,
      'Magento_PurchaseOrder::view_purchase_orders_for_company',
      'Magento_PurchaseOrderRule::super_approve_purchase_order',
    );
    const uid = await placeFor(here, buyer);
    expect((await act(superUser, 'approve', uid)).purchase_orders).toEqual([{ uid, status: 'ORDER_PLACED' }]);
    const own = await placeFor(here, superUser);
    expect((await act(superUser, 'approve', own)).errors).toMatchObject([{ type: 'OPERATION_NOT_APPLICABLE' }]);
  });

  it('are refused once by any approver', async () => {
    const { of, approver, buyer } = await withRule();
    await newRule(of, [LEADER]);
    const uid = await placeFor(here, buyer);
    expect(await act(approver, 'reject', uid)).toEqual({ purchase_orders: [{ uid, status: 'REJECTED' }], errors: [] });
    for (const action of ['approve', 'reject', 'cancel', 'validate'] as const) {
      expect((await act(of.boss, action, uid)).errors).toMatchObject([{ type: 'OPERATION_NOT_APPLICABLE' }]);
    }
    expect(await ordersOf(here, buyer.id)).toEqual([]);
    const { approval_flow: flow, history_log: log } = await shown(buyer, uid, `${FLOW} history_log { activity }`);
    expect(flow.map(({ events }: Json) => events[0].status)).toEqual(['REJECTED', 'PENDING']);
    expect(log.at(-1).activity).toBe('reject');
  });

  it('are no longer given to a canceled purchase order, and its items can be bought again', async () => {
    const { approver, buyer } = await withRule();
    const uid = await placeFor(here, buyer);
    expect((await act(buyer, 'cancel', uid)).purchase_orders).toEqual([{ uid, status: 'CANCELED' }]);
    expect((await act(approver, 'approve', uid)).errors).toMatchObject([{ type: 'OPERATION_NOT_APPLICABLE' }]);
    const { id } = (await buyer.gql.data('{ customerCart { id } }')).customerCart;
    const add = (replace: boolean) =>
      buyer.gql.data(`mutation { addPurchaseOrderItemsToCart(input: { purchase_order_uid: "${uid}", cart_id: "${id}",
        replace_existing_cart_items: ${replace} }) { cart { items { quantity } } user_errors { code message } } }`);
    const added = (await add(false)).addPurchaseOrderItemsToCart;
    expect(added).toEqual({ cart: { items: [{ quantity: 2 }] }, user_errors: [] });
    expect((await add(false)).addPurchaseOrderItemsToCart.cart.items).toEqual([{ quantity: 4 }]);
    expect((await add(true)).addPurchaseOrderItemsToCart.cart.items).toEqual([{ quantity: 2 }]);
  });

  it('of two approvers at once are one order', async () => {
    const of = await newPurchaseOrderCompany(here);
    const [first, second] = [await newRole(of, ...BUYER), await newRole(of, ...BUYER)];
    const users = [await newUserOf(here, of, first), await newUserOf(here, of, second)];
    await newRule(of, [first, second]);
    const buyer = await userAllowed(here, of, ...BUYER);
    for (let round = 0; round < 5; round++) {
      const uid = await placeFor(here, buyer);
      const all = await Promise.all([...users, of.boss, of.boss].map((user) => act(user, 'approve', uid)));
      const orders = all
        .flatMap(({ purchase_orders: found }) => found)
        .filter(({ status }: Json) => status === 'ORDER_PLACED');
      expect(orders.length).toBeGreaterThan(0);
      expect(await statusOf(buyer, uid)).toBe('ORDER_PLACED');
      expect(await ordersOf(here, buyer.id)).toHaveLength(round + 1);
    }
  });

  it('and a rejection at once have one result', async () => {
    const { of, approver, buyer } = await withRule();
    for (let round = 0; round < 5; round++) {
      const uid = await placeFor(here, buyer);
      const before = (await ordersOf(here, buyer.id)).length;
      const [yes, no, end] = await Promise.all([
        act(approver, 'approve', uid),
        act(of.boss, 'reject', uid),
        act(buyer, 'cancel', uid),
      ]);
      expect([yes, no, end].flatMap(({ purchase_orders: found }) => found)).toHaveLength(1);
      const isPlaced = (await statusOf(buyer, uid)) === 'ORDER_PLACED';
      expect((await ordersOf(here, buyer.id)).length - before).toBe(isPlaced ? 1 : 0);
    }
  });

  it('of two purchase orders at once spend company credit once', async () => {
    await here.configure({ 'payment/companycredit/active': '1' });
    const { of, approver } = await withRule();
    const creditPath = `/V1/companyCredits/company/${of.company.id}`;
    const { id: creditId } = ok(await here.admin.get(creditPath));
    for (let round = 1; round <= 3; round++) {
      // Enough for one more of two purchase orders at 30 each.
      const creditLimit = { credit_limit: round * 30 + 15 };
      ok(await here.admin.put(`/V1/companyCredits/${creditId}`, { creditLimit }));
      const buyers = [await userAllowed(here, of, ...PAYER), await userAllowed(here, of, ...PAYER)];
      const uids: string[] = [];
      for (const buyer of buyers) {
        await fill(here, buyer.me);
        uids.push(await placeCartOf(buyer, 'companycredit'));
      }
      await Promise.all([act(approver, 'approve', uids[0]!), act(of.boss, 'approve', uids[1]!)]);
      const states = await Promise.all(buyers.map((buyer, at) => statusOf(buyer, uids[at]!)));
      expect(states.toSorted()).toEqual(['ORDER_FAILED', 'ORDER_PLACED']);
      const orders = await Promise.all(buyers.map(({ id }) => ordersOf(here, id)));
      expect(orders.map(({ length }) => length)).toEqual(states.map((state) => (state === 'ORDER_PLACED' ? 1 : 0)));
      expect(await balanceOf(here, { id: creditId })).toBe(-30 * round);
    }
  });

  it('D361: are void when the items or prices change before the order', async () => {
    const { approver, buyer } = await withRule();
    const quoteId = await fill(here, buyer.me);
    const uid = await placeCartOf(buyer);
    const [item] = ok(await here.admin.get(`/V1/carts/${quoteId}`)).items;
    ok(await here.admin.put(`/V1/carts/${quoteId}/items/${item.item_id}`, { cartItem: { qty: 1, quote_id: quoteId } }));
    expect((await act(approver, 'approve', uid)).purchase_orders).toEqual([{ uid, status: 'ORDER_FAILED' }]);
    const { history_log: log } = await shown(buyer, uid, 'history_log { activity message }');
    expect(log.at(-1)).toEqual({
      activity: 'place_order_fail',
      message: expect.stringMatching(/could not be placed: The items or prices .* have changed/),
    });
    expect(await ordersOf(here, buyer.id)).toEqual([]);
  });

  it('D361: are void when shipping costs more than approved', async () => {
    const { approver, buyer } = await withRule();
    const uid = await placeFor(here, buyer);
    await here.configure({ 'carriers/flatrate/price': '6' });
    expect((await act(approver, 'approve', uid)).purchase_orders).toEqual([{ uid, status: 'ORDER_FAILED' }]);
    await here.configure({ 'carriers/flatrate/price': '5' });
    const order = `mutation { placeOrderForPurchaseOrder(input: { purchase_order_uid: "${uid}" }) { order { number } } }`;
    const { number } = (await buyer.gql.data(order)).placeOrderForPurchaseOrder.order;
    expect((await ordersOf(here, buyer.id)).map(({ increment_id }) => increment_id)).toEqual([number]);
    expect(await statusOf(buyer, uid)).toBe('ORDER_PLACED');
  });

  /** A rule on totals of more than 20 EUR. */
  const ruleInEuros = (of: PurchaseOrderCompany, role: string) =>
    newRule(of, [role], {
      condition: { attribute: 'GRAND_TOTAL', operator: 'MORE_THAN', amount: { value: 20, currency: 'EUR' } },
    });
  const setRate = (from: string, to: string, rate: number) =>
    here.souk.systemCall().transaction((call) => call.services.directory.setRate(call, from, to, rate));

  it('of rules in another currency are needed by converted amounts', async () => {
    const { of, buyer, role } = await withRule({ status: 'DISABLED' });
    await here.configure({ 'currency/options/allow': 'USD,EUR' });
    await ruleInEuros(of, role);
    await setRate('USD', 'EUR', 0.5);
    expect(await statusOf(buyer, await placeFor(here, buyer))).toBe('ORDER_PLACED');
    await setRate('USD', 'EUR', 0.67);
    expect(await statusOf(buyer, await placeFor(here, buyer))).toBe('APPROVAL_REQUIRED');
  });

  it('D369: of rules in a currency without an exchange rate wait for the rate', async () => {
    const { of, buyer, role } = await withRule({ status: 'DISABLED' });
    await here.configure({ 'currency/options/allow': 'USD,EUR' });
    await ruleInEuros(of, role);
    const inPounds = { base: 'GBP', default: 'GBP', allow: 'GBP,EUR' };
    for (const [name, code] of Object.entries(inPounds)) await here.configure({ [`currency/options/${name}`]: code });
    const uid = await placeFor(here, buyer);
    const waiting = await shown(buyer, uid, 'status available_actions history_log { activity }');
    expect(waiting).toMatchObject({ status: 'PENDING', available_actions: ['CANCEL', 'VALIDATE'] });
    expect(waiting.history_log.at(-1).activity).toBe('wait');
    expect((await act(buyer, 'validate', uid)).purchase_orders).toEqual([{ uid, status: 'PENDING' }]);
    await setRate('GBP', 'EUR', 1.2);
    expect((await act(buyer, 'validate', uid)).purchase_orders).toEqual([{ uid, status: 'APPROVAL_REQUIRED' }]);
    const again = await act(buyer, 'validate', uid);
    expect([again.purchase_orders, again.errors]).toEqual([[{ uid, status: 'APPROVAL_REQUIRED' }], []]);
    const before = { base: 'USD', default: 'USD', allow: 'USD' };
    for (const [name, code] of Object.entries(before)) await here.configure({ [`currency/options/${name}`]: code });
  });

  it('D370: stop the ordinary ways to order', async () => {
    const { buyer } = await withRule();
    const quoteId = await fill(here, buyer.me);
    const payment = { paymentMethod: { method: 'checkmo' } };
    fails(
      await buyer.me.post('/V1/carts/mine/payment-information', payment),
      401,
      'You are not authorized to access this resource.',
    );
    fails(await buyer.me.put('/V1/carts/mine/order', payment), 401);
    fails(await here.admin.put(`/V1/carts/${quoteId}/order`, payment), 400, /buys by purchase orders only/);
    const { id } = (await buyer.gql.data('{ customerCart { id } }')).customerCart;
    await buyer.gql.data(
      `mutation { setPaymentMethodOnCart(input: { cart_id: "${id}", payment_method: { code: "checkmo" } }) { cart { id } } }`,
    );
    const placed = await buyer.gql.send(
      `mutation { placeOrder(input: { cart_id: "${id}" }) { orderV2 { number } errors { message } } }`,
    );
    expect(placed.text).toMatch(/not authorized to access this resource/);
    expect(await ordersOf(here, buyer.id)).toEqual([]);
    const place = `mutation { placePurchaseOrder(input: { cart_id: "${id}" }) { purchase_order { status number } } }`;
    expect((await buyer.gql.data(place)).placePurchaseOrder.purchase_order).toEqual({
      status: 'APPROVAL_REQUIRED',
      number: expect.stringMatching(/^\d{9}$/),
    });
  });
});
