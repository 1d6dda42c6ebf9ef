import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeConfigurable, makeSelect, makeVariants } from '../catalog/composites.ts';
import type { Json } from '../sales/shop.ts';
import { refuses } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';
import * as front from './storefront.ts';

let souk: Souk;
let me: front.Customer;
beforeAll(async () => {
  souk = await startSouk();
  me = await front.newCaller(souk);
});
afterAll(() => souk?.stop());

const UPDATE = `mutation($u: ID!, $i: [UpdateGiftRegistryItemInput!]!) { updateGiftRegistryItems(giftRegistryUid: $u, items: $i) { gift_registry ${front.OWN} } }`;
const REMOVE = `mutation($u: ID!, $i: [ID!]!) { removeGiftRegistryItems(giftRegistryUid: $u, itemsUid: $i) { gift_registry ${front.OWN} } }`;
const inCart = async ({ gql }: front.Customer): Promise<Json[]> =>
  (await gql.data('{ customerCart { itemsV2 { items { quantity product { sku } } } } }')).customerCart.itemsV2.items;

describe('items of a cart', () => {
  it('move to a registry, and join the same products there', async () => {
    const skus = [(await newProduct(souk)).sku, (await newProduct(souk)).sku];
    const { uid } = await front.createRegistry(me);
    const cart = await front.fill(me.gql, ...skus.map((sku) => ({ sku, quantity: 2 })));
    const moved = await front.move(me.gql, cart, uid);
    expect(moved).toMatchObject({ __typename: 'MoveCartItemsToGiftRegistryOutput', status: true, user_errors: [] });
    expect(moved.gift_registry.items).toEqual(
      skus.map((sku) => ({
        __typename: 'GiftRegistryItem',
        uid: expect.any(String),
        created_at: expect.stringMatching(/^\d{4}-/),
        note: null,
        quantity: 2,
        quantity_fulfilled: 0,
        product: { sku },
      })),
    );
    expect(await inCart(me)).toEqual([]);
    await front.fill(me.gql, { sku: skus[1], quantity: 1 });
    const { gift_registry } = await front.move(me.gql, cart, uid);
    expect(gift_registry.items.map(({ quantity }: Json) => quantity)).toEqual([2, 3]);
  });

  it('of a configurable product move as the chosen variant', async () => {
    const select = await makeSelect(souk, ['Red', 'Blue']);
    const variants = await makeVariants(souk, select, [{ price: 10 }, { price: 15 }]);
    const { sku } = await makeConfigurable(souk, select, variants);
    const selected_options = [btoa(`configurable/${select.id}/${select.values[1]}`)];
    const { uid } = await front.createRegistry(me);
    const cart = await front.fill(me.gql, { sku, quantity: 2, selected_options });
    const { gift_registry, status } = await front.move(me.gql, cart, uid);
    expect(status).toBe(true);
    expect(gift_registry.items).toMatchObject([{ quantity: 2, product: { sku: variants[1]!.sku } }]);
  });

  it('stay in it with the reason where a registry cannot hold them', async () => {
    const good = await newProduct(souk);
    const virtual = await newProduct(souk, { type_id: 'virtual' });
    const sold = await newProduct(souk);
    const gone = await newProduct(souk);
    const sku = unique('engraved');
    const option = { product_sku: sku, title: 'Text', type: 'field', price: 1, price_type: 'fixed', sort_order: 1 };
    const engraved = await newProduct(souk, { sku, options: [{ ...option, is_require: false }] });
    const entered_options = [{ uid: btoa(`custom-option/${engraved.options[0].option_id}`), value: 'A' }];
    const { uid } = await front.createRegistry(me);
    const cart = await front.fill(
      me.gql,
      ...[good, virtual, sold, gone].map((one) => ({ sku: one.sku, quantity: 1 })),
      { sku, quantity: 1, entered_options },
    );
    const stock = { stock_item: { qty: 0, is_in_stock: false } };
    ok(await souk.admin.put(`/V1/products/${sold.sku}`, { product: { extension_attributes: stock } }));
    ok(await souk.admin.put(`/V1/products/${gone.sku}`, { product: { status: 2 } }));
    const { status, user_errors, gift_registry } = await front.move(me.gql, cart, uid);
    expect(status).toBe(false);
    expect(gift_registry.items).toMatchObject([{ product: { sku: good.sku } }]);
    const of = { gift_registry_uid: uid };
    expect(user_errors).toEqual([
      {
        ...of,
        code: 'UNDEFINED',
        product_uid: btoa(String(virtual.id)),
        message: "You can't add virtual products, digital products or gift cards to gift registries.",
      },
      {
        ...of,
        code: 'OUT_OF_STOCK',
        product_uid: btoa(String(sold.id)),
        message: `The product "${sold.sku}" is out of stock.`,
      },
      { ...of, code: 'NOT_FOUND', product_uid: btoa(String(gone.id)), message: 'The product is no longer available.' },
      {
        ...of,
        code: 'UNDEFINED',
        product_uid: btoa(String(engraved.id)),
        message: `A gift registry cannot hold the options of the product "${sku}".`,
      },
    ]);
    expect(await inCart(me)).toHaveLength(4);
  });

  it('of another customer stay where they are', async () => {
    const { sku } = await newProduct(souk);
    const other = await front.newCaller(souk);
    const theirs = await front.fill(other.gql, { sku, quantity: 1 });
    const { uid } = await front.createRegistry(me);
    const answer = await front.sendMove(me.gql, theirs, uid);
    refuses(answer, 'graphql-authorization', /cannot perform operations on cart/);
    const mine = await front.fill(me.gql, { sku, quantity: 1 });
    const foreign = await front.createRegistry(other);
    refuses(
      await front.sendMove(me.gql, mine, foreign.uid),
      'graphql-no-such-entity',
      'Unknown gift registry identifier',
    );
    expect(await inCart(other)).toHaveLength(1);
    expect((await front.read(other.gql, foreign.uid)).items).toEqual([]);
  });
});

