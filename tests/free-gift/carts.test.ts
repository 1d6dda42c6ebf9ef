import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBundle, makeConfigurable, makeSelect, makeVariants } from '../catalog/composites.ts';
import { makeCoupon } from '../multicoupon/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { cart } from '../support/carts.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { fails, ok, unique } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { atLeast, gifts, giftRule, giftsIn, itemsOf, offersTo, select, shopper, type Shopper } from './shop.ts';

const INPUT = 'graphql-input';
const totalsOf = async ({ me }: Shopper): Promise<Json> => ok(await me.get('/V1/carts/mine/totals'));
const restItems = async ({ me }: Shopper): Promise<Json[]> => ok(await me.get('/V1/carts/mine/items'));
/** The item that is bought, or the gift. */
const itemOf = async (buyer: Shopper, isGift: boolean): Promise<Json> =>
  (await restItems(buyer)).find(({ extension_attributes: told }) => (told?.is_free_gift ?? false) === isGift)!;
const setQty = async (buyer: Shopper, { item_id }: Json, qty: number) =>
  buyer.me.put(`/V1/carts/mine/items/${item_id}`, { cartItem: { item_id, qty, quote_id: buyer.cartId } });
/** A change that leaves the items as they are. */
const touch = async (buyer: Shopper) => ok(await setQty(buyer, await itemOf(buyer, false), 2));

