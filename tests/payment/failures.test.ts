import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DemoGateway } from '../../src/modules/payment-gateway/demo/gateway.ts';
import type { TransactionRequest } from '../../src/modules/payment-gateway/demo/ledger.ts';
import { stock, type Json } from '../sales/shop.ts';
import { fails, ok, startProcess, until, type Answer, type SoukProcess } from '../support/souk.ts';
import { ADDRESS } from '../quote/shop.ts';
import { buy, invoicesOf, orderOf, pay, readyCart, startGateway, SECRET, transactionsOf, useGateway } from './shop.ts';

let souk: SoukProcess;
let gateway: DemoGateway;
let before: { authorizedCents: number; capturedCents: number };
/** What becomes of an answer of the gateway, once it has done what it was asked for. */
let beforeAnswer: ((request: TransactionRequest) => Promise<void>) | undefined;

const breakConnection = async (): Promise<void> => {
  throw new Error('the connection breaks');
};

beforeAll(async () => {
  gateway = await startGateway({ beforeAnswer: async (request) => beforeAnswer?.(request) });
  souk = await startProcess({ args: ['--workers', '2'] });
  await useGateway(souk, gateway, { timeout: '2' });
});
afterAll(async () => {
  await souk.stop();
  await gateway.stop();
});
beforeEach(() => {
  before = gateway.ledger.totals();
});
afterEach(() => {
  beforeAnswer = undefined;
});

function moved() {
  const { authorizedCents, capturedCents } = gateway.ledger.totals();
  return {
    authorizedCents: authorizedCents - before.authorizedCents,
    capturedCents: capturedCents - before.capturedCents,
  };
}

const notPlaced = 'A server error stopped your order from being placed. Please try to place your order again.';
const silent = 'The payment gateway did not answer. Its transactions are booked once it reports them.';
const invoice = (id: number, body: object = {}): Promise<Answer> =>
  souk.admin.post(`/V1/order/${id}/invoice`, { capture: true, ...body });
const some = (order: Json, qty: number) => ({ items: [{ order_item_id: order.items[0].item_id, qty }] });

