import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { mails, mailTo } from '../support/mails.ts';
import { secondProcess, type SecondProcess } from '../support/second-process.ts';
import { Client, ok, startProcess, unique, until, type SoukProcess } from '../support/souk.ts';
import { accountOf, chosen, codesOf, invoiceCards, newCardProduct, orderCards, orderNow } from './shop.ts';

// Each piece that is paid becomes one card, whoever invoices it, however often.

let souk: SoukProcess;
let other: SecondProcess;
beforeAll(async () => {
  souk = await startProcess();
  other = await secondProcess(souk);
});
afterAll(async () => {
  await other.end();
  await souk.stop();
});

const cardsFor = async (qty: number, email = 'grace@example.com'): Promise<Json> =>
  orderCards(souk, await newCardProduct(souk, [25]), qty, chosen('25', { giftcard_recipient_email: email }));

/** The cards that were made for an order, by its number. */
async function accountsFor({ increment_id }: Json): Promise<Json[]> {
  const { items } = ok(await souk.admin.get('/V1/giftcardaccounts?searchCriteria'));
  return items.filter(({ history }: Json) => history[0].additional_info === `Order #${increment_id}.`);
}

test('cards are mailed to whom they are for', async () => {
  const email = `${unique('grace')}@example.com`;
  const order = await orderCards(
    souk,
    await newCardProduct(souk, [25]),
    2,
    chosen('25', { giftcard_recipient_email: email, giftcard_message: 'Buy <yourself> something.' }),
  );
  await invoiceCards(souk, order);
  const codes = codesOf(await orderNow(souk, order.entity_id));
  const { subject, text, html } = await mailTo(souk, email);
  expect(subject).toBe('A gift card from Ada');
  for (const part of ['Hello Grace', 'Buy <yourself> something.', '$25.00', 'Amount of each card', ...codes])
    expect(text).toContain(part);
  expect(html).toContain('Buy &lt;yourself&gt; something.');
});

test('invoices of two processes at once make a card of each piece', async () => {
  const order = await cardsFor(4);
  const admins = [souk.base, other.base, souk.base, other.base].map((base) => new Client(base, souk.admin.token));
  const answers = await Promise.all(
    admins.map((admin) =>
      admin.post(`/V1/order/${order.entity_id}/invoice`, {
        items: [{ order_item_id: order.items[0].item_id, qty: 2 }],
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400]);
  const codes = codesOf(await orderNow(souk, order.entity_id));
  expect([codes.length, new Set(codes).size]).toEqual([4, 4]);
  const made = await accountsFor(order);
  expect(made.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
});

test('processes that invoice many orders at once each take codes of their own', async () => {
  const orders = await Promise.all([1, 2, 3, 4].map(() => cardsFor(2)));
  await Promise.all(
    orders.map((order, i) =>
      invoiceCards({ admin: new Client(i % 2 ? souk.base : other.base, souk.admin.token), guest: souk.guest }, order),
    ),
  );
  const codes = await Promise.all(orders.map(async ({ entity_id }) => codesOf(await orderNow(souk, entity_id))));
  expect(new Set(codes.flat()).size).toBe(8);
});

test('an operation that is sent again makes no more cards, nor does a process that is killed lose one', async () => {
  const email = `${unique('joan')}@example.com`;
  const order = await cardsFor(3, email);
  const sent = Array.from({ length: 3 }, () => ({
    orderId: order.entity_id,
    items: [{ order_item_id: order.items[0].item_id, qty: 1 }],
  }));
  const accepted = await souk.admin.send('POST', '/async/bulk/V1/order/byOrderId/invoice', [...sent, ...sent]);
  expect(accepted.status).toBe(202);
  await souk.kill();
  await souk.restart();
  await until(async () => {
    const path = `/V1/bulk/${accepted.body.bulk_uuid}/operation-status/4`;
    return ok(await souk.admin.get(path)) === 0;
  });
  const codes = codesOf(await orderNow(souk, order.entity_id));
  expect([codes.length, (await accountsFor(order)).length]).toEqual([3, 3]);
  await until(async () => {
    const told = mails(souk).filter(({ to }) => to.includes(email));
    return told.length >= 3 && codes.every((code) => told.some(({ text }) => text.includes(code)));
  });
  for (const code of codes) expect(await accountOf(souk, code)).toMatchObject({ balance: 25, status: 1 });
});
