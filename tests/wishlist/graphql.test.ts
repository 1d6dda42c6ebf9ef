import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unique, type Answer } from '../support/client.ts';
import { configured, newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { countStatements } from '../support/statements.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { startHere } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { engines } from '../storage/databases.ts';
import {
  makeBundle,
  makeConfigurable,
  makeGrouped,
  makeProduct,
  makeSelect,
  makeVariants,
} from '../catalog/composites.ts';

let souk: Souk;
let gql: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());
beforeEach(async () => {
  gql = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
});

const WISHES = `items_v2 { items { id quantity description product { sku } customizable_options { label values { value } }
  ... on ConfigurableWishlistItem { configurable_options { option_label value_label } configured_variant { sku } }
  ... on BundleWishlistItem { bundle_options { values { label quantity } } }
  ... on DownloadableWishlistItem { links_v2 { title } } } }`;
const ADD = `mutation($items: [WishlistItemInput!]!) { addProductsToWishlist(wishlistId: "0", wishlistItems: $items) {
  user_errors { code message } wishlist { id items_count ${WISHES} } } }`;
const UPDATE = `mutation($items: [WishlistItemUpdateInput!]!, $id: ID!) { updateProductsInWishlist(wishlistId: $id, wishlistItems: $items) {
  user_errors { code message } wishlist { ${WISHES} } } }`;
const REMOVE = `mutation($ids: [ID!]!, $id: ID!) { removeProductsFromWishlist(wishlistId: $id, wishlistItemsIds: $ids) {
  user_errors { code message } wishlist { items_count } } }`;
const TO_CART = `mutation($id: ID!, $ids: [ID!]) { addWishlistItemsToCart(wishlistId: $id, wishlistItemIds: $ids) { status
  add_wishlist_items_to_cart_user_errors { code wishlistId wishlistItemId } wishlist { items_v2 { items { product { sku } } } } } }`;
const add = async (...items: object[]): Promise<Answer['body']> =>
  (await gql.data(ADD, { items: items.map((item) => ({ quantity: 1, ...item })) })).addProductsToWishlist;
const inCart = async (): Promise<Answer['body']> =>
  (await gql.data('{ customerCart { items { quantity product { sku } } } }')).customerCart.items;

