import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeGrouped, makeProduct } from '../catalog/composites.ts';
import { serviceClient } from '../catalog-service/service.ts';
import { buy } from '../support/bought.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

it('a grouped product shows the products that are sold, of which each is bought by itself', async () => {
  const [cup, saucer, gone] = [await makeProduct(souk), await makeProduct(souk), await makeProduct(souk)];
  const { sku } = await makeGrouped(souk, [cup, saucer, gone]);
  ok(await souk.admin.store('all').put(`/V1/products/${gone.sku}`, { product: { status: 2 } }));
  const PAGE = `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { __typename
    ... on GroupedProduct { items { position qty product { __typename sku } } } } } }`;
  const { products } = await graphqlClient(souk).data(PAGE, { sku });
  const part = (position: number, product: { sku: string }) => ({
    position,
    qty: 1,
    product: { __typename: 'SimpleProduct', sku: product.sku },
  });
  expect(products.items).toEqual([{ __typename: 'GroupedProduct', items: [part(1, cup), part(2, saucer)] }]);

  const { inCart, inOrder } = await buy(
    souk,
    { sku: saucer.sku },
    { cart: 'product { sku }', order: 'product_sku product_type' },
  );
  expect(inCart).toEqual({ __typename: 'SimpleCartItem', product: { sku: saucer.sku } });
  expect(inOrder).toMatchObject({ __typename: 'OrderItem', product_sku: saucer.sku });
});

it('takes the products of a group that a storefront names by the uids of the catalogue service, each in its quantity', async () => {
  const [cup, saucer, spoon] = [await makeProduct(souk), await makeProduct(souk), await makeProduct(souk)];
  const { sku } = await makeGrouped(souk, [cup, saucer, spoon]);
  const gql = graphqlClient(souk);
  const OPTIONS = `query($sku: String!) { products(skus: [$sku]) { ... on ComplexProductView { options { values { id title } } } } }`;
  const [view] = (await serviceClient(souk).data(OPTIONS, { sku })).products;
  const [cups, saucers] = view.options[0].values.map(({ id }: { id: string }) => id);
  const ADD = `mutation($id: String!, $items: [CartItemInput!]!) { addProductsToCart(cartId: $id, cartItems: $items) {
    cart { items { quantity product { sku } } } user_errors { message } } }`;
  const add = async (item: object) => {
    const { createEmptyCart: id } = await gql.data('mutation { createEmptyCart }');
    const { cart, user_errors } = (await gql.data(ADD, { id, items: [{ sku, quantity: 1, ...item }] }))
      .addProductsToCart;
    expect(user_errors).toEqual([]);
    return cart.items.map(({ quantity, product }: { quantity: number; product: { sku: string } }) => [
      product.sku,
      quantity,
    ]);
  };
  expect(await add({ selected_options: [cups] })).toEqual([[cup.sku, 1]]);
  const entered_options = [
    { uid: cups, value: '2' },
    { uid: saucers, value: '3' },
  ];
  expect(await add({ selected_options: [cups, saucers], entered_options })).toEqual([
    [cup.sku, 2],
    [saucer.sku, 3],
  ]);
  // Without a choice the whole group is added.
  expect(await add({})).toHaveLength(3);
});
