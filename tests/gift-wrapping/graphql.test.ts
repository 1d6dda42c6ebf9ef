import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taxGoods } from '../sales/shop.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { placeGuestOrder, shipGuestCart } from '../support/guest-checkout.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let wrappingId: number;
const sku = unique('gift');

beforeAll(async () => {
  souk = await startSouk();
  await newProduct(souk, { sku, name: 'Cup', price: 5 });
  await souk.configure({ 'sales/gift_options/allow_order': '1' });
  const data = { design: 'Stars', status: 1, base_price: 3, website_ids: [1], base_currency_code: 'USD' };
  ({ wrapping_id: wrappingId } = ok(await souk.admin.post('/V1/gift-wrappings', { data })));
});
afterAll(() => souk?.stop());

const gql = () => graphqlClient(souk);
const GIFT = '{ uid design price { value currency } image { url } }';
const SET =
  'mutation($input: SetGiftOptionsOnCartInput!) { setGiftOptionsOnCart(input: $input) { cart { gift_receipt_included printed_card_included gift_message { from message } gift_wrapping { design } } } }';

/** A guest's cart with a product. */
async function cartWithCup(product = sku, quantity = 1): Promise<{ cart: string; item: string }> {
  const { createGuestCart } = await gql().data('mutation { createGuestCart { cart { id } } }');
  const cart = createGuestCart.cart.id;
  const { addProductsToCart } = await gql().data(
    'mutation($c: String!, $s: String!, $n: Float!) { addProductsToCart(cartId: $c, cartItems: [{ sku: $s, quantity: $n }]) { cart { items { uid } } } }',
    { c: cart, s: product, n: quantity },
  );
  return { cart, item: addProductsToCart.cart.items[0].uid };
}

describe('gift options', () => {
  it('are offered, and chosen for a cart and for its items', async () => {
    const { cart, item } = await cartWithCup();
    const uid = btoa(String(wrappingId));
    const stars = { uid, design: 'Stars', price: { value: 3, currency: 'USD' }, image: null };
    const offered = await gql().data(
      `query($c: String!) { cart(cart_id: $c) { available_gift_wrappings ${GIFT} gift_wrapping { uid } items { ... on SimpleCartItem { available_gift_wrapping ${GIFT} } } } }`,
      { c: cart },
    );
    expect(offered.cart).toEqual({
      available_gift_wrappings: [stars],
      gift_wrapping: null,
      items: [{ available_gift_wrapping: [stars] }],
    });
    const input = {
      cart_id: cart,
      gift_message: { from: 'Ada', to: 'Grace', message: 'For you' },
      gift_receipt_included: true,
      gift_wrapping_id: uid,
      printed_card_included: false,
    };
    expect((await gql().data(SET, { input })).setGiftOptionsOnCart.cart).toEqual({
      gift_receipt_included: true,
      printed_card_included: false,
      gift_message: { from: 'Ada', message: 'For you' },
      gift_wrapping: { design: 'Stars' },
    });
    const { updateCartItems } = await gql().data(
      'mutation($c: String!, $i: ID!, $w: ID) { updateCartItems(input: { cart_id: $c, cart_items: [{ cart_item_uid: $i, gift_wrapping_id: $w }] }) { cart { items { ... on SimpleCartItem { gift_wrapping { design } } } } } }',
      { c: cart, i: item, w: uid },
    );
    expect(updateCartItems.cart.items).toEqual([{ gift_wrapping: { design: 'Stars' } }]);
  });

  it('are refused where they are not to be had, and nothing changes then', async () => {
    const { cart } = await cartWithCup();
    const input = {
      cart_id: cart,
      gift_receipt_included: true,
      printed_card_included: false,
      gift_wrapping_id: btoa('999'),
    };
    refuses(
      await gql().send(SET, { input }),
      'graphql-no-such-entity',
      'Gift Wrapping with specified ID "999" not found.',
    );
    await souk.configure({ 'sales/gift_options/allow_gift_receipt': '0' });
    const { gift_wrapping_id: _, ...others } = input;
    refuses(await gql().send(SET, { input: others }), 'graphql-input', 'Gift wrapping is not available.');
    await souk.configure({ 'sales/gift_options/allow_gift_receipt': '1' });
    const shown = await gql().data('query($c: String!) { cart(cart_id: $c) { gift_receipt_included } }', { c: cart });
    expect(shown.cart.gift_receipt_included).toBe(false);
  });
});