describe('a gateway that does not answer while an order is placed', () => {
  it('has charged once when the buyer tries again', async () => {
    const { path, sku } = await readyCart(souk);
    const count = gateway.ledger.transactions().length;
    beforeAnswer = breakConnection;
    fails(await pay(souk, path), 400, notPlaced);
    expect(ok(await souk.guest.get(path)).is_active).toBe(true);
    expect(await stock(souk, sku)).toEqual({ qty: 100, salable: 100 });
    expect(moved()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
    beforeAnswer = undefined;
    const id = Number(ok(await pay(souk, path)));
    expect(gateway.ledger.transactions()).toHaveLength(count + 1);
    expect(moved()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
    expect(await transactionsOf(souk, id)).toHaveLength(1);
  });

  it('has charged nothing in the end when the buyer does not', async () => {
    const { path } = await readyCart(souk);
    beforeAnswer = breakConnection;
    fails(await pay(souk, path), 400, notPlaced);
    await until(async () => moved().authorizedCents === 0);
    expect(ok(await souk.guest.get(path)).is_active).toBe(true);
    beforeAnswer = undefined;
    ok(await pay(souk, path));
    expect(moved()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
  });

  it('has charged one card only when the buyer takes another', async () => {
    const { path } = await readyCart(souk);
    beforeAnswer = breakConnection;
    fails(await pay(souk, path, 'tok_one'), 400, notPlaced);
    beforeAnswer = undefined;
    ok(await pay(souk, path, 'tok_two'));
    await until(async () => moved().authorizedCents === 3000);
  });

  it('leaves the cart to be paid when the request was lost', async () => {
    const { path } = await readyCart(souk);
    fails(await pay(souk, path, 'tok_lost'), 400, notPlaced);
    ok(await pay(souk, path, 'tok_good'));
    expect(moved()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
  });

  it('does not keep others from being served', async () => {
    const slow = await readyCart(souk);
    const other = await readyCart(souk);
    const answered = Promise.withResolvers<void>();
    beforeAnswer = async () => answered.promise;
    const paying = pay(souk, slow.path);
    await until(async () => moved().authorizedCents === 3000);
    // While the gateway is waited for, no transaction of the database is open.
    ok(await souk.guest.get(other.path));
    ok(
      await souk.guest.post(`${other.path}/set-payment-information`, {
        email: 'ada@example.com',
        paymentMethod: { method: 'checkmo' },
      }),
    );
    answered.resolve();
    expect((await paying).status).toBeOneOf([200, 400]);
    if ((await paying).status === 400) ok(await pay(souk, slow.path));
    expect(moved()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
  });
});

describe('a cart that is ordered many times at once', () => {
  it('is charged once and becomes one order, in whichever process', async () => {
    const { path, sku } = await readyCart(souk);
    const count = gateway.ledger.transactions().length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(souk, path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    expect(gateway.ledger.transactions()).toHaveLength(count + 1);
    expect(moved()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
    expect(await stock(souk, sku)).toEqual({ qty: 100, salable: 98 });
  });

  it('never holds money for the last piece twice', async () => {
    const first = await readyCart(souk, { qty: 60 });
    const second = await readyCart(souk, { qty: 60, sku: first.sku });
    const answers = await Promise.all([pay(souk, first.path), pay(souk, second.path)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    await until(async () => moved().authorizedCents === 90_000);
  });
});

describe('a gateway that does not answer while an order is captured', () => {
  it('D32: has the order wait, and the books follow the money', async () => {
    const { id, order } = await buy(souk, { qty: 3 });
    beforeAnswer = breakConnection;
    fails(await invoice(id, some(order, 1)), 504, silent);
    expect(moved()).toEqual({ authorizedCents: 2000, capturedCents: 2500 });
    expect(await invoicesOf(souk, id)).toEqual([]);
    const comment = { comment: 'Waits', is_customer_notified: 0, is_visible_on_front: 0, parent_id: id };
    ok(await souk.admin.post(`/V1/orders/${id}/comments`, { statusHistory: comment }));
    fails(await souk.admin.post(`/V1/order/${id}/ship`), 503, 'A payment is under way. Please try again.');
    beforeAnswer = undefined;
    await until(async () => (await invoicesOf(souk, id)).length > 0);
    expect(await orderOf(souk, id)).toMatchObject({ total_paid: 25, total_invoiced: 25 });
    expect(await invoicesOf(souk, id)).toMatchObject([{ state: 2, grand_total: 25 }]);
    expect(moved()).toEqual({ authorizedCents: 2000, capturedCents: 2500 });
    ok(await souk.admin.post(`/V1/order/${id}/ship`));
    ok(await invoice(id));
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 4500 });
  });

  it('captures once when the same is asked for again', async () => {
    const { id, order } = await buy(souk, { qty: 2 });
    beforeAnswer = breakConnection;
    fails(await invoice(id, some(order, 1)), 504, silent);
    beforeAnswer = undefined;
    const again = await invoice(id, some(order, 1));
    // Either this call has gone on with it, or it came after the one that was left had been booked, and is another.
    const made = await invoicesOf(souk, id);
    expect(again.status).toBe(200);
    expect(moved().capturedCents).toBe(made.reduce((sum, { grand_total }) => sum + Number(grand_total) * 100, 0));
    expect((await orderOf(souk, id)).total_paid * 100).toBe(moved().capturedCents);
  });

  it('refunds once', async () => {
    const { id } = await buy(souk);
    const paid = Number(ok(await invoice(id)));
    beforeAnswer = breakConnection;
    fails(await souk.admin.post(`/V1/invoice/${paid}/refund`, { isOnline: true }), 504, silent);
    beforeAnswer = undefined;
    await until(async () => (await orderOf(souk, id)).state === 'closed');
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 0 });
    expect(await orderOf(souk, id)).toMatchObject({ total_refunded: 30, total_online_refunded: 30 });
    expect((await transactionsOf(souk, id)).filter(({ txn_type }) => txn_type === 'refund')).toHaveLength(1);
  });
});

describe('a gateway that refuses', () => {
  it('a capture leaves the order free', async () => {
    const { id, order } = await buy(souk);
    // The authorization has run out, as the gateway sees it.
    const response = await fetch(`${gateway.url}/v1/transactions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}`, 'idempotency-key': `expire_${'0'.repeat(16)}` },
      body: JSON.stringify({ type: 'void', amount: '30.00', currency: 'USD', parent: order.payment.last_trans_id }),
    });
    expect(response.status).toBe(200);
    fails(await invoice(id), 400, 'Could not save an invoice, see error log for details');
    expect(await orderOf(souk, id)).toMatchObject({ state: 'processing', total_due: 30 });
    ok(await souk.admin.post(`/V1/order/${id}/invoice`, { capture: false }));
    expect(await orderOf(souk, id)).toMatchObject({ total_paid: 30 });
  });
});

describe('asynchronously', () => {
  const done = (uuid: string): Promise<Json> =>
    until(async () => {
      const [operation] = ok(await souk.admin.get(`/V1/bulk/${uuid}/detailed-status`)).operations_list;
      return operation.status !== 4 && operation;
    });

  it('an order is captured once', async () => {
    const { id } = await buy(souk);
    const answer = await souk.admin.post(`/async/V1/order/${id}/invoice`, { capture: true });
    expect(answer.status).toBe(202);
    expect(await done(answer.body.bulk_uuid)).toMatchObject({ status: 1 });
    expect(await invoicesOf(souk, id)).toHaveLength(1);
    expect(moved()).toEqual({ authorizedCents: 0, capturedCents: 3000 });
  });

  it('a capture that the gateway does not answer fails for now, is booked, and completes when it is tried again', async () => {
    await souk.configure({ 'souk/operations/attempts': '2' });
    const { id, order } = await buy(souk, { qty: 3 });
    beforeAnswer = breakConnection;
    const answer = await souk.admin.post(`/async/V1/order/${id}/invoice`, { capture: true, ...some(order, 1) });
    const { bulk_uuid: uuid } = answer.body;
    expect(await done(uuid)).toMatchObject({ status: 2, result_message: silent });
    beforeAnswer = undefined;
    await until(async () => (await invoicesOf(souk, id)).length > 0);
    expect((await souk.cli('bulk:retry', uuid)).code).toBe(0);
    expect(await done(uuid)).toMatchObject({ status: 1 });
    expect(await invoicesOf(souk, id)).toHaveLength(1);
    expect(moved()).toEqual({ authorizedCents: 2000, capturedCents: 2500 });
  });

  it('an order that the gateway does not answer fails for now, and its caller sends it again', async () => {
    await souk.configure({ 'souk/operations/attempts': '1' });
    const { path } = await readyCart(souk);
    beforeAnswer = breakConnection;
    const paid = await souk.admin.post(`/async${path}/payment-information`, {
      email: 'ada@example.com',
      paymentMethod: { method: 'gateway', additional_data: { token: 'tok_good' } },
      billing_address: ADDRESS,
    });
    const { bulk_uuid: uuid } = paid.body;
    expect(await done(uuid)).toMatchObject({ status: 2, result_message: notPlaced });
    beforeAnswer = undefined;
    // The token of the card was removed with the end of the operation: its caller has to send it again.
    expect((await souk.cli('bulk:retry', uuid)).stdout).toMatch(/secrets/);
    ok(await pay(souk, path));
  });
});
