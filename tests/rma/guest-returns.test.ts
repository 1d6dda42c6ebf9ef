import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillCart, pay } from '../customer-balance/shop.ts';
import { makeProduct } from '../quote/shop.ts';
import { guestOrder, type Json } from '../sales/shop.ts';
import { configured, newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { mails, mailTo } from '../support/mails.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { lead, makeReturn } from './shop.ts';

let souk: Souk;
let guest: GraphQLClient;
/** The first option of each attribute that buyers select. */
let selected: Json[];
beforeAll(async () => {
  souk = await startSouk();
  guest = graphqlClient(souk);
  selected = await Promise.all(
    ['reason', 'condition', 'resolution'].map(async (attribute_code) => {
      const { options } = ok(await souk.admin.get(`/V1/returnsAttributeMetadata/${attribute_code}`));
      return { attribute_code, value: btoa(options.find(({ value }: Json) => value !== '').value) };
    }),
  );
});
afterAll(() => souk.stop());

const RESULT = `{ return { uid number status comments { text } customer { email } items { status request_quantity } }
  returns { total_count items { number } } }`;
const REQUEST = `mutation($input: RequestGuestReturnInput!) { requestGuestReturn(input: $input) ${RESULT} }`;
const CONFIRM = `mutation($input: ConfirmReturnInput!) { confirmReturn(input: $input) ${RESULT} }`;
const READ = `query($input: OrderTokenInput!) { guestOrderByToken(input: $input) {
  available_actions items_eligible_for_return { id } returns { items { number status } } } }`;
const NOT_CONFIRMED = 'The return could not be confirmed.';

interface Placed {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  readonly order: Json;
}
/** A guest's order of two pieces that were sent. */
async function placed(): Promise<Placed> {
  const email = `${unique('guest')}@example.com`;
  const { id, order } = await guestOrder(souk, 2, undefined, { email });
  ok(await souk.admin.post(`/V1/order/${id}/invoice`));
  ok(await souk.admin.post(`/V1/order/${id}/ship`));
  const input = { number: order.increment_id, email, lastname: 'Buyer' };
  const BY = 'query($input: OrderInformationInput!) { guestOrder(input: $input) { token } }';
  const { token } = (await guest.data(BY, { input })).guestOrder;
  return { id, email, token, order };
}
const inputOf = ({ token, order }: Placed, quantity = 1, over: Json = {}): Json => {
  const order_item_uid = btoa(order.items[0].item_id);
  const item = { order_item_uid, quantity_to_return: quantity, selected_custom_attributes: selected };
  return { token, items: [item], ...over };
};
const request = async (of: Placed, quantity = 1, over: Json = {}): Promise<Json> =>
  (await guest.data(REQUEST, { input: inputOf(of, quantity, over) })).requestGuestReturn;
const confirming = (order_id: string, confirmation_key: string) =>
  guest.send(CONFIRM, { input: { order_id, confirmation_key } });
const confirm = async (order_id: string, confirmation_key: string): Promise<Json> =>
  (await guest.data(CONFIRM, { input: { order_id, confirmation_key } })).confirmReturn;
const cannotConfirm = async (order_id: string, key: string) =>
  refuses(await confirming(order_id, key), 'graphql-input', NOT_CONFIRMED);
const read = async ({ token }: Placed): Promise<Json> =>
  (await guest.data(READ, { input: { token } })).guestOrderByToken;
const stored = async (uid: string): Promise<Json> => ok(await souk.admin.get(`/V1/returns/${atob(uid)}`));

/** The id of the order and the key in the last email that asks an address for confirmation. */
async function mailed(email: string, count = 1): Promise<readonly [id: string, key: string]> {
  const isAsking = ({ text }: { text: string }) => text.includes('confirmation_key=');
  await expect.poll(() => mails(souk).filter((mail) => mail.to.includes(email) && isAsking(mail)).length).toBe(count);
  const { text } = await mailTo(souk, email, isAsking);
  const link = new URL(/https?:\S+confirmation_key=\S+/.exec(text)![0]);
  return [link.searchParams.get('order_id')!, link.searchParams.get('confirmation_key')!];
}

describe('the return of a guest', () => {
  it('is confirmed by the key that the guest gets by email, which serves once', async () => {
    const one = await placed();
    expect((await read(one)).available_actions).toContain('RETURN');
    const requested = await request(one, 2, { comment_text: ' Too red. ' });
    expect(requested).toEqual({
      return: {
        uid: expect.any(String),
        number: expect.stringMatching(/^\d{9}$/),
        status: 'UNCONFIRMED',
        comments: [{ text: 'Too red.' }],
        customer: { email: one.email },
        items: [{ status: 'PENDING', request_quantity: 2 }],
      },
      returns: { total_count: 1, items: [{ number: requested.return.number }] },
    });
    const { uid, number } = requested.return;
    expect(await stored(uid)).toMatchObject({ status: 'unconfirmed', comments: [{ status: 'unconfirmed' }] });
    const [orderUid, key] = await mailed(one.email);
    expect(orderUid).toBe(btoa(String(one.id)));
    const confirmed = await confirm(orderUid, key);
    expect(confirmed.return).toEqual({ ...requested.return, status: 'PENDING' });
    expect((await read(one)).returns.items).toEqual([{ number, status: 'PENDING' }]);
    await mailTo(souk, one.email, ({ subject }) => subject.includes(`Your return ${number}`));
    await cannotConfirm(orderUid, key);
    expect(await stored(uid)).toMatchObject({ status: 'pending' });
  });

  it('D334: is confirmed by the owner of the address of the order, not of the address for news', async () => {
    const one = await placed();
    const contact_email = `${unique('else')}@example.com`;
    const { number } = (await request(one, 1, { contact_email })).return;
    const [orderUid, key] = await mailed(one.email);
    const { text } = await mailTo(souk, one.email, (mail) => mail.text.includes(key));
    expect(text).toContain(contact_email);
    expect(mails(souk).filter(({ to }) => to.includes(contact_email))).toEqual([]);
    await confirm(orderUid, key);
    const news = await mailTo(souk, contact_email, ({ subject }) => subject.includes(number));
    expect(news.text).not.toContain(key);
  });

  it('D335: takes no units until it is confirmed, and is replaced by the next request for the item', async () => {
    const one = await placed();
    const first = await request(one, 2);
    const [orderUid, firstKey] = await mailed(one.email);
    const second = await request(one, 2);
    const [, secondKey] = await mailed(one.email, 2);
    expect((await read(one)).returns.items).toEqual([{ number: second.return.number, status: 'UNCONFIRMED' }]);
    await cannotConfirm(orderUid, firstKey);
    expect((await souk.admin.get(`/V1/returns/${atob(first.return.uid)}`)).status).toBe(404);
    const [{ item_id }] = one.order.items;
    expect((await read(one)).items_eligible_for_return).toEqual([{ id: btoa(item_id) }]);
    const made = await makeReturn(souk, one.order, 1);
    const message = /^There is an error in quantities for item /;
    refuses(await confirming(orderUid, secondKey), 'graphql-input', message);
    expect(await stored(second.return.uid)).toMatchObject({ status: 'unconfirmed' });
    ok(await souk.admin.delete(`/V1/returns/${made.entity_id}`, { rmaDataObject: made }));
    expect((await confirm(orderUid, secondKey)).return.status).toBe('PENDING');
    expect((await read(one)).items_eligible_for_return).toEqual([]);
  });

  it('is not confirmed by a wrong or expired key, and that of another order', async () => {
    const [one, other] = [await placed(), await placed()];
    const { uid } = (await request(one)).return;
    const [orderUid, key] = await mailed(one.email);
    for (const wrong of [`${key.slice(0, -1)}-`, '']) await cannotConfirm(orderUid, wrong);
    for (const id of [btoa(String(other.id)), btoa('999999'), 'none']) await cannotConfirm(id, key);
    await configured(souk, { 'souk/rma/key_lifetime': '0' }, () => cannotConfirm(orderUid, key));
    expect(await stored(uid)).toMatchObject({ status: 'unconfirmed' });
    expect((await confirm(orderUid, key)).return.status).toBe('PENDING');
  });

  it('needs no confirmation once the shop leads it further, nor is it confirmed while the shop takes no returns', async () => {
    const one = await placed();
    const { uid } = (await request(one)).return;
    const [orderUid, key] = await mailed(one.email);
    await configured(souk, { 'sales/magento_rma/enabled': '0' }, async () =>
      refuses(await confirming(orderUid, key), 'graphql-input', /^You cannot return /),
    );
    const { items, entity_id } = await stored(uid);
    const comments = [{ comment: 'Seen.' }];
    ok(await souk.admin.put(`/V1/returns/${entity_id}`, { rmaDataObject: { comments } }));
    expect(await stored(uid)).toMatchObject({ status: 'unconfirmed' });
    await lead(souk, { entity_id, items }, 'authorized');
    await cannotConfirm(orderUid, key);
    expect(await stored(uid)).toMatchObject({ status: 'authorized' });
  });

  it('is refused where something is wrong, and nothing changes then', async () => {
    const one = await placed();
    const refused = async (input: Json, category: string, message: string | RegExp) =>
      refuses(await guest.send(REQUEST, { input }), category, message);
    const missing = "We couldn't locate an order with the information provided.";
    const forged = btoa(`${atob(one.token).slice(0, -1)}-`);
    for (const token of [forged, 'none', '']) {
      await refused(inputOf(one, 1, { token }), 'graphql-no-such-entity', missing);
    }
    const quantities = /^There is an error in quantities for item /;
    for (const quantity of [0, 3]) await refused(inputOf(one, quantity), 'graphql-input', quantities);
    await refused(inputOf(one, 1, { items: [] }), 'graphql-input', 'Select at least one item to return.');
    await refused(inputOf(one, 1, { contact_email: 'me' }), 'graphql-input', 'Please enter a valid email address.');
    await configured(souk, { 'sales/magento_rma/enabled': '0' }, async () => {
      await refused(inputOf(one), 'graphql-input', /^You cannot return /);
      expect((await read(one)).available_actions).not.toContain('RETURN');
    });
    expect((await read(one)).returns.items).toEqual([]);
    expect(mails(souk).filter(({ to, text }) => to.includes(one.email) && text.includes('_key='))).toEqual([]);
  });

  it('is not requested of an order of a customer', async () => {
    const me = await signIn(souk, (await newCustomer(souk)).email);
    await fillCart(me, await makeProduct(souk));
    const id = ok(await pay(me, 'checkmo'));
    ok(await souk.admin.post(`/V1/order/${id}/invoice`));
    ok(await souk.admin.post(`/V1/order/${id}/ship`));
    const own = graphqlClient(souk, me.token);
    const { items } = (await own.data('{ customer { orders { items { token } } } }')).customer.orders;
    const order = ok(await souk.admin.get(`/V1/orders/${id}`));
    const input = inputOf({ id, email: '', token: items[0].token, order });
    for (const client of [guest, own]) {
      refuses(await client.send(REQUEST, { input }), 'graphql-authorization', 'Please login to view the order.');
    }
  });
});
