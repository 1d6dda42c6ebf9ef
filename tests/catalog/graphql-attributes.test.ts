import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { addToSet, newAttribute, newProduct } from '../support/products.ts';
import { ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
const sku = 'attributed';
let blue: string;

beforeAll(async () => {
  souk = await startSouk();
  const shared = { scope: 'global', is_required: false, frontend_labels: [] };
  const material = {
    ...shared,
    attribute_code: 'material',
    frontend_input: 'text',
    default_frontend_label: 'Material',
    is_visible_on_front: '1',
  };
  const options = [
    { label: 'Blue', sort_order: 1 },
    { label: 'Red', sort_order: 2 },
  ];
  const shade = {
    ...shared,
    attribute_code: 'shade',
    frontend_input: 'select',
    default_frontend_label: 'Shade',
    options,
    is_comparable: '1',
  };
  const dishwasher = {
    ...shared,
    attribute_code: 'dishwasher',
    frontend_input: 'boolean',
    default_frontend_label: 'Dishwasher',
  };
  for (const attribute of [material, shade, dishwasher]) {
    await newAttribute(souk, attribute);
    await addToSet(souk, attribute.attribute_code);
  }
  const stored = ok(await souk.admin.get('/V1/products/attributes/shade/options'));
  blue = stored.find(({ label }: Answer['body']) => label === 'Blue').value;
  const custom_attributes = [
    { attribute_code: 'material', value: 'Clay' },
    { attribute_code: 'shade', value: blue },
    { attribute_code: 'dishwasher', value: '1' },
    { attribute_code: 'cost', value: '3' },
  ];
  const extension_attributes = { stock_item: { qty: 4, is_in_stock: true } };
  await newProduct(souk, { sku, name: 'Cup', price: 5, custom_attributes, extension_attributes });
});
afterAll(() => souk?.stop());

async function ask(fields: string): Promise<Answer['body']> {
  const query = `query($s: String) { products(filter: { sku: { eq: $s } }) { items { ${fields} } } }`;
  return (await graphqlClient(souk).data(query, { s: sku })).products.items[0];
}

const ITEMS =
  'items { code ... on AttributeValue { value } ... on AttributeSelectedOptions { selected_options { label value } } } errors { type }';

it('D330: a product returns the values of its attributes, those of the platform too, without its cost', async () => {
  const { custom_attributesV2: all } = await ask(`custom_attributesV2 { ${ITEMS} }`);
  expect(all.errors).toEqual([]);
  expect(all.items).toEqual(
    expect.arrayContaining([
      { code: 'name', value: 'Cup' },
      { code: 'price', value: '5.000000' },
      { code: 'url_key', value: 'cup' },
      { code: 'status', selected_options: [{ label: 'Enabled', value: '1' }] },
      { code: 'visibility', selected_options: [{ label: 'Catalog, Search', value: '4' }] },
      { code: 'tax_class_id', selected_options: [{ label: 'Taxable Goods', value: '2' }] },
      { code: 'material', value: 'Clay' },
      { code: 'shade', selected_options: [{ label: 'Blue', value: blue }] },
      { code: 'dishwasher', value: '1' },
      { code: 'tier_price', value: '' },
    ]),
  );
  const codes = all.items.map(({ code }: Answer['body']) => code);
  for (const code of ['sku', 'cost', 'category_ids', 'quantity_and_stock_status', 'media_gallery'])
    expect(codes).not.toContain(code);
  expect(new Set(codes).size).toBe(codes.length);
});

it('a product returns the attributes that a filter asks for by their marks', async () => {
  const { comparable, listed } = await ask(
    `comparable: custom_attributesV2(filters: { is_comparable: true }) { ${ITEMS} }
     listed: custom_attributesV2(filters: { is_visible_on_front: true }) { ${ITEMS} }`,
  );
  expect(comparable.items).toEqual([{ code: 'shade', selected_options: [{ label: 'Blue', value: blue }] }]);
  expect(listed.items).toEqual([{ code: 'material', value: 'Clay' }]);
});

it('the same with their metadata, as storefronts of the reference ask for them', async () => {
  const { custom_attributes: all } = await ask(
    `custom_attributes { selected_attribute_options { attribute_option { label is_default } } entered_attribute_value { value }
      attribute_metadata { code label uid data_type is_system entity_type ui_input { ui_input_type } ... on ProductAttributeMetadata { used_in_components } } }`,
  );
  const of = (code: string): Answer['body'] =>
    all.find(({ attribute_metadata: about }: Answer['body']) => about.code === code);
  expect(of('material')).toEqual({
    selected_attribute_options: null,
    entered_attribute_value: { value: 'Clay' },
    attribute_metadata: {
      code: 'material',
      label: 'Material',
      uid: btoa('catalog_product/material'),
      data_type: 'STRING',
      is_system: false,
      entity_type: 'CATALOG_PRODUCT',
      ui_input: { ui_input_type: 'TEXT' },
      used_in_components: ['PRODUCT_DETAILS_PAGE'],
    },
  });
  expect(of('shade')).toMatchObject({
    selected_attribute_options: { attribute_option: [{ label: 'Blue', is_default: false }] },
    entered_attribute_value: null,
    attribute_metadata: { ui_input: { ui_input_type: 'SELECT' }, used_in_components: ['PRODUCTS_COMPARE'] },
  });
});

it('a shop says how few pieces are left, where it wants to', async () => {
  expect(await ask('only_x_left_in_stock')).toEqual({ only_x_left_in_stock: null });
  await souk.configure({ 'cataloginventory/options/stock_threshold_qty': '5' });
  expect(await ask('only_x_left_in_stock')).toEqual({ only_x_left_in_stock: 4 });
  await souk.configure({ 'cataloginventory/options/stock_threshold_qty': '3' });
  expect(await ask('only_x_left_in_stock')).toEqual({ only_x_left_in_stock: null });
});