describe('a wish', () => {
  it('has what was chosen of each type of product', async () => {
    const select = await makeSelect(souk, ['Red', 'Blue']);
    const [red, blue] = await makeVariants(souk, select, [{}, {}]);
    const configurable = await makeConfigurable(souk, select, [red, blue]);
    const part = await makeProduct(souk);
    const bundle = await makeBundle(souk, [[part]]);
    const [option] = bundle.extension_attributes.bundle_product_options;
    const link = { title: 'File', price: 1, number_of_downloads: 0, is_shareable: 2, sort_order: 1, link_type: 'url' };
    const download = await makeProduct(souk, {
      type_id: 'downloadable',
      extension_attributes: { downloadable_product_links: [{ ...link, link_url: 'https://example.com/a' }] },
    });
    const [{ id: linkId }] = download.extension_attributes.downloadable_product_links;
    const grouped = await makeGrouped(souk, [part]);
    const text = { title: 'Engraving', type: 'field', price: 1, price_type: 'fixed', is_require: false, sort_order: 1 };
    const sku = unique('engraved');
    const engraved = await makeProduct(souk, { sku, options: [{ ...text, product_sku: sku }] });
    const uid = (key: string): string => btoa(key);
    const answer = await add(
      { sku: configurable.sku, selected_options: [uid(`configurable/${select.id}/${select.values[1]}`)] },
      {
        sku: bundle.sku,
        selected_options: [uid(`bundle/${option.option_id}/${option.product_links[0].id}/1`)],
      },
      { sku: download.sku, selected_options: [uid(`downloadable/${linkId}`)] },
      { sku: grouped.sku },
      {
        sku: engraved.sku,
        entered_options: [{ uid: uid(`custom-option/${engraved.options[0].option_id}`), value: 'Hi' }],
      },
    );
    expect(answer.user_errors).toEqual([]);
    expect(answer.wishlist.items_v2.items).toMatchObject([
      {
        product: { sku: configurable.sku },
        configurable_options: [{ option_label: 'Shade', value_label: 'Blue' }],
        configured_variant: { sku: blue.sku },
      },
      { product: { sku: bundle.sku }, bundle_options: [{ values: [{ label: part.name, quantity: 1 }] }] },
      { product: { sku: download.sku }, links_v2: [{ title: 'File' }] },
      { product: { sku: grouped.sku } },
      { product: { sku: engraved.sku }, customizable_options: [{ label: 'Engraving', values: [{ value: 'Hi' }] }] },
    ]);
  });

  it('of the same product replaces the quantity of the existing one; products that are not sold are errors', async () => {
    const { sku } = await makeProduct(souk);
    const off = await makeProduct(souk, { status: 2 });
    const answer = await add({ sku }, { sku: off.sku }, { sku: 'nothing' }, { sku, quantity: 2 }, { sku, quantity: 0 });
    expect(answer.wishlist.items_v2.items).toMatchObject([{ quantity: 2, product: { sku } }]);
    expect(answer.user_errors).toEqual([
      { code: 'PRODUCT_NOT_FOUND', message: `Could not find a product with SKU "${off.sku}"` },
      { code: 'PRODUCT_NOT_FOUND', message: 'Could not find a product with SKU "nothing"' },
      { code: 'UNDEFINED', message: 'The quantity of a wish list item cannot be 0' },
    ]);
  });

  it('of a product out of stock is accepted only where the shop shows such products', async () => {
    const { sku } = await makeProduct(souk, {}, { qty: 0, is_in_stock: false });
    const message = 'Cannot add product without stock to wishlist.';
    expect(await add({ sku })).toMatchObject({
      user_errors: [{ code: 'UNDEFINED', message }],
      wishlist: { items_count: 0 },
    });
    await configured(souk, { 'cataloginventory/options/show_out_of_stock': '1' }, async () => {
      expect(await add({ sku })).toMatchObject({ user_errors: [], wishlist: { items_count: 1 } });
    });
  });

  it('is changed and removed; one of another list is not', async () => {
    const { sku } = await makeProduct(souk);
    const { wishlist } = await add({ sku });
    const [{ id: item }] = wishlist.items_v2.items;
    const update = async (of: GraphQLClient, wishlistId: string, over: object): Promise<Answer> =>
      of.send(UPDATE, { id: wishlistId, items: [{ wishlist_item_id: item, ...over }] });
    const changed = await update(gql, wishlist.id, { quantity: 4, description: 'Blue, please' });
    expect(changed.body.data.updateProductsInWishlist).toMatchObject({
      user_errors: [],
      wishlist: { items_v2: { items: [{ quantity: 4, description: 'Blue, please' }] } },
    });
    const zero = await update(gql, wishlist.id, { quantity: 0 });
    expect(zero.body.data.updateProductsInWishlist).toMatchObject({
      user_errors: [{ code: 'UNDEFINED' }],
      wishlist: { items_v2: { items: [{ quantity: 4 }] } },
    });

    const other = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
    refuses(await update(other, wishlist.id, { quantity: 9 }), 'graphql-input', 'The wishlist was not found.');
    const own = (await update(other, '0', { quantity: 9 })).body.data.updateProductsInWishlist;
    expect(own.user_errors).toEqual([
      { code: 'UNDEFINED', message: `Could not find a wishlist item with ID "${item}"` },
    ]);
    refuses(await other.send(REMOVE, { id: wishlist.id, ids: [item] }), 'graphql-input', /not found/);
    refuses(await graphqlClient(souk).send(REMOVE, { id: wishlist.id, ids: [item] }), 'graphql-authorization', /./);
    const seen = (await gql.data(`{ customer { wishlist { ${WISHES} } } }`)).customer.wishlist;
    expect(seen.items_v2.items).toMatchObject([{ quantity: 4 }]);

    const { removeProductsFromWishlist: gone } = await gql.data(REMOVE, { id: wishlist.id, ids: [item, '999999'] });
    expect(gone).toEqual({
      user_errors: [{ code: 'UNDEFINED', message: 'Could not find a wishlist item with ID "999999"' }],
      wishlist: { items_count: 0 },
    });
  });
});

