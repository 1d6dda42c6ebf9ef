import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, unique, until, type Answer, type Souk } from '../support/souk.ts';
import { makeProduct, type Fields } from './composites.ts';
import { makeEurope } from './second-website.ts';

// With prices per website, what is beside the price of a product itself has a price for each website too.

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  await makeEurope(souk);
  await souk.configure({ 'catalog/price/scope': '1' });
  // Until then, what is written through a store view is what all show.
  const { sku } = await makeProduct(souk);
  let tried = 20;
  await until(async () => {
    tried += 1;
    ok(await souk.admin.store('fr').put(`/V1/products/${sku}`, { product: { price: tried } }));
    return ok(await souk.admin.store('all').get(`/V1/products/${sku}`)).price !== tried;
  });
});
afterAll(() => souk.stop());

/** What each of the scopes shows. */
async function inScopes<T>(ask: (store: string) => Promise<T>, stores = ['all', 'default', 'fr']): Promise<T[]> {
  const found = [];
  for (const store of stores) found.push(await ask(store));
  return found;
}

const read = async (sku: string, store: string): Promise<Answer['body']> =>
  ok(await souk.admin.store(store).get(`/V1/products/${sku}`));
const put = async (store: string, sku: string, product: Fields): Promise<unknown> =>
  ok(await souk.admin.store(store).put(`/V1/products/${sku}`, { product }));
/** The price of a product in a cart of a store view, with what is chosen of it. */
async function inCart(store: string, sku: string, extension_attributes: Fields): Promise<number> {
  const guest = souk.guest.store(store);
  const quote_id = ok(await guest.post('/V1/guest-carts'));
  const cartItem = { sku, qty: 1, quote_id, product_option: { extension_attributes } };
  return ok(await guest.post(`/V1/guest-carts/${quote_id}/items`, { cartItem })).price;
}

it('a selection of a bundle', async () => {
  const [one, other] = [await makeProduct(souk), await makeProduct(souk)];
  const { sku } = await makeProduct(souk, {
    type_id: 'bundle',
    price: 100,
    custom_attributes: Object.entries({ price_type: '1', price_view: '0' }).map(([attribute_code, value]) => ({
      attribute_code,
      value,
    })),
    extension_attributes: {
      stock_item: { is_in_stock: true },
      bundle_product_options: [
        {
          title: 'Choice',
          required: true,
          type: 'select',
          product_links: [one, other].map((part) => ({
            sku: part.sku,
            qty: 1,
            price: 10,
            price_type: 0,
            is_default: false,
          })),
        },
      ],
    },
  });
  const links = async (store: string) => {
    const [option] = (await read(sku, store)).extension_attributes.bundle_product_options;
    const prices = option.product_links.map(({ price, price_type }: Fields) => [price, price_type]);
    const shown = ok(await souk.admin.store(store).get(`/V1/bundle-products/${sku}/children`));
    const options = ok(await souk.admin.store(store).get(`/V1/bundle-products/${sku}/options/${option.option_id}`));
    for (const found of [shown, options.product_links]) {
      expect(found.map(({ price, price_type }: Fields) => [price, price_type])).toEqual(prices);
    }
    return prices;
  };
  const [option] = (await read(sku, 'all')).extension_attributes.bundle_product_options;
  const [first, second] = option.product_links;
  ok(
    await souk.admin
      .store('fr')
      .put(`/V1/bundle-products/${sku}/links/${first.id}`, { linkedProduct: { ...first, price: 33 } }),
  );
  expect(await inScopes(links)).toEqual([
    [
      [10, 0],
      [10, 0],
    ],
    [
      [10, 0],
      [10, 0],
    ],
    [
      [33, 0],
      [10, 0],
    ],
  ]);
  const page = async (store: string) => {
    const { products } = await graphqlClient(souk).data(
      `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items {
        price_range { minimum_price { final_price { value } } maximum_price { final_price { value } } }
        ... on BundleProduct { items { options { price price_type } } } } } }`,
      { sku },
      { store },
    );
    const [{ price_range, items }] = products.items;
    return [
      price_range.minimum_price.final_price.value,
      price_range.maximum_price.final_price.value,
      ...items[0].options.map(({ price }: Fields) => price),
    ];
  };
  const charged = (store: string) =>
    inCart(store, sku, {
      bundle_options: [{ option_id: option.option_id, option_qty: 1, option_selections: [Number(first.id)] }],
    });
  expect(await inScopes(page, ['default', 'fr'])).toEqual([
    [110, 110, 10, 10],
    [110, 133, 33, 10],
  ]);
  expect(await inScopes(charged, ['default', 'fr'])).toEqual([110, 133]);
  // With the product: what it shows anyway stays that of all websites, also when the price of all changes later.
  const product_links = [
    { ...first, price: 33 },
    { ...second, price: 20, price_type: 1 },
  ];
  await put('fr', sku, { extension_attributes: { bundle_product_options: [{ ...option, product_links }] } });
  ok(
    await souk.admin
      .store('all')
      .put(`/V1/bundle-products/${sku}/links/${second.id}`, { linkedProduct: { ...second, price: 11 } }),
  );
  ok(
    await souk.admin
      .store('all')
      .put(`/V1/bundle-products/${sku}/links/${first.id}`, { linkedProduct: { ...first, price: 12 } }),
  );
  expect(await inScopes(links)).toEqual([
    [
      [12, 0],
      [11, 0],
    ],
    [
      [12, 0],
      [11, 0],
    ],
    [
      [33, 0],
      [20, 1],
    ],
  ]);
  expect(await inScopes(page, ['default', 'fr'])).toEqual([
    [111, 112, 12, 11],
    [120, 133, 33, 20],
  ]);
});

