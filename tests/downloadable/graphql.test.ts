import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct } from '../catalog/composites.ts';
import { buy } from '../support/bought.ts';
import { serviceClient } from '../catalog-service/service.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

it('a downloadable product is bought by its links, the files of which pages do not give away', async () => {
  const link = (title: string, price: number, sort_order: number): object => ({
    title,
    price,
    sort_order,
    number_of_downloads: 0,
    is_shareable: 2,
    link_type: 'url',
    link_url: 'https://example.com/secret.zip',
  });
  const product = await makeProduct(souk, {
    type_id: 'downloadable',
    price: 20,
    extension_attributes: {
      downloadable_product_links: [link('Part 1', 3, 1), link('Part 2', 4, 2)],
      downloadable_product_samples: [
        { title: 'Taste', sort_order: 1, sample_type: 'url', sample_url: 'https://example.com/taste' },
      ],
    },
    custom_attributes: [{ attribute_code: 'links_purchased_separately', value: '1' }],
  });
  const [, { id }] = product.extension_attributes.downloadable_product_links;
  const uid = btoa(`downloadable/${id}`);
  const PAGE = `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { __typename ... on DownloadableProduct { links_purchased_separately
    downloadable_product_links { uid title price sample_url } downloadable_product_samples { title sample_url } } } } }`;
  const { body, text } = await graphqlClient(souk).send(PAGE, { sku: product.sku });
  expect(body.data.products.items).toEqual([
    {
      __typename: 'DownloadableProduct',
      links_purchased_separately: 1,
      downloadable_product_links: [
        expect.objectContaining({ title: 'Part 1', price: 3 }),
        { uid, title: 'Part 2', price: 4, sample_url: null },
      ],
      downloadable_product_samples: [{ title: 'Taste', sample_url: expect.stringMatching(/^http/) }],
    },
  ]);
  expect(text).not.toContain('secret.zip');

  // The catalogue service describes the same in an attribute, as Adobe's product component reads it.
  const VIEW =
    'query($sku: String) { products(skus: [$sku]) { attributes(roles: ["visible_in_pdp"]) { name label value } } }';
  const [view] = (await serviceClient(souk).data(VIEW, { sku: product.sku })).products;
  const { label, value } = view.attributes.find(({ name }: { name: string }) => name === 'ac_downloadable');
  expect([label, value]).toEqual(['Downloads', expect.not.stringContaining('secret.zip')]);
  expect(JSON.parse(value)).toEqual({
    purchase_separately: true,
    links: [
      expect.objectContaining({ label: 'Part 1', price: 3 }),
      { uid, label: 'Part 2', price: 4, number_of_downloads: 0, sample_url: null },
    ],
    samples: [{ uid: expect.any(String), label: 'Taste', url: expect.stringMatching(/^http/) }],
  });

  const { inCart, inOrder } = await buy(
    souk,
    { sku: product.sku, selected_options: [uid] },
    {
      cart: 'prices { price { value } } ... on DownloadableCartItem { links { title } samples { title } }',
      order: '... on DownloadableOrderItem { downloadable_links { title uid } }',
    },
  );
  expect(inCart).toEqual({
    __typename: 'DownloadableCartItem',
    prices: { price: { value: 24 } },
    links: [{ title: 'Part 2' }],
    samples: [{ title: 'Taste' }],
  });
  expect(inOrder).toEqual({ __typename: 'DownloadableOrderItem', downloadable_links: [{ title: 'Part 2', uid }] });
});
