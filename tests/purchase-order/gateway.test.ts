import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoGateway } from '../../src/modules/payment-gateway/demo/gateway.ts';
import { fill } from '../company-credit/shop.ts';
import { SECRET, startGateway } from '../payment/shop.ts';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, until, type Answer } from '../support/client.ts';
import { refuses } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import {
  act,
  BUYER,
  LEADER,
  newPurchaseOrderCompany,
  newRule,
  ordersOf,
  SETTING,
  shown,
  statusOf,
  userAllowed,
  type PurchaseOrderCompany,
  type PurchaseOrderUser,
} from './shop.ts';

const ORDER = `mutation($uid: ID!) { placeOrderForPurchaseOrder(input: { purchase_order_uid: $uid }) { order { number } } }`;

/** A purchase order of 30 that is paid by card, and its cart. */
interface CardPurchaseOrder {
  readonly buyer: PurchaseOrderUser;
  readonly uid: string;
  readonly path: string;
}

describe.each(engines)('purchase orders paid by card on %s', (engine) => {
  let here: Here;
  let gateway: DemoGateway;
  let company: PurchaseOrderCompany;
  beforeAll(async () => {
    here = await startHere(engine);
    gateway = await startGateway();
    const card = { active: '1', title: 'Card', gateway_url: gateway.url, secret_key: SECRET };
    const settings = Object.entries(card).map(([name, value]) => [`payment/gateway/${name}`, value]);
    await here.configure({ [SETTING]: '1', ...Object.fromEntries(settings) });
    company = await newPurchaseOrderCompany(here);
    await newRule(company, [LEADER]);
  });
  afterAll(async () => {
    await here.stop();
    await gateway.stop();
  });

  const authorized = (): number => gateway.ledger.totals().authorizedCents;

  async function placed(token?: string): Promise<CardPurchaseOrder> {
    const buyer = await userAllowed(here, company, ...BUYER);
    const cartId = await fill(here, buyer.me);
    const paymentMethod = { method: 'gateway', ...(token === undefined ? {} : { additional_data: { token } }) };
    const uid = btoa(String(ok(await buyer.me.post('/V1/carts/mine/po-payment-information', { paymentMethod }))));
    return { buyer, uid, path: `/V1/purchase-order-carts/${cartId}` };
  }

  async function approved(token?: string): Promise<CardPurchaseOrder> {
    const order = await placed(token);
    const { purchase_orders, errors } = await act(company.boss, 'approve', order.uid);
    expect([purchase_orders[0]?.status, errors]).toEqual(['APPROVED_PENDING_PAYMENT', []]);
    return order;
  }

  const pay = ({ buyer, path }: CardPurchaseOrder, token = 'tok_good'): Promise<Answer> =>
    buyer.me.post(`${path}/payment-information`, { paymentMethod: { method: 'gateway', additional_data: { token } } });

  const activities = async ({ buyer, uid }: CardPurchaseOrder): Promise<string[]> =>
    (await shown(buyer, uid, 'history_log { activity }')).history_log.map(({ activity }: Json) => activity);

  it('move no money before they are approved and the buyer pays', async () => {
    const before = authorized();
    const order = await placed();
    expect(await statusOf(order.buyer, order.uid)).toBe('APPROVAL_REQUIRED');
    fails(await pay(order), 400, /in the state approval_required/);
    refuses(await order.buyer.gql.send(ORDER, { uid: order.uid }), 'graphql-input', /in the state approval_required/);
    expect((await act(company.boss, 'approve', order.uid)).errors).toEqual([]);
    expect(await statusOf(order.buyer, order.uid)).toBe('APPROVED_PENDING_PAYMENT');
    expect([authorized() - before, (await ordersOf(here, order.buyer.id)).length]).toEqual([0, 0]);

    const methods = ok(await order.buyer.me.get(`${order.path}/payment-information`)).payment_methods;
    expect(methods.map(({ code }: Json) => code)).toContain('gateway');
    const id = ok(await pay(order));
    expect(authorized() - before).toBe(3000);
    expect(await getOrder(here, id)).toMatchObject({
      grand_total: 30,
      status: 'processing',
      payment: { method: 'gateway' },
    });
    expect(await shown(order.buyer, order.uid, 'status order { number }')).toMatchObject({
      status: 'ORDER_PLACED',
      order: { number: (await getOrder(here, id)).increment_id },
    });
    fails(await pay(order), 404);
    expect(authorized() - before).toBe(3000);
  });

  it('are ordered by `placeOrderForPurchaseOrder` with the card that the buyer set then', async () => {
    const before = authorized();
    const order = await approved();
    const { gql, me } = order.buyer;
    // No card yet.
    expect((await gql.send(ORDER, { uid: order.uid })).body.errors).toHaveLength(1);
    expect([authorized() - before, await statusOf(order.buyer, order.uid)]).toEqual([0, 'APPROVED_PENDING_PAYMENT']);
    const paymentMethod = { method: 'gateway', additional_data: { token: 'tok_good' } };
    ok(await me.post(`${order.path}/set-payment-information`, { paymentMethod }));
    // An approver is not the buyer.
    expect((await company.boss.gql.send(ORDER, { uid: order.uid })).body.errors).toHaveLength(1);
    expect(authorized() - before).toBe(0);
    const { number } = (await gql.data(ORDER, { uid: order.uid })).placeOrderForPurchaseOrder.order;
    expect((await ordersOf(here, order.buyer.id)).map(({ increment_id }) => increment_id)).toEqual([number]);
    expect(authorized() - before).toBe(3000);
    expect((await activities(order)).slice(-2)).toEqual(['place_order_fail', 'place_order']);
  });

  it('can be paid with another card after one was declined', async () => {
    const before = authorized();
    const order = await approved();
    fails(await pay(order, 'tok_declined'), 400);
    expect([authorized() - before, await statusOf(order.buyer, order.uid)]).toEqual([0, 'APPROVED_PENDING_PAYMENT']);
    expect((await activities(order)).at(-1)).toBe('place_order_fail');
    expect(await ordersOf(here, order.buyer.id)).toEqual([]);
    const id = ok(await pay(order));
    expect(authorized() - before).toBe(3000);
    expect(await statusOf(order.buyer, order.uid)).toBe('ORDER_PLACED');
    expect((await ordersOf(here, order.buyer.id)).map(({ entity_id }) => entity_id)).toEqual([id]);
  });

  it('are paid once when the buyer pays twice at a time', async () => {
    const before = authorized();
    const order = await approved();
    const answers = await Promise.all([pay(order), pay(order), order.buyer.gql.send(ORDER, { uid: order.uid })]);
    const paid = answers.slice(0, 2).filter(({ status }) => status === 200);
    const errors = answers[2]?.body.errors;
    expect(paid.length + (errors ? 0 : 1)).toBe(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await ordersOf(here, order.buyer.id)).toHaveLength(1);
    expect(await statusOf(order.buyer, order.uid)).toBe('ORDER_PLACED');
    // An authorization without an order is voided.
    await until(async () => authorized() - before === 3000);
    expect((await activities(order)).filter((one) => one === 'place_order')).toHaveLength(1);
  });

  it('are not paid once they were cancelled, and leave no money when both happen at once', async () => {
    const before = authorized();
    const order = await approved();
    expect((await act(order.buyer, 'cancel', order.uid)).errors).toEqual([]);
    fails(await pay(order), 400, /in the state canceled/);
    expect([authorized() - before, await ordersOf(here, order.buyer.id)]).toEqual([0, []]);

    const other = await approved();
    const [paid, canceled] = await Promise.all([pay(other), act(other.buyer, 'cancel', other.uid)]);
    const status = await statusOf(other.buyer, other.uid);
    expect(status).toBe(paid.status === 200 ? 'ORDER_PLACED' : 'CANCELED');
    expect(canceled.errors).toHaveLength(paid.status === 200 ? 1 : 0);
    expect(await ordersOf(here, other.buyer.id)).toHaveLength(paid.status === 200 ? 1 : 0);
    await until(async () => authorized() - before === (paid.status === 200 ? 3000 : 0));
  });

  it('are ordered with the card that the buyer sent with the purchase order, if there is no other', async () => {
    const order = await approved('tok_early');
    const before = authorized();
    const { gql } = order.buyer;
    const { body } = await gql.send(ORDER, { uid: order.uid });
    expect([body.errors ?? [], authorized() - before]).toEqual([[], 3000]);
  });
});