it('a custom option and its values', async () => {
  const sku = unique('options');
  const made = await makeProduct(souk, {
    sku,
    price: 100,
    options: [
      {
        product_sku: sku,
        title: 'Text',
        type: 'field',
        is_require: false,
        sort_order: 1,
        price: 1,
        price_type: 'fixed',
      },
      {
        product_sku: sku,
        title: 'List',
        type: 'drop_down',
        is_require: false,
        sort_order: 2,
        values: [{ title: 'One', price: 2, price_type: 'fixed', sort_order: 1 }],
      },
    ],
  });
  const [text, list] = made.options;
  const shown = async (store: string) => {
    const [one, other] = (await read(sku, store)).options;
    return [one.price, other.values[0].price];
  };
  ok(await souk.admin.store('fr').put(`/V1/products/options/${text.option_id}`, { option: { ...text, price: 11 } }));
  expect(await inScopes(shown)).toEqual([
    [1, 2],
    [1, 2],
    [11, 2],
  ]);
  const values = [{ ...list.values[0], price: 22 }];
  await put('fr', sku, {
    options: [
      { ...text, price: 11 },
      { ...list, values },
    ],
  });
  expect(await inScopes(shown)).toEqual([
    [1, 2],
    [1, 2],
    [11, 22],
  ]);
  const charged = (store: string) =>
    inCart(store, sku, {
      custom_options: [
        { option_id: text.option_id, option_value: 'Text' },
        { option_id: list.option_id, option_value: String(list.values[0].option_type_id) },
      ],
    });
  expect(await inScopes(charged, ['default', 'fr'])).toEqual([103, 133]);
});

it('a link of a download', async () => {
  const link = { title: 'File', price: 3, number_of_downloads: 0, is_shareable: 2, sort_order: 1, link_type: 'url' };
  const { sku, extension_attributes } = await makeProduct(souk, {
    type_id: 'downloadable',
    price: 100,
    custom_attributes: [{ attribute_code: 'links_purchased_separately', value: '1' }],
    extension_attributes: { downloadable_product_links: [{ ...link, link_url: 'https://example.com/a' }] },
  });
  const [made] = extension_attributes.downloadable_product_links;
  const shown = async (store: string) =>
    (await read(sku, store)).extension_attributes.downloadable_product_links[0].price;
  ok(
    await souk.admin
      .store('fr')
      .put(`/V1/products/${sku}/downloadable-links/${made.id}`, { link: { ...made, price: 13 } }),
  );
  expect(await inScopes(shown)).toEqual([3, 3, 13]);
  await put('fr', sku, { extension_attributes: { downloadable_product_links: [{ ...made, price: 14 }] } });
  expect(await inScopes(shown)).toEqual([3, 3, 14]);
  const charged = async (store: string) => {
    const gql = graphqlClient(souk);
    const { createEmptyCart: id } = await gql.data('mutation { createEmptyCart }', {}, { store });
    const { addProductsToCart } = await gql.data(
      `mutation($id: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $id, cartItems: $items) { user_errors { message } cart { items { prices { price { value } } } } } }`,
      { id, items: [{ sku, quantity: 1, selected_options: [btoa(`downloadable/${made.id}`)] }] },
      { store },
    );
    expect(addProductsToCart.user_errors).toEqual([]);
    return addProductsToCart.cart.items[0].prices.price.value;
  };
  expect(await inScopes(charged, ['default', 'fr'])).toEqual([103, 114]);
});
