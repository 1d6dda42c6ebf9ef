import { expect } from 'vitest';
import { ok, type Answer, type Client } from '../support/client.ts';
import { addToSet, newAttribute } from '../support/products.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Makes a product of each type, with all that it can have: `simple-<suffix>`, `group-…`, `download-…`, `bundle-…`, `variant-…`, `configurable-…`. */
export async function makeOfEachType(admin: Client, suffix: string): Promise<void> {
  const sku = (type: string): string => `${type}-${suffix}`;
  const save = async (product: object): Promise<Answer['body']> =>
    ok(await admin.post('/V1/products', { product: { attribute_set_id: 4, price: 5, ...product } }));
  const entry = {
    media_type: 'image',
    types: ['image'],
    content: { base64_encoded_data: PIXEL, type: 'image/png', name: 'p.png' },
  };
  const simple = await save({
    sku: sku('simple'),
    name: sku('simple'),
    weight: 1,
    media_gallery_entries: [entry],
    options: [{ title: 'Text', type: 'field', product_sku: sku('simple'), price: 1, price_type: 'fixed' }],
    extension_attributes: {
      stock_item: { qty: 5, is_in_stock: true },
      category_links: [{ category_id: '2', position: 3 }],
    },
  });
  const link = { sku: sku('group'), linked_product_sku: sku('simple'), linked_product_type: 'simple', position: 1 };
  await save({
    sku: sku('group'),
    name: sku('group'),
    type_id: 'grouped',
    product_links: [{ ...link, link_type: 'associated', extension_attributes: { qty: 1 } }],
  });
  await save({
    sku: sku('download'),
    name: sku('download'),
    type_id: 'downloadable',
    extension_attributes: {
      downloadable_product_links: [
        {
          title: 'File',
          price: 1,
          number_of_downloads: 0,
          is_shareable: 2,
          sort_order: 1,
          link_type: 'url',
          link_url: 'https://example.com/a',
        },
      ],
    },
  });
  await save({
    sku: sku('bundle'),
    name: sku('bundle'),
    type_id: 'bundle',
    custom_attributes: ['price_type', 'price_view'].map((attribute_code) => ({ attribute_code, value: '0' })),
    extension_attributes: {
      bundle_product_options: [
        { title: 'Part', type: 'select', required: true, product_links: [{ sku: sku('simple'), qty: 1 }] },
      ],
    },
  });
  const attribute = await colour(admin);
  const variant = await save({
    sku: sku('variant'),
    name: sku('variant'),
    custom_attributes: [{ attribute_code: 'colour', value: attribute.value }],
  });
  await save({
    sku: sku('configurable'),
    name: sku('configurable'),
    type_id: 'configurable',
    extension_attributes: {
      configurable_product_options: [
        { attribute_id: String(attribute.id), label: 'Colour', values: [{ value_index: Number(attribute.value) }] },
      ],
      configurable_product_links: [variant.id],
    },
  });
  expect(simple.media_gallery_entries).toHaveLength(1);
}

/** An attribute that variants differ by, and its option. */
async function colour(admin: Client): Promise<{ id: number; value: string }> {
  const known = await admin.get('/V1/products/attributes/colour');
  if (known.status === 200) return choiceOf(known.body);
  const attribute = await newAttribute(
    { admin },
    {
      attribute_code: 'colour',
      frontend_input: 'select',
      default_frontend_label: 'Colour',
      scope: 'global',
      options: [{ label: 'Red', value: 'red' }],
    },
  );
  await addToSet({ admin }, 'colour');
  return choiceOf(attribute);
}

function choiceOf({ attribute_id, options }: Answer['body']): { id: number; value: string } {
  const { value } = options.find((option: { value: string }) => option.value !== '');
  return { id: attribute_id, value };
}
