import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DemoGateway } from '../../src/modules/payment-gateway/demo/gateway.ts';
import { buy, invoicesOf, orderOf, pay, readyCart, startGateway, useGateway } from '../payment/shop.ts';
import { stock } from '../sales/shop.ts';
import { secondProcess } from '../support/second-process.ts';
import { Client, ok, startProcess, until, type SoukProcess } from '../support/souk.ts';

let souk: SoukProcess;
let gateway: DemoGateway;
/** Whether the server is killed when the gateway has done what it was asked for, before it can hear of it. */
let isDeadly = false;
/** A consumer that is killed at that moment. */
let victim: ChildProcess | undefined;

beforeEach(async () => {
  isDeadly = false;
  victim = undefined;
  gateway = await startGateway({
    beforeAnswer: async () => {
      if (isDeadly) await souk.kill();
      victim?.kill('SIGKILL');
    },
  });
});

async function serve(...args: string[]): Promise<void> {
  souk = await startProcess({ args });
  await useGateway(souk, gateway, { timeout: '2' });
}

afterEach(async () => {
  await souk.stop();
  await gateway.stop();
});

/** Has the server die in `work`. */
async function dieIn(work: () => Promise<unknown>): Promise<void> {
  isDeadly = true;
  await work().catch(() => undefined);
  isDeadly = false;
}

test('a server killed between the authorization and the order leaves no charge without an order', async () => {
  await serve();
  const { path, sku } = await readyCart(souk);
  await dieIn(() => pay(souk, path));
  // It is given back some seconds later, or as soon as the server runs again.
  expect(gateway.ledger.totals().authorizedCents).toBe(3000);
  await souk.restart();
  expect(ok(await souk.guest.get(path)).is_active).toBe(true);
  expect(await stock(souk, sku)).toEqual({ qty: 100, salable: 100 });
  await until(async () => gateway.ledger.totals().authorizedCents === 0);
  expect(ok(await souk.admin.get('/V1/orders?searchCriteria')).total_count).toBe(0);
  ok(await pay(souk, path));
  expect(gateway.ledger.totals()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
});

test('a buyer who tries again after the server was killed is charged once', async () => {
  await serve();
  const { path } = await readyCart(souk);
  // One that runs already: while the first was started again, the payment would be given back.
  const { base, end } = await secondProcess(souk);
  try {
    await dieIn(() => pay(souk, path));
    // Waits until nobody can be placing the order any more.
    const id = Number(ok(await pay({ guest: new Client(base) }, path)));
    expect(gateway.ledger.transactions()).toHaveLength(1);
    expect(gateway.ledger.totals()).toEqual({ authorizedCents: 3000, capturedCents: 0 });
    expect(await orderOf({ admin: new Client(base, souk.admin.token) }, id)).toMatchObject({ state: 'processing' });
  } finally {
    await end();
  }
});

test('a server killed between the capture and the invoice books the invoice when it is back', async () => {
  await serve();
  const { id } = await buy(souk);
  await dieIn(() => souk.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
  await souk.restart();
  expect(gateway.ledger.totals()).toEqual({ authorizedCents: 0, capturedCents: 3000 });
  await until(async () => (await invoicesOf(souk, id)).length > 0);
  expect(await orderOf(souk, id)).toMatchObject({
    total_paid: 30,
    total_due: 0,
    payment: { base_amount_paid_online: 30 },
  });
  expect(gateway.ledger.totals()).toEqual({ authorizedCents: 0, capturedCents: 3000 });
});

test('a server killed between the void and the cancellation cancels the order when it is back', async () => {
  await serve();
  const { id, sku } = await buy(souk);
  await dieIn(() => souk.admin.post(`/V1/orders/${id}/cancel`));
  await souk.restart();
  expect(gateway.ledger.totals()).toEqual({ authorizedCents: 0, capturedCents: 0 });
  await until(async () => (await orderOf(souk, id)).state === 'canceled');
  expect(await stock(souk, sku)).toEqual({ qty: 100, salable: 100 });
});

test('an accepted capture that a killed consumer had begun is executed once', async () => {
  await serve('--no-consumer');
  const { id, order } = await buy(souk, { qty: 3 });
  const items = [{ order_item_id: order.items[0].item_id, qty: 1 }];
  const answer = await souk.admin.post(`/async/V1/order/${id}/invoice`, { capture: true, items });
  expect(answer.status).toBe(202);
  victim = souk.spawn('queue:consumers:start', 'async.operations.all');
  const ended = new Promise((resolve) => victim!.once('exit', resolve));
  await ended;
  expect(gateway.ledger.totals().capturedCents).toBe(2500);
  // The server books what the consumer had begun; then the operation is executed again.
  await until(async () => (await invoicesOf(souk, id)).length > 0);
  const next = souk.spawn('queue:consumers:start', 'async.operations.all');
  const operation = await until(async () => {
    const [found] = ok(await souk.admin.get(`/V1/bulk/${answer.body.bulk_uuid}/detailed-status`)).operations_list;
    return found.status !== 4 && found;
  }, 90);
  next.kill('SIGTERM');
  const [invoice] = await invoicesOf(souk, id);
  expect(operation).toMatchObject({ status: 1, result_serialized_data: JSON.stringify(String(invoice!.entity_id)) });
  expect(await invoicesOf(souk, id)).toHaveLength(1);
  expect(gateway.ledger.totals()).toEqual({ authorizedCents: 2000, capturedCents: 2500 });
});
