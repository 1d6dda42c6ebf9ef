import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { cart } from '../support/carts.ts';
import { fails, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { choiceOf, chosen, newCardProduct, open, physical } from './shop.ts';

describe.each(engines)('gift cards in carts, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const newCart = async (): Promise<string> => (await cart(here)).id;
  const put = (cart: string, { sku }: Json, told: Json, qty = 1) =>
    here.guest.post(`/V1/guest-carts/${cart}/items`, { cartItem: { sku, qty, quote_id: cart, ...told } });

  it('cost what was chosen, show it, and are shipped where they are no mail', async () => {
    const cart = await newCart();
    const card = await newCardProduct(here, [25, 50]);
    const item = ok(await put(cart, card, chosen('50.00', { giftcard_message: 'Have <fun>' }), 2));
    expect(item).toMatchObject({ price: 50, qty: 2, product_type: 'giftcard' });
    expect(choiceOf(item)).toEqual({
      giftcard_amount: '50',
      giftcard_sender_name: 'Ada',
      giftcard_sender_email: 'ada@example.com',
      giftcard_recipient_name: 'Grace',
      giftcard_recipient_email: 'grace@example.com',
      giftcard_message: 'Have <fun>',
    });
    expect(ok(await here.guest.get(`/V1/guest-carts/${cart}`)).is_virtual).toBe(true);
    // The same again is one item; another amount is another.
    ok(await put(cart, card, chosen('50', { giftcard_message: 'Have <fun>' })));
    ok(await put(cart, card, chosen('25')));
    const items = ok(await here.guest.get(`/V1/guest-carts/${cart}/items`));
    expect(items.map(({ qty, price }: Json) => [qty, price])).toEqual([
      [3, 50],
      [1, 25],
    ]);
    const totals = ok(await here.guest.get(`/V1/guest-carts/${cart}/totals`));
    expect(totals.grand_total).toBe(175);
    expect(JSON.parse(totals.items[0].options)).toEqual([
      { label: 'Gift Card Sender', value: 'Ada &lt;ada@example.com&gt;' },
      { label: 'Gift Card Recipient', value: 'Grace &lt;grace@example.com&gt;' },
      { label: 'Gift Card Message', value: 'Have &lt;fun&gt;' },
    ]);
    const parcel = await newCardProduct(here, [10], { giftcard_type: physical });
    ok(await put(cart, parcel, chosen('10', { giftcard_sender_email: '', giftcard_recipient_email: '' })));
    expect(ok(await here.guest.get(`/V1/guest-carts/${cart}`)).is_virtual).toBe(false);
  });

  it('take an amount that the buyer enters, within its range and currency', async () => {
    const cart = await newCart();
    const card = await newCardProduct(here, [20], open);
    const enter = (custom_giftcard_amount: number) => put(cart, card, chosen('custom', { custom_giftcard_amount }));
    const item = ok(await enter(33.5));
    expect([item.price, choiceOf(item).giftcard_amount, choiceOf(item).custom_giftcard_amount]).toEqual([
      33.5,
      'custom',
      33.5,
    ]);
    fails(await enter(9.99), 400, 'Gift Card min amount is $10.00');
    fails(await enter(100.01), 400, 'Gift Card max amount is $100.00');
    for (const wrong of [-20, 0, 10.001]) fails(await enter(wrong), 400, 'Please specify a gift card amount.');
    await here.configure({ 'currency/options/allow': 'USD,EUR', 'currency/options/default': 'EUR' });
    await here.souk.systemCall().transaction((call) => call.services.directory.setRate(call, 'USD', 'EUR', 0.5));
    expect(ok(await put(await newCart(), card, chosen('custom', { custom_giftcard_amount: 15 }))).price).toBe(30);
    await here.configure({ 'currency/options/default': 'USD' });
  });

  it('are refused without what they need, and the cart stays as it is', async () => {
    const cart = await newCart();
    const card = await newCardProduct(here, [25, 50]);
    const one = [
      [{ giftcard_amount: '30' }, 'Please specify a gift card amount.'],
      [{ giftcard_amount: 'custom', custom_giftcard_amount: 30 }, 'Please specify a gift card amount.'],
      [{ giftcard_recipient_name: ' ' }, 'Please specify a recipient name.'],
      [{ giftcard_sender_name: '' }, 'Please specify a sender name.'],
      [{ giftcard_recipient_email: '' }, 'Please specify a recipient email.'],
      [{ giftcard_recipient_email: 'grace' }, 'Please specify a recipient email.'],
      [{ giftcard_sender_email: '' }, 'Please specify a sender email.'],
      [{ giftcard_sender_name: '', giftcard_amount: '' }, 'Please specify all the required information.'],
      [{ giftcard_message: 'x'.repeat(256) }, 'The message of a gift card can have 255 characters at most.'],
    ] as const;
    for (const [over, message] of one) fails(await put(cart, card, chosen('25', over)), 400, message);
    fails(await put(cart, card, {}), 400, 'Please specify all the required information.');
    fails(await put(cart, card, chosen('25', { giftcard_sender_name: 'x'.repeat(256) })), 400);
    fails(await put(cart, card, chosen('25'), 1.5), 400);
    expect(ok(await here.guest.get(`/V1/guest-carts/${cart}/items`))).toEqual([]);
  });

  it('D144: are never sold for another amount, nor sent to what is no address', async () => {
    const cart = await newCart();
    const card = await newCardProduct(here, [25]);
    fails(await put(cart, card, chosen('75')), 400, 'Please specify a gift card amount.');
    fails(await put(cart, card, chosen('25', { giftcard_recipient_email: 'grace at home' })), 400, /recipient email/);
    expect(ok(await put(cart, card, chosen(''))).price).toBe(25);
  });

  it('are changed to another choice, and keep a message only where it is taken', async () => {
    const cart = await newCart();
    const card = await newCardProduct(here, [25, 50], { allow_message: 0 });
    const { item_id, ...item } = ok(await put(cart, card, chosen('25', { giftcard_message: 'Hello' })));
    expect(choiceOf(item).giftcard_message).toBeUndefined();
    const change = (told: Json) =>
      here.guest.put(`/V1/guest-carts/${cart}/items/${item_id}`, { cartItem: { qty: 2, quote_id: cart, ...told } });
    fails(await change(chosen('26')), 400);
    const changed = ok(await change(chosen('50', { giftcard_recipient_name: 'Joan' })));
    expect([changed.price, changed.qty, choiceOf(changed).giftcard_recipient_name]).toEqual([50, 2, 'Joan']);
  });
});