describe('items of a registry', () => {
  async function filled(owner: front.Customer): Promise<Json> {
    const skus = [(await newProduct(souk)).sku, (await newProduct(souk)).sku];
    const { uid } = await front.createRegistry(owner);
    const cart = await front.fill(owner.gql, ...skus.map((sku) => ({ sku, quantity: 1 })));
    return (await front.move(owner.gql, cart, uid)).gift_registry;
  }

  it('change their quantity and note, all or none of a request', async () => {
    const owner = await front.newCaller(souk);
    const { uid: u, items } = await filled(owner);
    const [first, second] = items;
    const i = [
      { gift_registry_item_uid: first.uid, quantity: 3, note: 'The first one.' },
      { gift_registry_item_uid: second.uid, quantity: 0.5 },
    ];
    const changed = (await owner.gql.data(UPDATE, { u, i })).updateGiftRegistryItems.gift_registry.items;
    expect(changed).toEqual([
      { ...first, quantity: 3, note: 'The first one.' },
      { ...second, quantity: 0.5 },
    ]);
    const again = [{ gift_registry_item_uid: first.uid, quantity: 4 }];
    const kept = (await owner.gql.data(UPDATE, { u, i: again })).updateGiftRegistryItems.gift_registry.items;
    expect(kept[0]).toMatchObject({ quantity: 4, note: 'The first one.' });
    for (const quantity of [0, -1]) {
      const wrong = [
        { gift_registry_item_uid: second.uid, quantity: 7 },
        { ...again[0], quantity },
      ];
      refuses(await owner.gql.send(UPDATE, { u, i: wrong }), 'graphql-input', 'Please enter a quantity above 0.');
    }
    expect((await front.read(owner.gql, u, front.OWN)).items).toEqual(kept);
  });

  it('are removed, and those of another registry are not reached', async () => {
    const owner = await front.newCaller(souk);
    const { uid: u, items } = await filled(owner);
    const foreign = await filled(me);
    for (const uid of [foreign.items[0].uid, btoa('999999'), 'x']) {
      const i = [{ gift_registry_item_uid: uid, quantity: 9 }];
      refuses(await owner.gql.send(UPDATE, { u, i }), 'graphql-no-such-entity', /has no item/);
      refuses(await owner.gql.send(REMOVE, { u, i: [items[0].uid, uid] }), 'graphql-no-such-entity', /has no item/);
    }
    expect((await front.read(me.gql, foreign.uid, front.OWN)).items).toEqual(foreign.items);
    const { gift_registry } = (await owner.gql.data(REMOVE, { u, i: [items[0].uid] })).removeGiftRegistryItems;
    expect(gift_registry.items).toEqual(items.slice(1));
  });

  it('have no product once it is not offered any more', async () => {
    const { uid, items } = await filled(me);
    ok(await souk.admin.put(`/V1/products/${items[0].product.sku}`, { product: { status: 2 } }));
    expect((await front.read(me.gql, uid)).items).toMatchObject([{ product: null }, { product: items[1].product }]);
  });
});
