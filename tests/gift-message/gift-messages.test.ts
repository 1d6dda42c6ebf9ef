import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, type Souk } from '../support/souk.ts';
import { guestCart, makeCustomer, makeProduct, PAYMENT, ship } from '../quote/shop.ts';

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const giftMessage = { sender: 'Ada', recipient: 'Charles', message: 'It weaves.' };
const allowed = { custom_attributes: [{ attribute_code: 'gift_message_available', value: '1' }] };

describe('gift messages', () => {
  it('of an item go to the order', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk, allowed), 1]);
    const [{ item_id }] = ok(await souk.guest.get(`${path}/items`));
    expect(ok(await souk.guest.get(`${path}/gift-message/${item_id}`))).toEqual([]);
    expect(ok(await souk.guest.post(`${path}/gift-message/${item_id}`, { giftMessage }))).toBe(true);
    ok(await souk.guest.post(`${path}/gift-message/${item_id}`, { giftMessage: { ...giftMessage, sender: 'A.' } }));
    const message = { ...giftMessage, sender: 'A.', customer_id: 0 };
    expect(ok(await souk.guest.get(`${path}/gift-message/${item_id}`))).toMatchObject(message);
    await ship(souk.guest, path);
    const orderId = ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
    const order = ok(await souk.admin.get(`/V1/orders/${orderId}`));
    expect(order.items[0].extension_attributes.gift_message).toMatchObject(message);
  });

  it('are refused where the shop has none, and for what is not there', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    const [{ item_id }] = ok(await souk.guest.get(`${path}/items`));
    fails(await souk.guest.post(`${path}/gift-message`, { giftMessage }), 400, "The gift message isn't available.");
    fails(
      await souk.guest.post(`${path}/gift-message/${item_id}`, { giftMessage }),
      400,
      "The gift message isn't available.",
    );
    fails(await souk.guest.post(`${path}/gift-message/0`, { giftMessage }), 404, /No product with the "0" itemId/);
    fails(await souk.guest.get(`${path}/gift-message/0`), 404, /No item with the provided ID/);
    expect(ok(await souk.guest.get(`${path}/gift-message`))).toEqual([]);
  });

  it('are for what is shipped, and for a cart with something in it', async () => {
    const virtual = await guestCart(souk, [await makeProduct(souk, { ...allowed, type_id: 'virtual' }), 1]);
    const [{ item_id }] = ok(await souk.guest.get(`${virtual.path}/items`));
    fails(await souk.guest.post(`${virtual.path}/gift-message/${item_id}`, { giftMessage }), 400, /virtual products/);
    fails(await souk.guest.post(`${virtual.path}/gift-message`, { giftMessage }), 400, /virtual products/);
    const empty = await guestCart(souk);
    fails(await souk.guest.post(`${empty.path}/gift-message`, { giftMessage }), 400, /empty cart/);
  });

  it('without a text remove what is there', async () => {
    const { path } = await guestCart(souk, [await makeProduct(souk, allowed), 1]);
    const [{ item_id }] = ok(await souk.guest.get(`${path}/items`));
    const messages = `${path}/gift-message/${item_id}`;
    const empty = { sender: 'Ada', recipient: 'Charles', message: ' ' };
    expect(ok(await souk.guest.post(messages, { giftMessage: empty }))).toBe(true);
    expect(ok(await souk.guest.get(messages))).toEqual([]);
    ok(await souk.guest.post(messages, { giftMessage }));
    expect(ok(await souk.guest.get(messages))).toMatchObject(giftMessage);
    expect(ok(await souk.guest.post(messages, { giftMessage: empty }))).toBe(true);
    expect(ok(await souk.guest.get(messages))).toEqual([]);
  });

  it('of a customer have the customer’s id', async () => {
    const { id, me } = await makeCustomer(souk);
    const cart = ok(await me.post('/V1/carts/mine'));
    const cartItem = { sku: await makeProduct(souk, allowed), qty: 1, quote_id: cart };
    const { item_id } = ok(await me.post('/V1/carts/mine/items', { cartItem }));
    ok(await me.post(`/V1/carts/mine/gift-message/${item_id}`, { giftMessage }));
    expect(ok(await souk.admin.get(`/V1/carts/${cart}/gift-message/${item_id}`))).toMatchObject({ customer_id: id });
  });
});

describe('terms and conditions', () => {
  it('are none in a fresh installation', async () => {
    expect(ok(await souk.admin.get('/V1/carts/licence'))).toEqual([]);
    expect(ok(await souk.admin.get('/V1/carts/licence/list?searchCriteria='))).toEqual([]);
    fails(await souk.guest.get('/V1/carts/licence'), 401);
  });
});
