import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fillCart } from '../customer-balance/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { criteria, ok, startProcess, unique, type Answer, type SoukProcess } from '../support/souk.ts';

// Dozens of requests to a server that is killed again and again.
vi.setConfig({ testTimeout: 300_000 });

let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess();
});
afterAll(() => souk?.stop());

/** Sends requests whose server is killed after the first response; repeats those without a response until each has one. */
async function sendAll(requests: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: (Answer | undefined)[] = requests.map(() => undefined);
  for (let round = 0; answers.includes(undefined); round++) {
    const sent = requests.map(async (request, i) => {
      answers[i] ??= await request().catch(() => undefined);
    });
    if (round < 4) {
      await Promise.race(sent);
      await souk.kill();
    }
    await Promise.all(sent);
    if (round < 4) await souk.restart();
  }
  return answers as Answer[];
}

test('requests that are repeated until they have a response take effect once', async () => {
  const codes = Array.from({ length: 24 }, () => unique('once'));
  const answers = await sendAll(
    codes.map((code) => () => {
      const body = { group: { code, tax_class_id: 3 } };
      return souk.admin.post('/V1/customerGroups', body, { 'idempotency-key': code });
    }),
  );
  // A second execution would be refused: the code exists.
  expect(answers.map(ok).map(({ code }) => code)).toEqual(codes);
});

test('an order is placed once, or its outcome is said to be unknown', async () => {
  const { sku } = await newProduct(souk);
  const buyers = [];
  for (let i = 0; i < 8; i++) {
    const { id, email } = await newCustomer(souk);
    const me = await signIn(souk, email);
    await fillCart(me, sku);
    buyers.push({ id, me });
  }
  const answers = await sendAll(
    buyers.map(({ id, me }) => () => {
      const body = { paymentMethod: { method: 'checkmo' } };
      // A server has another port after its restart.
      return souk.guest
        .as(me.token)
        .post('/V1/carts/mine/payment-information', body, { 'idempotency-key': `order-${id}` });
    }),
  );
  for (const [i, { id }] of buyers.entries()) {
    const { status, body } = answers[i]!;
    const filter = criteria([[{ field: 'customer_id', value: id }]]);
    const { items } = ok(await souk.admin.get(`/V1/orders?${filter}&fields=items[entity_id]`));
    expect(items.length).toBe(1);
    if (status === 200) expect(Number(body)).toBe(items[0].entity_id);
    else expect([status, body.message]).toEqual([409, expect.stringContaining('is unknown')]);
  }
});
