import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeConfigurable, makeSelect, makeVariants } from '../catalog/composites.ts';
import { buy } from '../support/bought.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

it('a configurable product leads by its values to a variant, which is bought', async () => {
  const select = await makeSelect(souk, ['Red', 'Blue']);
  const [red, blue] = await makeVariants(souk, select, [{ price: 10 }, { price: 15 }]);
  const { sku } = await makeConfigurable(souk, select, [red, blue]);
  const path = `/V1/configurable-products/${sku}/options`;
  const [option] = ok(await souk.admin.get(`${path}/all`));
  // Storefronts show the label of the attribute.
  ok(await souk.admin.put(`${path}/${option.id}`, { option: { ...option, label: 'Of the option' } }));
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

it('the values of an attribute have swatches: colours, pictures and short texts', async () => {
  const PAGE = `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { ... on ConfigurableProduct {
    configurable_options { values { label swatch_data { __typename value ... on ImageSwatchData { thumbnail } } } } } }
    filters { name filter_items { label ... on SwatchLayerFilterItem { swatch_data { type value } } } } } }`;
  const pageOf = async (over: object, options: readonly { label: string; value?: string }[]) => {
    const select = await makeSelect(souk, [], { is_filterable: true, options, ...over });
    const variants = await makeVariants(
      souk,
      select,
      select.values.map(() => ({})),
    );
    const { sku } = await makeConfigurable(souk, select, variants);
    const { items, filters } = (await graphqlClient(souk).data(PAGE, { sku })).products;
    return { values: items[0].configurable_options[0].values, filters };
  };
  const visual = await pageOf({ frontend_input: 'swatch_visual' }, [
    { label: 'Red', value: '#ff0000' },
    { label: 'Dots', value: '/d/o/dots.png' },
  ]);
  const picture = expect.stringMatching(/\/media\/attribute\/swatch\/d\/o\/dots\.png$/);
  expect(visual.values).toEqual([
    { label: 'Red', swatch_data: { __typename: 'ColorSwatchData', value: '#ff0000' } },
    { label: 'Dots', swatch_data: { __typename: 'ImageSwatchData', value: picture, thumbnail: picture } },
  ]);
  const text = await pageOf({ frontend_input: 'swatch_text' }, [{ label: 'Small', value: 'S' }]);
  expect(text.values).toEqual([{ label: 'Small', swatch_data: { __typename: 'TextSwatchData', value: 'S' } }]);
  const plain = await pageOf({}, [{ label: 'None' }]);
  expect(plain.values).toEqual([{ label: 'None', swatch_data: null }]);
  // Where a result is narrowed by such an attribute, its choices have them too.
  expect(visual.filters.find(({ name }: { name: string }) => name === 'Shade').filter_items).toEqual([
    { label: 'Red', swatch_data: { type: '1', value: '#ff0000' } },
    { label: 'Dots', swatch_data: { type: '2', value: '/d/o/dots.png' } },
  ]);
});