const PRICES = `gift_options { gift_wrapping_for_items { value currency } gift_wrapping_for_items_incl_tax { value }
  gift_wrapping_for_order { value } gift_wrapping_for_order_incl_tax { value } printed_card { value } printed_card_incl_tax { value } }`;
const UPDATE = `mutation($c: String!, $i: [CartItemUpdateInput]!) { updateCartItems(input: { cart_id: $c, cart_items: $i }) {
  errors { message } cart { items { ... on SimpleCartItem { gift_wrapping { design } gift_message { message } } } } } }`;
const SHOW = `query($c: String!) { cart(cart_id: $c) { gift_wrapping { design } gift_receipt_included prices { grand_total { value } ${PRICES} } } }`;

const taxClass = (id: string) => ({ attribute_code: 'tax_class_id', value: id });

/** The prices of wrapping for items and order, and of a card, each without and with tax. */
const optionPrices = (items: number[], order: number[], card: number[]) => ({
  gift_wrapping_for_items: { value: items[0], currency: 'USD' },
  gift_wrapping_for_items_incl_tax: { value: items[1] },
  gift_wrapping_for_order: { value: order[0] },
  gift_wrapping_for_order_incl_tax: { value: order[1] },
  printed_card: { value: card[0] },
  printed_card_incl_tax: { value: card[1] },
});

describe('the prices of gift options', () => {
  const card = 'sales/gift_options/printed_card_price';
  beforeAll(async () => {
    await taxGoods(souk, 10);
    await souk.configure({ 'tax/classes/wrapping_tax_class': '2', [card]: '1.5' });
  });
  afterAll(() => souk.configure({ 'tax/classes/wrapping_tax_class': '0', [card]: null }));

  it('are given without and with tax in carts and orders', async () => {
    const bowl = unique('bowl');
    await newProduct(souk, { sku: bowl, name: 'Bowl', price: 10, custom_attributes: [taxClass('2')] });
    const { cart, item } = await cartWithCup(bowl, 2);
    await shipGuestCart(gql(), cart);
    const plain = (await gql().data(SHOW, { c: cart })).cart.prices;
    // 20 of two bowls with 2 of tax, and 10 of shipping.
    expect(plain).toEqual({ grand_total: { value: 32 }, gift_options: optionPrices([0, 0], [0, 0], [0, 0]) });
    const uid = btoa(String(wrappingId));
    await gql().data(UPDATE, { c: cart, i: [{ cart_item_uid: item, gift_wrapping_id: uid }] });
    const input = { cart_id: cart, gift_receipt_included: false, printed_card_included: true, gift_wrapping_id: uid };
    await gql().data(SET, { input });
    const prices = optionPrices([6, 6.6], [3, 3.3], [1.5, 1.65]);
    expect((await gql().data(SHOW, { c: cart })).cart.prices).toEqual({
      grand_total: { value: 43.55 },
      gift_options: prices,
    });
    const order = await placeGuestOrder(gql(), cart, `total { grand_total { value } ${PRICES} }`);
    expect(order.total).toEqual({ grand_total: { value: 43.55 }, gift_options: prices });
  });

  it('are 0 in an order without gift options', async () => {
    const { cart } = await cartWithCup();
    await shipGuestCart(gql(), cart);
    const { total } = await placeGuestOrder(gql(), cart, `total { ${PRICES} }`);
    expect(total.gift_options).toEqual(optionPrices([0, 0], [0, 0], [0, 0]));
  });

  it('are fields of products and of the configuration', async () => {
    const [own, never] = [unique('own'), unique('never')];
    const attributes = (values: Record<string, string>) =>
      Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value }));
    const make = (name: string, values: Record<string, string>) =>
      newProduct(souk, { sku: name, name, price: 5, custom_attributes: attributes(values) });
    await make(own, { gift_wrapping_available: '1', gift_wrapping_price: '2.25' });
    await make(never, { gift_wrapping_available: '0' });
    const PRODUCTS = `query($s: [String!]) { products(filter: { sku: { in: $s } }, sort: { name: ASC }) {
      items { sku gift_wrapping_available gift_wrapping_price { value currency } } } }`;
    const shown = async () => {
      const { items } = (await gql().data(PRODUCTS, { s: [sku, own, never] })).products;
      return new Map(items.map(({ sku: of, ...rest }: { sku: string }) => [of, rest]));
    };
    const ofOwn = { gift_wrapping_available: true, gift_wrapping_price: { value: 2.25, currency: 'USD' } };
    const products = await shown();
    expect(products.get(own)).toEqual(ofOwn);
    expect(products.get(never)).toEqual({ gift_wrapping_available: false, gift_wrapping_price: null });
    expect(products.get(sku)).toEqual({ gift_wrapping_available: true, gift_wrapping_price: null });
    await souk.configure({ 'sales/gift_options/wrapping_allow_items': '0' });
    const without = await shown();
    await souk.configure({ 'sales/gift_options/wrapping_allow_items': '1' });
    expect(without.get(own)).toEqual(ofOwn);
    expect(without.get(sku)).toEqual({ gift_wrapping_available: false, gift_wrapping_price: null });

    const CONFIG = `{ storeConfig { cart_gift_wrapping cart_printed_card sales_gift_wrapping sales_printed_card
      printed_card_price printed_card_priceV2 { value currency } } }`;
    await souk.configure({ 'tax/cart_display/gift_wrapping': '3', 'tax/sales_display/printed_card': '2' });
    expect((await gql().data(CONFIG)).storeConfig).toEqual({
      cart_gift_wrapping: '3',
      cart_printed_card: '1',
      sales_gift_wrapping: '1',
      sales_printed_card: '2',
      printed_card_price: '1.5',
      printed_card_priceV2: { value: 1.5, currency: 'USD' },
    });
    await souk.configure({ 'tax/cart_display/gift_wrapping': null, 'tax/sales_display/printed_card': null });
  });
});