describe.each(engines)('gifts in carts on %s', (engine) => {
  let here: Here;
  let sku: string;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());
  // Each test has rules of its own, for a product of its own.
  beforeEach(async () => {
    ({ sku } = await newProduct(here));
  });

  it('D186: come by themselves where there is nothing to choose, and change nothing else', async () => {
    const [gift] = (await gifts(here, 1)) as [string];
    const store_labels = [{ store_id: 0, store_label: 'A cup for you' }];
    await giftRule(here, sku, [gift], { store_labels, gift_qty: 2, condition: atLeast('total_qty', 2) });
    const buyer = await shopper(here, sku);
    expect(await giftsIn(buyer)).toEqual([[gift, 2, 0]]);
    // Shipping is 5 for each piece that is bought.
    expect(await totalsOf(buyer)).toMatchObject({ subtotal: 20, shipping_amount: 10, grand_total: 30, items_qty: 4 });
    for (let i = 0; i < 3; i++) await touch(buyer);
    expect(await giftsIn(buyer)).toEqual([[gift, 2, 0]]);
    expect(await offersTo(buyer)).toEqual({ has_available_free_gifts: false, available_free_gifts: [] });
    // The gifts do not count: one piece is less than two.
    ok(await setQty(buyer, await itemOf(buyer, false), 1));
    expect(await giftsIn(buyer)).toEqual([]);
    ok(await setQty(buyer, await itemOf(buyer, false), 2));
    expect(await giftsIn(buyer)).toEqual([[gift, 2, 0]]);
  });

  it('stand apart from what is bought, and no other rule sees them', async () => {
    const [gift] = (await gifts(here, 1)) as [string];
    await giftRule(here, sku, [gift]);
    await giftRule(here, gift, [], { simple_action: 'by_percent', discount_amount: 50, extension_attributes: {} });
    const buyer = await shopper(here, sku);
    expect((await totalsOf(buyer)).discount_amount).toBe(0);
    ok(await buyer.me.post('/V1/carts/mine/items', { cartItem: { sku: gift, qty: 1, quote_id: buyer.cartId } }));
    expect(
      (await itemsOf(buyer)).map(({ quantity, prices, is_free_gift }) => [quantity, prices.price.value, is_free_gift]),
    ).toEqual([
      [2, 10, false],
      [1, 0, true],
      [1, 7, false],
    ]);
    expect((await totalsOf(buyer)).discount_amount).toBe(-3.5);
  });

  it('D186: can be taken out, not changed; what was taken out can be chosen again', async () => {
    const [gift] = (await gifts(here, 1)) as [string];
    const rule = await giftRule(here, sku, [gift]);
    const buyer = await shopper(here, sku);
    const refused = 'A free gift cannot be changed. Remove it to choose another.';
    fails(await setQty(buyer, await itemOf(buyer, true), 5), 400, refused);
    const { uid } = (await itemsOf(buyer)).find(({ is_free_gift }) => is_free_gift)!;
    const update = await buyer.gql.data(
      'mutation($c: String!, $u: ID!) { updateCartItems(input: { cart_id: $c, cart_items: [{ cart_item_uid: $u, quantity: 9 }] }) { errors { code message } } }',
      { c: buyer.cart, u: uid },
    );
    expect(update.updateCartItems.errors).toEqual([{ code: 'UNDEFINED', message: refused }]);
    expect(await giftsIn(buyer)).toEqual([[gift, 1, 0]]);
    ok(await buyer.me.delete(`/V1/carts/mine/items/${(await itemOf(buyer, true)).item_id}`));
    await touch(buyer);
    expect(await giftsIn(buyer)).toEqual([]);
    expect((await offersTo(buyer)).available_free_gifts).toMatchObject([{ rule_id: rule, available_skus: [gift] }]);
    expect((await select(buyer, rule, gift)).body.errors).toBeUndefined();
    await touch(buyer);
    expect(await giftsIn(buyer)).toEqual([[gift, 1, 0]]);
  });

  it('are chosen where a rule has several', async () => {
    const [one, two, other] = (await gifts(here, 3)) as [string, string, string];
    const store_labels = [{ store_id: 0, store_label: 'Choose one' }];
    const rule = await giftRule(here, sku, [one, two], { gift_qty: 2, store_labels });
    const buyer = await shopper(here, sku);
    expect(await giftsIn(buyer)).toEqual([]);
    expect(await offersTo(buyer)).toEqual({
      has_available_free_gifts: true,
      available_free_gifts: [
        {
          rule_id: rule,
          rule_label: 'Choose one',
          gift_qty: 2,
          available_skus: [one, two],
          products: [one, two].map((gift) => ({ sku: gift, name: `Thing ${gift}` })),
        },
      ],
    });
    const notPending = (id: number) =>
      `The rule ID "${id}" is not currently pending a free gift selection for this cart.`;
    refuses(await select(buyer, 999999, one), INPUT, notPending(999999));
    refuses(
      await select(buyer, rule, other),
      INPUT,
      `The SKU "${other}" is not a valid free gift for rule ID "${rule}".`,
    );
    const tooMany = 'The requested quantity exceeds the free gift quantity allowed by the rule.';
    refuses(await select(buyer, rule, one, { quantity: 3 }), INPUT, tooMany);
    const tooFew = 'The free gift quantity must be a positive integer.';
    refuses(await select(buyer, rule, one, { quantity: 0 }), INPUT, tooFew);
    refuses(
      await select(buyer, rule, one, { cart_id: 'x' }),
      'graphql-no-such-entity',
      'Could not find a cart with ID "x"',
    );
    const noId = 'Required parameter "cart_id" is missing';
    refuses(await select(buyer, rule, one, { cart_id: '' }), INPUT, noId);
    const stranger = await shopper(here, sku);
    const foreign = await select(stranger, rule, one, { cart_id: buyer.cart });
    refuses(foreign, 'graphql-authorization', `The current user cannot perform operations on cart "${buyer.cart}"`);
    expect(await giftsIn(buyer)).toEqual([]);
    expect((await select(buyer, rule, two, { quantity: 1 })).body.data.selectFreeGiftForCart.cart).toEqual({
      has_available_free_gifts: false,
      items: [
        { quantity: 2, is_free_gift: false, product: { sku } },
        { quantity: 1, is_free_gift: true, product: { sku: two } },
      ],
    });
    refuses(await select(buyer, rule, one), INPUT, notPending(rule));
    expect(await giftsIn(buyer)).toEqual([[two, 1, 0]]);
  });

  it('are given once, however many choose at once', async () => {
    const [one, two] = (await gifts(here, 2)) as [string, string];
    const rule = await giftRule(here, sku, [one, two]);
    const buyer = await shopper(here, sku);
    const answers = await Promise.all([one, two, one, two, one].map((gift) => select(buyer, rule, gift)));
    expect(answers.filter(({ body }) => body.errors === undefined)).toHaveLength(1);
    expect(await giftsIn(buyer)).toHaveLength(1);
  });

  it('are varied, put together and written on by their buyers', async () => {
    const attribute = await makeSelect(here, ['Red', 'Blue']);
    const [red, blue] = await makeVariants(here, attribute, [{ price: 10 }, { price: 15 }]);
    const shirt = await makeConfigurable(here, attribute, [red, blue]);
    const rule = await giftRule(here, sku, [shirt.sku]);
    const name = unique('mug');
    const options = [
      { title: 'Name', type: 'field', is_require: true, price: 3, price_type: 'fixed', product_sku: name },
    ];
    const mug = await newProduct(here, { sku: name, options });
    const written = await giftRule(here, sku, [mug.sku]);
    const buyer = await shopper(here, sku);
    expect((await offersTo(buyer)).available_free_gifts.map(({ rule_id }: Json) => rule_id)).toEqual([rule, written]);
    expect((await select(buyer, rule, shirt.sku)).body.errors).toHaveLength(1);
    expect((await select(buyer, written, mug.sku)).body.errors).toHaveLength(1);
    const selected_options = [btoa(`configurable/${attribute.id}/${attribute.values[1]}`)];
    expect((await select(buyer, rule, shirt.sku, { selected_options })).body.errors).toBeUndefined();
    const entered_options = [{ uid: btoa(`custom-option/${mug.options[0].option_id}`), value: 'Ada' }];
    expect((await select(buyer, written, mug.sku, { entered_options })).body.errors).toBeUndefined();
    expect((await giftsIn(buyer)).map(([, ...rest]) => rest)).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(await totalsOf(buyer)).toMatchObject({ subtotal: 20, grand_total: 30 });
  });

  it('cost nothing where their components have prices', async () => {
    const parts = await Promise.all([newProduct(here, { price: 4 }), newProduct(here, { price: 5 })]);
    const bundle = await makeBundle(here, [parts]);
    const byParts = { custom_attributes: [{ attribute_code: 'price_type', value: '0' }] };
    ok(await here.admin.put(`/V1/products/${bundle.sku}`, { product: byParts }));
    const rule = await giftRule(here, sku, [bundle.sku]);
    const buyer = await shopper(here, sku);
    const { cart } = await buyer.gql.data(
      'query($c: String!) { cart(cart_id: $c) { available_free_gifts { products { ... on BundleProduct { items { options { uid } } } } } } }',
      { c: buyer.cart },
    );
    const [{ options }] = cart.available_free_gifts[0].products[0].items;
    const chosen = await select(buyer, rule, bundle.sku, { selected_options: [options[1].uid] });
    expect(chosen.body.errors).toBeUndefined();
    expect((await giftsIn(buyer)).map(([, ...rest]) => rest)).toEqual([[1, 0]]);
    expect(await totalsOf(buyer)).toMatchObject({ subtotal: 20, grand_total: 30 });
  });

  it('go with the coupon, with the condition and with the rule', async () => {
    const [gift] = (await gifts(here, 1)) as [string];
    const coupon = await makeCoupon(here, {
      simple_action: 'free_gift',
      condition: atLeast('base_subtotal', 20),
      extension_attributes: { gift_skus: [gift] },
    });
    const buyer = await shopper(here, sku);
    expect(await giftsIn(buyer)).toEqual([]);
    ok(await buyer.me.put(`/V1/carts/mine/coupons/${coupon.code}`));
    expect(await giftsIn(buyer)).toEqual([[gift, 1, 0]]);
    ok(await buyer.me.delete('/V1/carts/mine/coupons'));
    expect([await giftsIn(buyer), (await restItems(buyer)).length]).toEqual([[], 1]);
    ok(await buyer.me.put(`/V1/carts/mine/coupons/${coupon.code}`));
    ok(await setQty(buyer, await itemOf(buyer, false), 1));
    expect([await giftsIn(buyer), (await restItems(buyer)).length]).toEqual([[], 1]);
    ok(await setQty(buyer, await itemOf(buyer, false), 2));
    ok(await buyer.me.put(`/V1/carts/mine/coupons/${coupon.code}`));
    expect(await giftsIn(buyer)).toEqual([[gift, 1, 0]]);
    const change = (rule: object) =>
      here.admin.put(`/V1/salesRules/${coupon.ruleId}`, { rule: { rule_id: coupon.ruleId, ...rule } });
    const [other] = (await gifts(here, 1)) as [string];
    ok(await change({ extension_attributes: { gift_skus: [other] } }));
    await touch(buyer);
    expect(await giftsIn(buyer)).toEqual([[other, 1, 0]]);
    ok(await change({ is_active: false }));
    expect(await giftsIn(buyer)).toEqual([]);
  });

  it('leave with the last thing that is bought', async () => {
    const [gift] = (await gifts(here, 1)) as [string];
    await giftRule(here, sku, [gift]);
    const buyer = await shopper(here, sku);
    ok(await buyer.me.delete(`/V1/carts/mine/items/${(await itemOf(buyer, false)).item_id}`));
    expect(await restItems(buyer)).toEqual([]);
  });

  it('are there once when carts are merged', async () => {
    const [one, two] = (await gifts(here, 2)) as [string, string];
    const rule = await giftRule(here, sku, [one, two]);
    const [single] = (await gifts(here, 1)) as [string];
    await giftRule(here, sku, [single]);
    const SELECT = 'mutation($i: SelectFreeGiftForCartInput!) { selectFreeGift(input: $i) { cart { id } } }';
    const MERGE =
      'mutation($s: String!, $d: String!) { mergeCarts(source_cart_id: $s, destination_cart_id: $d) { id } }';
    const guest = graphqlClient(here);
    const buyer = await shopper(here, sku);
    const { id: chosen } = await cart(here, { sku, qty: 1 });
    await guest.data(SELECT, { i: { cart_id: chosen, rule_id: rule, sku: two } });
    await buyer.gql.data(MERGE, { s: chosen, d: buyer.cart });
    expect((await giftsIn(buyer)).sort()).toEqual(
      [
        [single, 1, 0],
        [two, 1, 0],
      ].sort(),
    );
    const { id: again } = await cart(here, { sku, qty: 1 });
    await guest.data(SELECT, { i: { cart_id: again, rule_id: rule, sku: one } });
    await buyer.gql.data(MERGE, { s: again, d: buyer.cart });
    expect((await giftsIn(buyer)).sort()).toEqual(
      [
        [single, 1, 0],
        [two, 1, 0],
      ].sort(),
    );
    expect((await itemOf(buyer, false)).qty).toBe(4);
  });

  it('do not keep guests from ordering', async () => {
    const name = unique('song');
    const link = { title: 'Song', sort_order: 1, price: 0, number_of_downloads: 1, is_shareable: 0 };
    const song = {
      sku: name,
      type_id: 'downloadable',
      extension_attributes: {
        stock_item: { qty: 10, is_in_stock: true },
        downloadable_product_links: [{ ...link, link_type: 'url', link_url: 'https://example.com/song' }],
      },
    };
    await newProduct(here, song);
    await giftRule(here, sku, [name]);
    const { path } = await cart(here, { sku, qty: 1 });
    const inCart = async () => ok(await here.guest.get(`${path}/items`)).map((one: Json) => one.sku);
    expect(await inCart()).toEqual([sku]);
    expect(await giftsIn(await shopper(here, sku))).toEqual([[name, 1, 0]]);
  });

  it('are not given where there are none left', async () => {
    const extension_attributes = { stock_item: { qty: 0, is_in_stock: false } };
    const [gone] = (await gifts(here, 1, { extension_attributes })) as [string];
    const [there] = (await gifts(here, 1)) as [string];
    await giftRule(here, sku, [gone]);
    const rule = await giftRule(here, sku, [gone, there]);
    const buyer = await shopper(here, sku);
    expect(await giftsIn(buyer)).toEqual([]);
    expect((await offersTo(buyer)).available_free_gifts).toMatchObject([{ rule_id: rule, available_skus: [there] }]);
    refuses(await select(buyer, rule, gone), INPUT, 'Product that you are trying to add is not available.');
    const few = { extension_attributes: { stock_item: { qty: 1, is_in_stock: true } } };
    const [scarce, more] = (await gifts(here, 2, few)) as [string, string];
    const two = await giftRule(here, sku, [scarce, more], { gift_qty: 2 });
    refuses(await select(buyer, two, scarce), INPUT, 'The requested qty is not available');
    expect((await select(buyer, two, scarce, { quantity: 1 })).body.errors).toBeUndefined();
    expect(await giftsIn(buyer)).toEqual([[scarce, 1, 0]]);
  });
});