describe('wishes', () => {
  it('go to the cart, but for those that cannot', async () => {
    const sold = await makeProduct(souk);
    const few = await makeProduct(souk, {}, { qty: 1 });
    const kept = await makeProduct(souk);
    const { wishlist } = await add({ sku: sold.sku, quantity: 2 }, { sku: few.sku, quantity: 3 }, { sku: kept.sku });
    const [a, b] = wishlist.items_v2.items;
    const { addWishlistItemsToCart: answer } = await gql.data(TO_CART, { id: wishlist.id, ids: [a.id, b.id] });
    expect(answer).toEqual({
      status: false,
      add_wishlist_items_to_cart_user_errors: [
        { code: 'INSUFFICIENT_STOCK', wishlistId: wishlist.id, wishlistItemId: b.id },
      ],
      wishlist: { items_v2: { items: [{ product: { sku: few.sku } }, { product: { sku: kept.sku } }] } },
    });
    expect(await inCart()).toEqual([{ quantity: 2, product: { sku: sold.sku } }]);
  });

  it('all go to the cart where none is named', async () => {
    for (const ids of [[], null]) {
      const { sku } = await makeProduct(souk);
      const { wishlist } = await add({ sku });
      const { addWishlistItemsToCart: answer } = await gql.data(TO_CART, { id: wishlist.id, ids });
      expect(answer).toMatchObject({ status: true, wishlist: { items_v2: { items: [] } } });
      expect((await inCart()).at(-1)).toEqual({ quantity: 1, product: { sku } });
    }
  });

  it('are cleared at once', async () => {
    const { wishlist } = await add({ sku: (await makeProduct(souk)).sku }, { sku: (await makeProduct(souk)).sku });
    expect(wishlist.items_count).toBe(2);
    const CLEAR =
      'mutation($id: ID!) { clearWishlist(wishlistId: $id) { user_errors { code } wishlist { items_count } } }';
    expect((await gql.data(CLEAR, { id: wishlist.id })).clearWishlist).toEqual({
      user_errors: [],
      wishlist: { items_count: 0 },
    });
  });

  it('are none where the shop has no wish lists', async () => {
    const { sku } = await makeProduct(souk);
    await configured(souk, { 'wishlist/general/active': '0' }, async () => {
      const off = 'The wishlist configuration is currently disabled.';
      refuses(await gql.send(ADD, { items: [{ sku, quantity: 1 }] }), 'graphql-input', off);
      refuses(await gql.send('{ customer { wishlists { id } } }'), 'graphql-input', off);
      expect(await gql.data('{ storeConfig { magento_wishlist_general_is_enabled } }')).toEqual({
        storeConfig: { magento_wishlist_general_is_enabled: '0' },
      });
    });
    expect((await gql.data('{ customer { wishlist { items_count } } }')).customer.wishlist.items_count).toBe(0);
  });
});

describe.each(engines)('a page of wishes on %s', (engine) => {
  it('takes as many statements, however many there are', async () => {
    const here = await startHere(engine);
    const count = countStatements();
    try {
      const { token } = await here.callerOf('customer', (await newCustomer(here)).id);
      const own = graphqlClient(here, token);
      const wish = async (n: number): Promise<number> => {
        for (let i = 0; i < n; i++) {
          const { sku } = await newProduct(here);
          await own.data(ADD, { items: [{ sku, quantity: 1 }] });
        }
        const PAGE =
          '{ customer { wishlists { items_v2 { items { id product { name price_range { minimum_price { final_price { value } } } } } } } } }';
        const sent = await count.settled(async () => {
          const { customer } = await own.data(PAGE);
          expect(customer.wishlists[0].items_v2.items.length).toBeGreaterThanOrEqual(n);
        });
        return sent.length;
      };
      const few = await wish(2);
      expect(few).toBeGreaterThan(0);
      expect(await wish(6)).toBe(few);
    } finally {
      count.stop();
      await here.stop();
    }
  });
});
