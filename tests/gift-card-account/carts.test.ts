import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, type Client } from '../support/client.ts';
import { address, newCustomer } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { addCard, cardNow, newCard, sentCards, sumOfHistory } from './cards.ts';

const NOT_ADDED = "The gift card code couldn't be added. Verify your information and try again.";

describe.each(engines)('carts and orders with gift cards, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  /** A customer's cart with two things at 10 each, shipped for 5 a piece. */
  async function fill(): Promise<{ me: Client; id: number }> {
    const [{ sku }, customer] = [await newProduct(here), await newCustomer(here)];
    const me = await here.callerOf('customer', customer.id);
    const id = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 2, quote_id: id } }));
    const shipped = { ...address(), region_id: 12, region: undefined };
    const addressInformation = {
      shipping_method_code: 'flatrate',
      shipping_carrier_code: 'flatrate',
      shipping_address: shipped,
      billing_address: shipped,
    };
    ok(await me.post('/V1/carts/mine/shipping-information', { addressInformation }));
    return { me, id };
  }

  const pay = (me: Client, method: string) =>
    me.post('/V1/carts/mine/payment-information', { paymentMethod: { method } });
  const order = async (id: number): Promise<Json> => ok(await here.admin.get(`/V1/orders/${id}`));

  it('are checked, added, shown and taken off by buyers and administrators', async () => {
    const { me, id } = await fill();
    const [small, large] = [await newCard(here, 5), await newCard(here, 12)];
    const none = { gift_cards_amount: 0, base_gift_cards_amount: 0, gift_cards_amount_used: 0 };
    expect(ok(await here.admin.get(`/V1/carts/${id}/giftCards`))).toMatchObject({ gift_cards: [], ...none });
    expect(ok(await me.get(`/V1/carts/mine/checkGiftCard/${large.code}`))).toBe(12);
    expect(ok(await addCard(me, large))).toBe(true);
    expect(ok(await here.admin.put(`/V1/carts/${id}/giftCards`, sentCards(small.code)))).toBe(true);
    fails(await addCard(me, small), 400, NOT_ADDED);
    expect(ok(await here.admin.get(`/V1/carts/${id}/giftCards`))).toEqual({
      gift_cards: [large.code, small.code],
      gift_cards_amount: 17,
      base_gift_cards_amount: 17,
      gift_cards_amount_used: 17,
      base_gift_cards_amount_used: 17,
    });
    const totals = ok(await me.get('/V1/carts/mine/totals'));
    const segment = totals.total_segments.find((one: Json) => one.code === 'giftcardaccount');
    expect(segment).toMatchObject({ title: 'Gift Cards', value: -17 });
    expect(JSON.parse(segment.extension_attributes.gift_cards)).toEqual([
      { i: small.account_id, c: small.code, a: 5, ba: 5 },
      { i: large.account_id, c: large.code, a: 12, ba: 12 },
    ]);
    expect(totals.grand_total).toBe(13);
    expect(ok(await me.delete(`/V1/carts/mine/giftCards/${large.code}`))).toBe(true);
    expect(ok(await here.admin.delete(`/V1/carts/${id}/giftCards/${small.code}`))).toBe(true);
    fails(await me.delete(`/V1/carts/mine/giftCards/${small.code}`), 400, /couldn't be deleted/);
    expect(ok(await me.get('/V1/carts/mine/totals')).grand_total).toBe(30);
    fails(await me.put(`/V1/carts/${id}/giftCards`, sentCards(small.code)), 401);
    fails(await here.guest.get(`/V1/carts/${id}/giftCards`), 401);
  });

  it('are refused where they are not good, and changed by nothing', async () => {
    const { me } = await fill();
    const guest = ok(await here.guest.post('/V1/guest-carts'));
    const path = `/V1/carts/guest-carts/${guest}`;
    const card = await newCard(here, 50);
    fails(await here.guest.post(`${path}/giftCards`, sentCards(card.code)), 400, /Cart doesn't contain products\.$/);
    const { sku } = await newProduct(here);
    ok(await here.guest.post(`/V1/guest-carts/${guest}/items`, { cartItem: { sku, qty: 1, quote_id: guest } }));
    for (const over of [{ status: 0 }, { balance: 0 }]) {
      const bad = await newCard(here, 5, over);
      fails(await addCard(me, bad), 400, NOT_ADDED);
    }
    fails(await addCard(me, { code: 'nobody' }), 400, NOT_ADDED);
    fails(await me.post('/V1/carts/mine/giftCards', sentCards()), 400, 'Requiring a composite gift card account.');
    fails(await here.guest.get(`${path}/checkGiftCard/nobody`), 404);
    expect(ok(await here.guest.post(`${path}/giftCards`, sentCards(card.code)))).toBe(true);
    fails(await here.guest.post(`${path}/giftCards`, sentCards((await newCard(here, 5)).code)), 400, NOT_ADDED);
    expect(ok(await here.guest.get(`${path}/checkGiftCard/${card.code}`))).toBe(50);
    expect(ok(await here.guest.delete(`${path}/giftCards/${card.code}`))).toBe(true);
  });

  it('pay an order whole, and get it back when that is canceled', async () => {
    const { me } = await fill();
    const card = await newCard(here, 50);
    ok(await addCard(me, card));
    fails(await pay(me, 'checkmo'), 400);
    const id = ok(await pay(me, 'free'));
    expect(await cardNow(here, card)).toMatchObject({ balance: 20, state: 0 });
    const { grand_total, extension_attributes: told } = await order(id);
    expect(grand_total).toBe(0);
    const taken = { id: card.account_id, code: card.code, amount: 30, base_amount: 30 };
    expect(told).toMatchObject({ gift_cards: [taken], gift_cards_amount: 30, base_gift_cards_amount: 30 });
    ok(await here.admin.post(`/V1/orders/${id}/cancel`));
    const after = await cardNow(here, card);
    expect([after.balance, sumOfHistory(after)]).toEqual([50, 5000]);
  });

  it('D118: are in invoices and credit memos, and get back what is refunded', async () => {
    const { me } = await fill();
    const cards = [await newCard(here, 5), await newCard(here, 7)];
    for (const card of cards) ok(await addCard(me, card));
    const id = ok(await pay(me, 'checkmo'));
    expect(await cardNow(here, cards[1]!)).toMatchObject({ balance: 0, state: 1 });
    const invoice = ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    const invoiced = ok(await here.admin.get(`/V1/invoices/${invoice}`));
    expect(invoiced).toMatchObject({ grand_total: 18, extension_attributes: { gift_cards_amount: 12 } });
    const memo = ok(await here.admin.post(`/V1/order/${id}/refund`));
    const refunded = ok(await here.admin.get(`/V1/creditmemo/${memo}`)).extension_attributes.gift_cards_amount;
    expect(refunded).toBe(12);
    expect((await order(id)).extension_attributes).toMatchObject({ gift_cards_invoiced: 12, gift_cards_refunded: 12 });
    for (const card of cards) {
      const after = await cardNow(here, card);
      expect([after.balance, sumOfHistory(after)]).toEqual([card.balance, card.balance * 100]);
    }
  });

  it('are spent once by many orders at the same time', async () => {
    const card = await newCard(here, 30);
    const buyers = [await fill(), await fill(), await fill()];
    for (const { me } of buyers) ok(await addCard(me, card));
    const answers = await Promise.all(buyers.map(({ me }) => pay(me, 'free')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const after = await cardNow(here, card);
    expect([after.balance, sumOfHistory(after)]).toEqual([0, 0]);
  });

  it('are not to be guessed: attempts that fail are limited', async () => {
    const { me } = await fill();
    await here.configure({ 'souk/attempts/customer': '2', 'souk/attempts/window': '3600' });
    for (const code of ['a', 'b']) fails(await me.get(`/V1/carts/mine/checkGiftCard/${code}`), 404);
    fails(await me.get('/V1/carts/mine/checkGiftCard/c'), 429);
    fails(await addCard(me, { code: 'd' }), 429);
    await here.configure({ 'souk/attempts/customer': '', 'souk/attempts/window': '' });
  });
});