describe('wrapping', () => {
  it('is removed from a cart by null and from an item by an empty id, and unchanged without an id', async () => {
    const { cart, item } = await cartWithCup();
    const uid = btoa(String(wrappingId));
    const options = { cart_id: cart, gift_receipt_included: false, printed_card_included: false };
    const set = async (more: object) =>
      (await gql().data(SET, { input: { ...options, ...more } })).setGiftOptionsOnCart.cart.gift_wrapping;
    expect(await set({ gift_wrapping_id: uid })).toEqual({ design: 'Stars' });
    expect(await set({})).toEqual({ design: 'Stars' });
    expect(await set({ gift_wrapping_id: null })).toBeNull();
    const update = async (more: object) => {
      const i = [{ cart_item_uid: item, quantity: 1, ...more }];
      return (await gql().data(UPDATE, { c: cart, i })).updateCartItems.cart.items[0].gift_wrapping;
    };
    expect(await update({ gift_wrapping_id: uid })).toEqual({ design: 'Stars' });
    expect(await update({ gift_wrapping_id: null })).toEqual({ design: 'Stars' });
    expect(await update({ gift_wrapping_id: '' })).toBeNull();
  });

  it('can be chosen with an empty message where messages are off, but not with a text', async () => {
    await souk.configure({ 'sales/gift_options/allow_order': '0', 'sales/gift_options/allow_items': '0' });
    const { cart, item } = await cartWithCup();
    const uid = btoa(String(wrappingId));
    const message = (text: string) => ({ gift_message: { from: '', to: '', message: text } });
    const input = { cart_id: cart, gift_receipt_included: true, printed_card_included: false, gift_wrapping_id: uid };
    expect((await gql().data(SET, { input: { ...input, ...message('') } })).setGiftOptionsOnCart.cart).toMatchObject({
      gift_message: null,
      gift_wrapping: { design: 'Stars' },
    });
    const unavailable = "The gift message isn't available.";
    refuses(await gql().send(SET, { input: { ...input, ...message('Hello') } }), 'graphql-input', unavailable);
    const update = async (text: string) => {
      const i = [{ cart_item_uid: item, gift_wrapping_id: uid, ...message(text) }];
      return (await gql().data(UPDATE, { c: cart, i })).updateCartItems;
    };
    const wrapped = { gift_wrapping: { design: 'Stars' }, gift_message: null };
    expect(await update('Hello')).toEqual({
      errors: [{ message: unavailable }],
      cart: { items: [{ gift_wrapping: null, gift_message: null }] },
    });
    expect(await update('')).toEqual({ errors: [], cart: { items: [wrapped] } });
    await souk.configure({ 'sales/gift_options/allow_order': '1' });
  });

  it('is refused for virtual products', async () => {
    const file = unique('file');
    await newProduct(souk, { sku: file, name: 'File', price: 5, type_id: 'virtual' });
    const { cart, item } = await cartWithCup(file);
    const i = [{ cart_item_uid: item, gift_wrapping_id: btoa(String(wrappingId)) }];
    const { errors } = (await gql().data(UPDATE, { c: cart, i })).updateCartItems;
    expect(errors).toEqual([{ message: 'Gift wrapping is not available.' }]);
    expect((await gql().data(SHOW, { c: cart })).cart.prices.grand_total.value).toBe(5);
  });
});
