import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillCart, pay } from '../customer-balance/shop.ts';
import { makeProduct } from '../quote/shop.ts';
import { configured, newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { mails, mailTo } from '../support/mails.ts';
import { typed, type ShopClient } from '../support/shop-client.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { getOrder, guestOrder, type Json } from './shop.ts';

let souk: Souk;
let guest: GraphQLClient;
let shop: ShopClient;
beforeAll(async () => {
  souk = await startSouk();
  guest = graphqlClient(souk);
  shop = typed(souk.admin);
  await souk.configure({ 'sales/cancellation/enabled': '1' });
});
afterAll(() => souk.stop());

const RESULT = '{ error errorV2 { code message } order { number state } }';
const REQUEST = `mutation($input: GuestOrderCancelInput!) { requestGuestOrderCancel(input: $input) ${RESULT} }`;
const CONFIRM = `mutation($input: ConfirmCancelOrderInput!) { confirmCancelOrder(input: $input) ${RESULT} }`;
const REASON = 'The order was placed by mistake';

/** An order of a guest, with its token. */
async function placed(qty = 2): Promise<{ id: number; number: string; email: string; token: string }> {
  const email = `${unique('guest')}@example.com`;
  const { id, order } = await guestOrder(souk, qty, undefined, { email });
  const input = { number: order.increment_id, email, lastname: 'Buyer' };
  const BY = 'query($input: OrderInformationInput!) { guestOrder(input: $input) { token } }';
  const { token } = (await guest.data(BY, { input })).guestOrder;
  return { id, number: order.increment_id, email, token };
}
const request = async (token: string, reason = REASON): Promise<Json> =>
  (await guest.data(REQUEST, { input: { token, reason } })).requestGuestOrderCancel;
const confirm = async (order_id: string, confirmation_key: string): Promise<Json> =>
  (await guest.data(CONFIRM, { input: { order_id, confirmation_key } })).confirmCancelOrder;
const failed = (code: string, message: string, order: Json | null = null): Json => ({
  error: message,
  errorV2: { code, message },
  order,
});
const unconfirmed = failed('UNDEFINED', 'The order cancellation could not be confirmed.');

/** The id and the key in the last mail to an address. */
async function mailed(email: string, count = 1): Promise<readonly [id: string, key: string]> {
  const isAsking = ({ text }: { text: string }) => text.includes('confirmation_key=');
  await expect.poll(() => mails(souk).filter((mail) => mail.to.includes(email) && isAsking(mail)).length).toBe(count);
  const { text } = await mailTo(souk, email, isAsking);
  const link = new URL(/https?:\S+confirmation_key=\S+/.exec(text)![0]);
  return [link.searchParams.get('order_id')!, link.searchParams.get('confirmation_key')!];
}

describe('the order of a guest', () => {
  it('is canceled by the key that the guest gets by mail, which serves once', async () => {
    const { id, number, email, token } = await placed();
    expect(await request(token)).toEqual({ error: null, errorV2: null, order: { number, state: 'new' } });
    expect((await getOrder(souk, id)).state).toBe('new');
    const [uid, key] = await mailed(email);
    expect(uid).toBe(btoa(String(id)));
    expect(await confirm(uid, key)).toEqual({ error: null, errorV2: null, order: { number, state: 'canceled' } });
    const { state, status_histories } = await getOrder(souk, id);
    expect(state).toBe('canceled');
    expect(status_histories).toMatchObject([{ comment: REASON, is_visible_on_front: 1 }]);
    expect(await confirm(uid, key)).toEqual(unconfirmed);
  });

  it('is canceled by the last key alone', async () => {
    const { email, token } = await placed();
    await request(token);
    const [uid, first] = await mailed(email);
    await request(token, 'Other');
    const [, second] = await mailed(email, 2);
    expect(await confirm(uid, first)).toEqual(unconfirmed);
    expect((await confirm(uid, second)).order.state).toBe('canceled');
  });

  it('is not canceled by a key that has expired', async () => {
    const { email, token } = await placed();
    await request(token);
    const [uid, key] = await mailed(email);
    await configured(souk, { 'souk/sales_cancellation/key_lifetime': '0' }, async () => {
      expect(await confirm(uid, key)).toEqual(unconfirmed);
    });
    expect((await confirm(uid, key)).order.state).toBe('canceled');
  });

  it('D336: is not told to those without the key, nor whether there is such an order', async () => {
    const [one, other] = [await placed(), await placed()];
    await request(one.token);
    const [uid, key] = await mailed(one.email);
    expect(await confirm(uid, `${key.slice(0, -1)}-`)).toEqual(unconfirmed);
    expect(await confirm(uid, '')).toEqual(unconfirmed);
    expect(await confirm(btoa(String(other.id)), key)).toEqual(unconfirmed);
    expect(await confirm(btoa('999999'), key)).toEqual(unconfirmed);
    expect(await confirm('none', key)).toEqual(unconfirmed);
    ok(await souk.admin.post(`/V1/orders/${other.id}/hold`));
    expect(await confirm(btoa(String(other.id)), key)).toEqual(unconfirmed);
  });

  it('stays as it is while the shop or its state does not allow a cancellation', async () => {
    const { id, number, email, token } = await placed();
    await souk.configure({ 'sales/cancellation/enabled': '0' });
    const off = 'Order cancellation is not enabled for requested store.';
    expect(await request(token)).toEqual(failed('ORDER_CANCELLATION_DISABLED', off));
    await souk.configure({ 'sales/cancellation/enabled': '1' });
    const order = (state: string) => ({ number, state });
    const unknown = 'Order cancellation reason is not valid.';
    expect(await request(token, 'Just so')).toEqual(failed('UNDEFINED', unknown, order('new')));
    await request(token);
    const [uid, key] = await mailed(email);
    ok(await souk.admin.post(`/V1/orders/${id}/hold`));
    const over = 'Order already closed, complete, cancelled or on hold';
    expect(await request(token)).toEqual(failed('INVALID_ORDER_STATUS', over, order('holded')));
    expect(await confirm(uid, key)).toEqual(failed('INVALID_ORDER_STATUS', over, order('holded')));
    ok(await souk.admin.post(`/V1/orders/${id}/unhold`));
    const { items } = await getOrder(souk, id);
    await shop.shipOrder.execute({ orderId: id, items: [{ order_item_id: items[0].item_id, qty: 1 }] });
    const shipped = 'Order with one or more items shipped cannot be cancelled';
    expect(await confirm(uid, key)).toEqual(failed('PARTIAL_ORDER_ITEM_SHIPPED', shipped, order('processing')));
    expect(mails(souk).filter(({ to, text }) => to.includes(email) && text.includes(key))).toHaveLength(1);
  });

  it('is asked for by its token alone, and is no order of a customer', async () => {
    const { token } = await placed();
    const forged = btoa(`${atob(token).slice(0, -1)}-`);
    const missing = "We couldn't locate an order with the information provided.";
    for (const wrong of [forged, 'none', '']) {
      const input = { token: wrong, reason: REASON };
      refuses(await guest.send(REQUEST, { input }), 'graphql-no-such-entity', missing);
    }
    const own = await buyer();
    const { items } = (await own.data('{ customer { orders { items { token } } } }')).customer.orders;
    const refused = failed('UNAUTHORISED', 'Current user is not authorized to cancel this order');
    expect(await request(items[0].token)).toEqual(refused);
  });
});

/** A customer with an order of two pieces. */
async function buyer(): Promise<GraphQLClient> {
  const me = await signIn(souk, (await newCustomer(souk)).email);
  await fillCart(me, await makeProduct(souk));
  ok(await pay(me, 'checkmo'));
  return graphqlClient(souk, me.token);
}

it('the cancellation of a customer has the code of its error', async () => {
  const own = await buyer();
  const READ = '{ customer { orders { items { id number available_actions } } } }';
  const read = async () => (await own.data(READ)).customer.orders.items[0];
  const { id: uid, number, available_actions } = await read();
  expect(available_actions).toContain('CANCEL');
  const CANCEL = `mutation($input: CancelOrderInput!) { cancelOrder(input: $input) ${RESULT} }`;
  const cancel = async (order_id: string) =>
    (await own.data(CANCEL, { input: { order_id, reason: REASON } })).cancelOrder;
  const none = "The entity that was requested doesn't exist. Verify the entity and try again.";
  expect(await cancel(btoa('999999'))).toEqual(failed('ORDER_NOT_FOUND', none));
  const foreign = btoa(String((await placed()).id));
  const refused = failed('UNAUTHORISED', 'Current user is not authorized to cancel this order');
  expect(await cancel(foreign)).toEqual(refused);
  const orderId = Number(atob(uid));
  const { items } = await getOrder(souk, orderId);
  await shop.shipOrder.execute({ orderId, items: [{ order_item_id: items[0].item_id, qty: 1 }] });
  const shipped = 'Order with one or more items shipped cannot be cancelled';
  const order = { number, state: 'processing' };
  expect(await cancel(uid)).toEqual(failed('PARTIAL_ORDER_ITEM_SHIPPED', shipped, order));
  expect((await read()).available_actions).not.toContain('CANCEL');
});
