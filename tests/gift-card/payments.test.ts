import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoGateway } from '../../src/modules/payment-gateway/demo/gateway.ts';
import { addCard, newCard } from '../gift-card-account/cards.ts';
import { invoicesOf, pay, startGateway, useGateway } from '../payment/shop.ts';
import type { Json } from '../sales/shop.ts';
import { cart } from '../support/carts.ts';
import { newCustomer, PASSWORD } from '../support/customers.ts';
import { ok, startSouk, until, type Souk } from '../support/souk.ts';
import { accountOf, address, chosen, codesOf, newCardProduct, orderNow } from './shop.ts';

// Cards are good once the money is there, and no longer than that.

let souk: Souk;
let gateway: DemoGateway;
beforeAll(async () => {
  gateway = await startGateway();
  souk = await startSouk();
  await useGateway(souk, gateway);
});
afterAll(async () => {
  await souk.stop();
  await gateway.stop();
});

/** An order for two cards of 25 that is paid by card. */
async function bought(token?: string): Promise<Json> {
  const { sku } = await newCardProduct(souk, [25]);
  const { path } = await cart(souk, { sku, qty: 2, ...chosen('25') });
  return orderNow(souk, Number(ok(await pay(souk, path, token))));
}

const codes = async ({ entity_id: id }: Json): Promise<string[]> => codesOf(await orderNow(souk, id));
const states = async (order: Json): Promise<number[]> =>
  Promise.all((await codes(order)).map(async (code) => (await accountOf(souk, code)).status));

test('cards are made when their money is captured, and locked when it is given up', async () => {
  const order = await bought();
  expect(await codes(order)).toEqual([]);
  const items = [{ order_item_id: order.items[0].item_id, qty: 1 }];
  const invoice = (sent: Json) => souk.admin.post(`/V1/order/${order.entity_id}/invoice`, { capture: true, ...sent });
  const first = ok(await invoice({ items }));
  expect(await states(order)).toEqual([1]);
  ok(await souk.admin.post(`/V1/invoices/${first}/void`));
  expect(await states(order)).toEqual([0]);
  ok(await invoice({ items }));
  expect(await states(order)).toEqual([0, 1]);
});

test('an invoice that is open makes no cards until it is paid', async () => {
  await souk.configure({ 'payment/gateway/payment_action': 'authorize_capture' });
  const [approved, refused] = [await bought('tok_review'), await bought('tok_review_declined')];
  for (const order of [approved, refused]) {
    expect(await invoicesOf(souk, order.entity_id)).toMatchObject([{ state: 1 }]);
    expect(await codes(order)).toEqual([]);
  }
  gateway.ledger.endReviews();
  await until(async () => (await codes(approved)).length === 2);
  await until(async () => (await orderNow(souk, refused.entity_id)).state === 'canceled');
  expect(await codes(refused)).toEqual([]);
  await souk.configure({ 'payment/gateway/payment_action': 'authorize' });
});

test('cards that are paid with cards, or for nothing, are made as others', async () => {
  const { email } = await newCustomer(souk);
  const me = souk.guest.as(
    ok(await souk.guest.post('/V1/integration/customer/token', { username: email, password: PASSWORD })),
  );
  for (const [balance, method] of [
    [30, 'free'],
    [10, 'checkmo'],
  ] as const) {
    const { sku } = await newCardProduct(souk, [25]);
    const cart = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1, quote_id: cart, ...chosen('25') } }));
    ok(await addCard(me, await newCard(souk, balance)));
    const sent = { paymentMethod: { method }, billing_address: address };
    const id = Number(ok(await me.post('/V1/carts/mine/payment-information', sent)));
    ok(await souk.admin.post(`/V1/order/${id}/invoice`));
    const [code] = codesOf(await orderNow(souk, id));
    expect(await accountOf(souk, code!)).toMatchObject({ balance: 25, status: 1 });
  }
});
