import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBundle, makeProduct } from '../catalog/composites.ts';
import type { Json } from '../sales/shop.ts';
import { buy } from '../support/bought.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

it('a bundle shows its options, and what was chosen of them goes through cart and order', async () => {
  const [mug, lid] = [await makeProduct(souk), await makeProduct(souk)];
  const bundle = await makeBundle(souk, [[mug, lid]], [lid]);
  const [must, may] = bundle.extension_attributes.bundle_product_options;
  const uid = btoa(`bundle/${must.option_id}/${must.product_links[0].id}/1`);
  const PAGE = `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { __typename
    ... on BundleProduct { dynamic_price items { title required type options { uid label quantity price_type product { sku } } } } } } }`;
  const { products } = await graphqlClient(souk).data(PAGE, { sku: bundle.sku });
  const choice = (product: { sku: string }) =>
    expect.objectContaining({ label: product.sku, product: { sku: product.sku } });
  expect(products.items).toEqual([
    {
      __typename: 'BundleProduct',
      dynamic_price: false,
      items: [
        { title: must.title, required: true, type: 'select', options: [choice(mug), choice(lid)] },
        { title: may.title, required: false, type: 'select', options: [choice(lid)] },
      ],
    },
  ]);
  expect(products.items[0].items[0].options[0]).toMatchObject({ uid, quantity: 1, price_type: 'FIXED' });

  const { inCart, inOrder } = await buy(
    souk,
    { sku: bundle.sku, selected_options: [uid] },
    {
      cart: '... on BundleCartItem { bundle_options { label values { uid label quantity price } } }',
      order: 'product_type ... on BundleOrderItem { bundle_options { label values { uid product_sku quantity } } }',
    },
  );
  expect(inCart).toEqual({
    __typename: 'BundleCartItem',
    bundle_options: [{ label: must.title, values: [{ uid, label: mug.name, quantity: 1, price: 1 }] }],
  });
  expect(inOrder).toEqual({
    __typename: 'BundleOrderItem',
    product_type: 'bundle',
    bundle_options: [{ label: must.title, values: [{ uid, product_sku: mug.sku, quantity: 1 }] }],
  });
});

it('choices of a bundle have their price, and the one without special prices', async () => {
  const part = await makeProduct(souk, {
    price: 12,
    custom_attributes: [{ attribute_code: 'special_price', value: '9' }],
  });
  const [fixed, dynamic] = [await makeBundle(souk, [[part]]), await makeBundle(souk, [[part]])];
  const prices = ['price_type', 'price_view'].map((attribute_code) => ({ attribute_code, value: '0' }));
  const product = { custom_attributes: prices };
  ok(await souk.admin.store('all').put(`/V1/products/${dynamic.sku}`, { product }));
  const gql = graphqlClient(souk);
  const { createEmptyCart: id } = await gql.data('mutation { createEmptyCart }');
  const ADD = `mutation($id: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $id, cartItems: $items) {
    cart { itemsV2 { items { ... on BundleCartItem { bundle_options { values {
      price priceV2 { value currency } original_price { value currency } } } } } } } user_errors { message } } }`;
  const items = [fixed, dynamic].map(({ sku, extension_attributes }) => {
    const [option] = extension_attributes.bundle_product_options;
    const uid = btoa(`bundle/${option.option_id}/${option.product_links[0].id}/1`);
    return { sku, quantity: 1, selected_options: [uid] };
  });
  const { cart, user_errors } = (await gql.data(ADD, { id, items })).addProductsToCart;
  expect(user_errors).toEqual([]);
  const of = (price: number, original: number) => ({
    price,
    priceV2: { value: price, currency: 'USD' },
    original_price: { value: original, currency: 'USD' },
  });
  const values = cart.itemsV2.items.map(({ bundle_options: [option] }: Json) => option.values);
  expect(values).toEqual([[of(1, 1)], [of(9, 12)]]);
});
