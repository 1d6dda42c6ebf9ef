import { afterAll, beforeAll, expect, test } from 'vitest';
import { newBuyer, type Buyer } from '../customer-balance/shop.ts';
import { newCustomer, PASSWORD } from '../support/customers.ts';
import { secondProcess, type SecondProcess } from '../support/second-process.ts';
import { Client, ok, startSouk, type Souk } from '../support/souk.ts';
import { addCard, cardNow, newCard, sumOfHistory } from './cards.ts';

// What is on a card is spent once, whichever process wants it.

let souk: Souk;
let other: SecondProcess;
beforeAll(async () => {
  souk = await startSouk();
  other = await secondProcess(souk);
});
afterAll(async () => {
  await other.end();
  await souk.stop();
});

/** Customers with carts that come to 30. */
function buyers(count: number): Promise<Buyer[]> {
  const emails = new Map<number, string>();
  const callerOf = async (_: 'customer', id: number): Promise<Client> => {
    const sent = { username: emails.get(id), password: PASSWORD };
    return souk.guest.as(ok(await souk.guest.post('/V1/integration/customer/token', sent)));
  };
  const shop = { admin: souk.admin, guest: souk.guest, callerOf };
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { id, email } = await newCustomer(souk);
      emails.set(id, email);
      return newBuyer(shop, id);
    }),
  );
}

const payAt = (base: string, { me }: Buyer) =>
  new Client(base, me.token).post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'free' } });

test('four orders at once of two processes spend a card once', async () => {
  const card = await newCard(souk, 60);
  const all = await buyers(4);
  for (const { me } of all) ok(await addCard(me, card));
  const answers = await Promise.all(all.map((buyer, i) => payAt(i % 2 ? souk.base : other.base, buyer)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400]);
  const after = await cardNow(souk, card);
  expect([after.balance, after.state, sumOfHistory(after)]).toEqual([0, 1, 0]);
});

test('an order and a change of its card at the same time do not both have what is on it', async () => {
  for (const buyer of await buyers(3)) {
    const card = await newCard(souk, 30);
    ok(await addCard(buyer.me, card));
    const [placed, locked] = await Promise.all([
      payAt(other.base, buyer),
      souk.admin.put(`/V1/giftcardaccounts/${card.account_id}`, { giftcardAccount: { status: 0 } }),
    ]);
    ok(locked);
    const after = await cardNow(souk, card);
    expect(after).toMatchObject({ status: 0, balance: placed.status === 200 ? 0 : 30 });
    expect(sumOfHistory(after)).toBe(after.balance * 100);
  }
});

test('orders that use the same cards in another order do not wait for each other for ever', async () => {
  const cards = [await newCard(souk, 20), await newCard(souk, 20.5)];
  const all = await buyers(4);
  for (const [i, { me }] of all.entries()) {
    for (const card of i % 2 ? cards : cards.toReversed()) ok(await addCard(me, card));
  }
  const answers = await Promise.all(all.map((buyer, i) => payAt(i % 2 ? souk.base : other.base, buyer)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  const rest = await Promise.all(cards.map((card) => cardNow(souk, card)));
  expect(rest.map(({ balance }) => balance)).toEqual([0, 10.5]);
  for (const one of rest) expect(sumOfHistory(one)).toBe(Math.round(one.balance * 100));
});
