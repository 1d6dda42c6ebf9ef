import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeGrouped, makeProduct } from '../catalog/composites.ts';
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
