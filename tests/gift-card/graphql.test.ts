import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { placeGuestOrder, readGuestOrder, shipGuestCart } from '../support/guest-checkout.ts';
import { startHere, type Here } from '../support/here.ts';
import { newCardProduct, open, physical } from './shop.ts';
import { amountUid, enteredOptions, ITEMS, people, peopleFields } from './storefront.ts';

const ADD = `mutation($c: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $c, cartItems: $items) {
  user_errors { code message } cart { is_virtual ${ITEMS} } } }`;
const UPDATE = `mutation($c: String!, $i: ID!, $o: [CustomizableOptionInput], $n: Float) { updateCartItems(input: { cart_id: $c,
  cart_items: [{ cart_item_uid: $i, quantity: $n, customizable_options: $o }] }) { errors { message } cart { ${ITEMS} } } }`;
const CARD = 'gift_card { message sender_name sender_email recipient_name recipient_email }';

describe.each(engines)('gift cards of storefronts on %s', (engine) => {
  let here: Here;
  let gql: GraphQLClient;
  beforeAll(async () => {
    here = await startHere(engine);
    gql = graphqlClient(here);
  });
  afterAll(() => here.stop());

  const orderId = async (number: string): Promise<number> => {
    const filter = 'searchCriteria[filter_groups][0][filters][0]';
    const query = `${filter}[field]=increment_id&${filter}[value]=${number}`;
    return ok(await here.admin.get(`/V1/orders?${query}`)).items[0].entity_id;
  };
  const newCart = async (): Promise<string> => (await gql.data('mutation { createEmptyCart }')).createEmptyCart;
  /** Adds a gift card to a cart: the uid of an offered amount or null, and entered texts by field. */
  const add = async (
    c: string,
    { sku }: Json,
    offered: string | null,
    fields: Record<string, string>,
    quantity = 1,
  ) => {
    const item = { sku, quantity, selected_options: offered ? [offered] : [], entered_options: enteredOptions(fields) };
    return (await gql.data(ADD, { c, items: [item] })).addProductsToCart;
  };

  it('are bought by a guest for an offered amount, and have sender and recipient in the order and its documents', async () => {
    const c = await newCart();
    const card = await newCardProduct(here, [25, 50]);
    const message = { giftcard_message: 'Have <fun>' };
    const { user_errors, cart } = await add(c, card, amountUid('50.0000'), { ...people, ...message }, 2);
    expect(user_errors).toEqual([]);
    expect(cart).toEqual({
      is_virtual: true,
      items: [
        {
          __typename: 'GiftCardCartItem',
          uid: expect.any(String),
          quantity: 2,
          prices: { price: { value: 50 } },
          product: { __typename: 'GiftCardProduct' },
          amount: { value: 50, currency: 'USD' },
          message: 'Have <fun>',
          ...peopleFields,
          customizable_options: [],
        },
      ],
    });
    const gift_card = { message: 'Have <fun>', ...peopleFields };
    const ORDER = `items { __typename id product_sku quantity_ordered ... on GiftCardOrderItem { ${CARD} } }
      invoices { items { __typename quantity_invoiced ... on GiftCardInvoiceItem { ${CARD} } } }
      credit_memos { items { __typename quantity_refunded ... on GiftCardCreditMemoItem { ${CARD} } } }`;
    const order = await placeGuestOrder(gql, c, ORDER);
    const ofOrder = { product_sku: card.sku, quantity_ordered: 2, gift_card };
    expect(order.items).toEqual([{ __typename: 'GiftCardOrderItem', id: expect.any(String), ...ofOrder }]);
    const id = await orderId(order.number);
    const items = [{ order_item_id: Number(atob(order.items[0].id)), qty: 1 }];
    ok(await here.admin.post(`/V1/order/${id}/invoice`, { items }));
    ok(await here.admin.post(`/V1/order/${id}/refund`, { items }));
    const { invoices, credit_memos: memos } = await readGuestOrder(gql, order.number, ORDER);
    expect(invoices[0].items).toEqual([{ __typename: 'GiftCardInvoiceItem', quantity_invoiced: 1, gift_card }]);
    expect(memos[0].items).toEqual([{ __typename: 'GiftCardCreditMemoItem', quantity_refunded: 1, gift_card }]);
  });

  it('are bought for an entered amount, and shipped', async () => {
    const c = await newCart();
    const card = await newCardProduct(here, [25], { giftcard_type: physical, ...open });
    const { giftcard_sender_name, giftcard_recipient_name } = people;
    const names = { giftcard_sender_name, giftcard_recipient_name };
    const { user_errors, cart } = await add(c, card, null, { ...names, custom_giftcard_amount: '33.5' });
    expect(user_errors).toEqual([]);
    expect(cart.is_virtual).toBe(false);
    const shown = { sender_name: 'Ada', sender_email: null, recipient_name: 'Grace', recipient_email: null };
    expect(cart.items).toMatchObject([{ amount: { value: 33.5 }, message: null, ...shown }]);
    // Some storefronts enter the offered amount as a text, or `other`.
    const other = { ...names, giftcard_amount: 'other', custom_giftcard_amount: '40' };
    const offered = { ...names, giftcard_amount: '25', custom_giftcard_amount: '' };
    expect((await add(c, card, null, other)).user_errors).toEqual([]);
    const amounts = (await add(c, card, null, offered)).cart.items.map((item: Json) => item.amount.value);
    expect(amounts).toEqual([33.5, 40, 25]);
    await shipGuestCart(gql, c);
    const order = await placeGuestOrder(gql, c, `items { id ... on GiftCardOrderItem { ${CARD} } }`);
    expect(order.items[0].gift_card).toEqual({ message: null, ...shown });
    const id = await orderId(order.number);
    ok(await here.admin.post(`/V1/order/${id}/ship`));
    const { shipments } = await readGuestOrder(
      gql,
      order.number,
      `shipments { items { __typename quantity_shipped ... on GiftCardShipmentItem { ${CARD} } } }`,
    );
    expect(shipments[0].items[0]).toEqual({
      __typename: 'GiftCardShipmentItem',
      quantity_shipped: 1,
      gift_card: { message: null, ...shown },
    });
  });

  it('are refused with missing or invalid choices, and the cart stays unchanged', async () => {
    const c = await newCart();
    const card = await newCardProduct(here, [25, 50], open);
    const without = (field: string) => Object.fromEntries(Object.entries(people).filter(([name]) => name !== field));
    const enter = (custom_giftcard_amount: string) => ({ ...people, custom_giftcard_amount });
    const faults: [string | null, Record<string, string>, string][] = [
      [amountUid('30.0000'), people, 'Please specify a gift card amount.'],
      [amountUid('much'), people, 'Please specify a gift card amount.'],
      [null, people, 'Please specify a gift card amount.'],
      [null, enter('a lot'), 'Please specify a gift card amount.'],
      [null, enter('-20'), 'Please specify a gift card amount.'],
      [null, enter('9.99'), 'Gift Card min amount is $10.00'],
      [null, enter('100.01'), 'Gift Card max amount is $100.00'],
      [amountUid('25.0000'), without('giftcard_recipient_name'), 'Please specify a recipient name.'],
      [amountUid('25.0000'), { ...people, giftcard_sender_email: 'ada' }, 'Please specify a sender email.'],
      [null, {}, 'Please specify all the required information.'],
    ];
    for (const [offered, fields, text] of faults) {
      const { user_errors, cart } = await add(c, card, offered, fields);
      expect(user_errors, text).toEqual([{ code: 'UNDEFINED', message: text }]);
      expect(cart.items).toEqual([]);
    }
  });

  it('are updated in the cart by single fields', async () => {
    const c = await newCart();
    const card = await newCardProduct(here, [25, 50], open);
    const { items } = (await add(c, card, amountUid('25.0000'), people)).cart;
    const change = async (fields: Record<string, string>, n?: number) => {
      const o = enteredOptions(fields).map(({ uid: field, value }) => ({ uid: field, value_string: value }));
      return (await gql.data(UPDATE, { c, i: items[0].uid, o, n })).updateCartItems;
    };
    const first = await change({ giftcard_recipient_name: 'Joan', giftcard_message: 'Hello' });
    expect(first.errors).toEqual([]);
    expect(first.cart.items).toMatchObject([
      { ...peopleFields, recipient_name: 'Joan', message: 'Hello', amount: { value: 25 } },
    ]);
    expect((await change({ custom_giftcard_amount: '60' }, 2)).cart.items).toMatchObject([
      { quantity: 2, recipient_name: 'Joan', amount: { value: 60 }, prices: { price: { value: 60 } } },
    ]);
    const refused = await change({ custom_giftcard_amount: '600' }, 3);
    expect(refused.errors).toEqual([{ message: 'Gift Card max amount is $100.00' }]);
    expect(refused.cart.items).toMatchObject([{ quantity: 2, amount: { value: 60 } }]);
    expect((await change({ giftcard_amount: '50' })).cart.items).toMatchObject([{ amount: { value: 50 } }]);
  });

  it('have their amount in the currency of the cart', async () => {
    const card = await newCardProduct(here, [25]);
    await here.configure({ 'currency/options/allow': 'USD,EUR' });
    await here.souk.systemCall().transaction((call) => call.services.directory.setRate(call, 'USD', 'EUR', 0.5));
    const c = await newCart();
    await add(c, card, amountUid('25.0000'), people);
    const SHOW = `query($c: String!) { cart(cart_id: $c) { ${ITEMS} } }`;
    const { items } = (await gql.data(SHOW, { c }, { 'Content-Currency': 'EUR' })).cart;
    expect(items).toMatchObject([{ amount: { value: 12.5, currency: 'EUR' }, prices: { price: { value: 12.5 } } }]);
  });

  it('take a gift message and a wrapping when they are shipped', async () => {
    await here.configure({ 'sales/gift_options/allow_items': '1' });
    const data = { design: 'Stars', status: 1, base_price: 3, website_ids: [1] };
    const { wrapping_id: wrapping } = ok(await here.admin.post('/V1/gift-wrappings', { data }));
    const c = await newCart();
    const parcel = await newCardProduct(here, [25], { giftcard_type: physical });
    await add(c, parcel, amountUid('25.0000'), people);
    const mail = await newCardProduct(here, [25]);
    const { items } = (await add(c, mail, amountUid('25.0000'), people)).cart;
    const OPTIONS = `mutation($c: String!, $i: [CartItemUpdateInput]!) { updateCartItems(input: { cart_id: $c, cart_items: $i }) { errors { message }
      cart { items { ... on GiftCardCartItem { gift_message { to message } gift_wrapping { design } available_gift_wrapping { design } } } } } }`;
    const i = items.map(({ uid: item }: Json) => ({
      cart_item_uid: item,
      gift_message: { from: 'Ada', to: 'Grace', message: 'A card for you' },
      gift_wrapping_id: btoa(String(wrapping)),
    }));
    const available_gift_wrapping = [{ design: 'Stars' }];
    expect((await gql.data(OPTIONS, { c, i })).updateCartItems).toEqual({
      errors: [{ message: "Gift messages can't be used for virtual products." }],
      cart: {
        items: [
          {
            gift_message: { to: 'Grace', message: 'A card for you' },
            gift_wrapping: { design: 'Stars' },
            available_gift_wrapping,
          },
          { gift_message: null, gift_wrapping: null, available_gift_wrapping },
        ],
      },
    });
  });
});
