import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeConfigurable, makeSelect, makeVariants } from '../catalog/composites.ts';
import { buy } from '../support/bought.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

it('a configurable product leads by its values to a variant, which is bought', async () => {
  const select = await makeSelect(souk, ['Red', 'Blue']);
  const [red, blue] = await makeVariants(souk, select, [{ price: 10 }, { price: 15 }]);
  const { sku } = await makeConfigurable(souk, select, [red, blue]);
  const [redUid, blueUid] = select.values.map((value) => btoa(`configurable/${select.id}/${value}`));
  const PAGE = `query($sku: String, $chosen: [ID!]) { products(filter: { sku: { eq: $sku } }) { items { __typename
    price_range { minimum_price { final_price { value } } maximum_price { final_price { value } } }
    ... on ConfigurableProduct { configurable_options { attribute_code label values { uid label } } variants { product { sku } attributes { uid label } }
      configurable_product_options_selection(configurableOptionValueUids: $chosen) { variant { sku } options_available_for_selection { option_value_uids } } } } } }`;
  const pageOf = async (chosen: (string | undefined)[]): Promise<Record<string, unknown>> =>
    (await graphqlClient(souk).data(PAGE, { sku, chosen })).products.items[0];

  expect(await pageOf([])).toEqual({
    __typename: 'ConfigurableProduct',
    price_range: { minimum_price: { final_price: { value: 10 } }, maximum_price: { final_price: { value: 15 } } },
    configurable_options: [
      {
        attribute_code: select.code,
        label: 'Shade',
        values: [
          { uid: redUid, label: 'Red' },
          { uid: blueUid, label: 'Blue' },
        ],
      },
    ],
    variants: [
      { product: { sku: red.sku }, attributes: [{ uid: redUid, label: 'Red' }] },
      { product: { sku: blue.sku }, attributes: [{ uid: blueUid, label: 'Blue' }] },
    ],
    configurable_product_options_selection: {
      variant: null,
      options_available_for_selection: [{ option_value_uids: [redUid, blueUid] }],
    },
  });
  expect((await pageOf([blueUid])).configurable_product_options_selection).toEqual({
    variant: { sku: blue.sku },
    options_available_for_selection: [],
  });

  const { inCart, inOrder } = await buy(
    souk,
    { sku, selected_options: [blueUid] },
    {
      cart: 'prices { price { value } } ... on ConfigurableCartItem { configurable_options { option_label value_label configurable_product_option_value_uid } configured_variant { sku } }',
      order: 'product_sku selected_options { label value } product_sale_price { value }',
    },
  );
  expect(inCart).toEqual({
    __typename: 'ConfigurableCartItem',
    prices: { price: { value: 15 } },
    configurable_options: [
      { option_label: 'Shade', value_label: 'Blue', configurable_product_option_value_uid: blueUid },
    ],
    configured_variant: { sku: blue.sku },
  });
  expect(inOrder).toMatchObject({
    product_sku: blue.sku,
    selected_options: [{ label: 'Shade', value: 'Blue' }],
    product_sale_price: { value: 15 },
  });
});
