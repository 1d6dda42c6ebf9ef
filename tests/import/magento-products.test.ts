import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../support/png.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
const folder = mkdtempSync(join(tmpdir(), 'souk-import-'));
const images = join(folder, 'images');

/** A choice with options, of which the first has a label in German. */
const choice = (code: string, input: string, labels: readonly string[], german: string) => ({
  attribute_code: code,
  frontend_input: input,
  default_frontend_label: code,
  scope: input === 'select' ? 'global' : 'store',
  is_required: false,
  options: labels.map((label, i) => ({
    label,
    ...(i === 0 && { store_labels: [{ store_id: germanId, label: german }] }),
  })),
});
let germanId: number;

beforeAll(async () => {
  souk = await startSouk();
  expect((await souk.cli('store:view:create', 'german', 'German', '--group', 'main_website_store')).code).toBe(0);
  const views = ok(await souk.admin.get('/V1/store/storeViews')) as { code: string; id: number }[];
  germanId = views.find(({ code }) => code === 'german')!.id;
  for (const attribute of [
    choice('color', 'select', ['Black', 'Red'], 'Schwarz'),
    choice('shoe_size', 'select', ['38', '39'], '38'),
    choice('material', 'multiselect', ['Cotton', 'Wool', 'Silk'], 'Baumwolle'),
  ]) {
    if (attribute.attribute_code === 'color') {
      for (const option of attribute.options)
        ok(await souk.admin.post('/V1/products/attributes/color/options', { option }));
    } else {
      ok(await souk.admin.post('/V1/products/attributes', { attribute }));
    }
    const placed = { attributeSetId: 4, attributeGroupId: 7, attributeCode: attribute.attribute_code, sortOrder: 1 };
    ok(await souk.admin.post('/V1/products/attribute-sets/attributes', placed));
  }
  const gear = ok(
    await souk.admin.post('/V1/categories', { category: { name: 'Gear', parent_id: 2, is_active: true } }),
  );
  await souk.admin.post('/V1/categories', { category: { name: 'Bags, Cases', parent_id: gear.id, is_active: true } });
  mkdirSync(join(images, 'm/h'), { recursive: true });
  writeFileSync(join(images, 'm/h/mh01.png'), png([200, 0, 0], 20));
  writeFileSync(join(images, 'm/h/mh01-back.png'), png([0, 0, 200], 20));
  writeFileSync(join(images, 'text.png'), 'no image');
  writeFileSync(join(images, 'course.pdf'), 'the course');
});
afterAll(() => souk?.stop());

let files = 0;
/** Imports rows of the columns that they name. */
async function importRows(rows: readonly Readonly<Record<string, string>>[], ...options: string[]) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (text = ''): string => `"${text.replaceAll('"', '""')}"`;
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  const file = join(folder, `rows-${files++}.csv`);
  writeFileSync(file, lines.map((line) => line.map(cell).join(',')).join('\n'));
  return await souk.cli('import', file, ...options);
}

async function imported(rows: Parameters<typeof importRows>[0], ...options: string[]): Promise<void> {
  const { code, stderr } = await importRows(rows, ...options);
  expect(code, stderr).toBe(0);
}

const read = async (sku: string, store = 'all') =>
  ok(await souk.admin.store(store).get(`/V1/products/${encodeURIComponent(sku)}`));
const valuesOf = (product: { custom_attributes: { attribute_code: string; value: unknown }[] }) =>
  Object.fromEntries(product.custom_attributes.map(({ attribute_code, value }) => [attribute_code, value]));
const labelOf = async (code: string, value: unknown): Promise<string | undefined> => {
  const options = ok(await souk.admin.get(`/V1/products/attributes/${code}/options`)) as {
    value: string;
    label: string;
  }[];
  return options.find((option) => option.value === value)?.label;
};

/** A row as the interface's own export writes it: every column, most of them empty. */
const exported = {
  sku: 'bag-1',
  store_view_code: '',
  attribute_set_code: 'Default',
  product_type: 'simple',
  categories: 'Default Category/Gear,Default Category/Gear/Bags, Cases',
  product_websites: 'base',
  name: 'Joust Duffle Bag',
  description: '<p>A bag, "large"</p>',
  short_description: '',
  weight: '1.500000',
  product_online: '2',
  tax_class_name: 'Taxable Goods',
  visibility: 'Catalog, Search',
  price: '34.000000',
  special_price: '30.5',
  special_price_from_date: '7/20/23',
  special_price_to_date: '7/21/2023, 3:15 PM',
  url_key: 'joust-duffle-bag',
  meta_title: 'Meta',
  meta_keywords: 'one, two',
  meta_description: 'Meta description',
  base_image: '',
  created_at: '1/23/2016 19:45',
  updated_at: '6/7/22, 3:15 PM',
  new_from_date: '11/1/26',
  new_to_date: '',
  display_product_options_in: 'Block after Info Column',
  map_price: '',
  msrp_price: '40',
  map_enabled: '',
  gift_message_available: 'Use config',
  custom_design: '',
  page_layout: '1 column',
  product_options_container: '',
  msrp_display_actual_price_type: 'Use config',
  country_of_manufacture: 'China',
  additional_attributes: 'color=Black,material=Cotton|Silk',
  qty: '100.0000',
  out_of_stock_qty: '2.0000',
  use_config_min_qty: '0',
  is_qty_decimal: '0',
  allow_backorders: '1',
  use_config_backorders: '0',
  min_cart_qty: '2.0000',
  use_config_min_sale_qty: '0',
  max_cart_qty: '10000.0000',
  use_config_max_sale_qty: '1',
  is_in_stock: '1',
  notify_on_stock_below: '5.0000',
  use_config_notify_stock_qty: '0',
  manage_stock: '1',
  use_config_manage_stock: '1',
  use_config_qty_increments: '1',
  qty_increments: '1.0000',
  use_config_enable_qty_inc: '1',
  enable_qty_increments: '0',
  is_decimal_divided: '0',
  website_id: '0',
  related_skus: '',
  related_position: '',
  hide_from_product_page: '',
  bundle_values: '',
  configurable_variations: '',
};

test('a row with the columns of an export becomes the product that it describes', async () => {
  await imported([exported]);
  const product = await read('bag-1');
  const values = valuesOf(product);
  expect(product).toMatchObject({
    name: 'Joust Duffle Bag',
    attribute_set_id: 4,
    type_id: 'simple',
    status: 2,
    visibility: 4,
    price: 34,
    weight: 1.5,
    created_at: '2016-01-23 19:45:00',
    extension_attributes: {
      website_ids: [1],
      stock_item: {
        qty: 100,
        min_qty: 2,
        use_config_min_qty: false,
        backorders: 1,
        use_config_backorders: false,
        min_sale_qty: 2,
        use_config_min_sale_qty: 0,
        notify_stock_qty: 5,
        is_in_stock: true,
      },
    },
  });
  expect(values).toMatchObject({
    description: '<p>A bag, "large"</p>',
    tax_class_id: '2',
    special_price: '30.500000',
    special_from_date: '2023-07-20 00:00:00',
    special_to_date: '2023-07-21 15:15:00',
    url_key: 'joust-duffle-bag',
    meta_keyword: 'one, two',
    news_from_date: '2026-11-01 00:00:00',
    options_container: 'container2',
    gift_message_available: '2',
    page_layout: '1column',
    country_of_manufacture: 'CN',
    msrp: '40.000000',
  });
  expect(values.category_ids).toHaveLength(2);
  expect(await labelOf('color', values.color)).toBe('Black');
  const materials = String(values.material).split(',');
  expect(await Promise.all(materials.map((value) => labelOf('material', value)))).toEqual(['Cotton', 'Silk']);
});

test('empty cells change nothing, and the constant for no value removes one', async () => {
  await imported([{ sku: 'bag-1', name: '', price: '35', special_price: '', meta_title: '__EMPTY__VALUE__' }]);
  const product = await read('bag-1');
  expect(product).toMatchObject({ name: 'Joust Duffle Bag', price: 35 });
  expect(valuesOf(product)).toMatchObject({ special_price: '30.500000', url_key: 'joust-duffle-bag' });
  expect(valuesOf(product).meta_title ?? '').toBe('');
});

test('a row of a store view changes its values only, and finds options by its labels', async () => {
  await imported([
    { sku: 'view-1', name: 'Global name', price: '5', url_key: 'view-1' },
    {
      sku: 'view-1',
      store_view_code: 'german',
      name: 'Deutscher Name',
      additional_attributes: 'material=Baumwolle|Wool',
    },
  ]);
  const [all, german, english] = [
    await read('view-1'),
    await read('view-1', 'german'),
    await read('view-1', 'default'),
  ];
  expect([all.name, german.name, english.name]).toEqual(['Global name', 'Deutscher Name', 'Global name']);
  expect(valuesOf(all)).toMatchObject({ url_key: 'view-1' });
  expect(valuesOf(all).material).toBeUndefined();
  expect(String(valuesOf(german).material).split(',')).toHaveLength(2);
});

test.each([
  [{ product_websites: 'base' }, 'product_websites: the row of a store view cannot have a value here'],
  [{ qty: '5' }, 'qty: the row of a store view cannot have a value here'],
  [{ price: '99' }, 'price: the row of a store view cannot have a value of "price"'],
  [{ store_view_code: 'klingon' }, 'store_view_code: there is no store view "klingon"'],
])('a row of a store view with %j is refused', async (cells, reason) => {
  const { code, stderr } = await importRows([{ sku: 'view-1', store_view_code: 'german', name: 'Neu', ...cells }]);
  expect(code).toBe(1);
  expect(stderr).toContain(reason);
  expect((await read('view-1', 'german')).name).toBe('Deutscher Name');
});

test.each([
  [{ additional_attributes: 'color=Violet' }, 'the attribute "color" has no option "Violet"'],
  [{ additional_attributes: 'colour=Black' }, 'there is no attribute "colour"'],
  [{ additional_attributes: 'Black' }, '"Black" is not of the form name=value'],
  [{ categories: 'Default Category/Toys' }, 'there is no category "Default Category/Toys"'],
  [{ categories: 'Other Root/Toys' }, 'there is no root category "Other Root"'],
  [{ product_websites: 'base,moon' }, 'there is no website "moon"'],
  [{ tax_class_name: 'Free' }, 'the attribute "tax_class_id" has no option "Free"'],
  [{ visibility: 'Somewhere' }, 'the attribute "visibility" has no option "Somewhere"'],
  [{ attribute_set_code: 'Shoes' }, 'there is no attribute set "Shoes"'],
  [{ product_type: 'pair' }, 'there is no product type "pair"'],
  [{ base_image: 'x.png' }, 'there is no image "x.png"'],
  [{ custom_options: 'name=A,type=field,colour=1' }, '"colour" is not one of name, type,'],
  [{ related_skus: 'bag-1', related_position: '1,2' }, 'there are 1 SKUs and 2 positions'],
])('a row with %j is refused and creates nothing', async (cells, reason) => {
  const { code, stderr } = await importRows(
    [{ sku: 'wrong-1', name: 'Wrong', price: '1', ...cells }],
    '--images',
    images,
  );
  expect(code).toBe(1);
  expect(stderr).toContain(reason);
  if (!('related_skus' in cells)) expect((await souk.admin.get('/V1/products/wrong-1')).status).toBe(404);
});

test('options, categories and attributes are created if that is wished', async () => {
  const row = {
    sku: 'create-1',
    name: 'Create',
    price: '1',
    categories: 'Default Category/Toys/Wooden',
    additional_attributes: 'color=Violet,gloss="matt, mostly"',
  };
  await imported([row, { ...row, sku: 'create-2', url_key: 'create-2' }], '--create', 'options,categories,attributes');
  const values = valuesOf(await read('create-2'));
  expect(await labelOf('color', values.color)).toBe('Violet');
  expect(values.gloss).toBe('matt, mostly');
  const tree = ok(await souk.admin.get('/V1/categories'));
  const toys = tree.children_data.filter(({ name }: { name: string }) => name === 'Toys');
  expect(toys).toHaveLength(1);
  expect(toys[0].children_data.map(({ name }: { name: string }) => name)).toEqual(['Wooden']);
});

test('a configurable product may come before its variants', async () => {
  const variant = { product_type: 'simple', price: '10', visibility: 'Not Visible Individually' };
  await imported([
    {
      sku: 'shoe',
      product_type: 'configurable',
      name: 'Shoe',
      configurable_variations: 'sku=shoe-38,color=Black,shoe_size=38|sku=shoe-39,color=Red,shoe_size=39',
      configurable_variation_labels: 'color=Colour,shoe_size=Size',
    },
    { sku: 'shoe-38', name: 'Shoe 38', ...variant, additional_attributes: 'color=Black,shoe_size=38' },
    { sku: 'shoe-39', name: 'Shoe 39', ...variant, additional_attributes: 'color=Red,shoe_size=39' },
  ]);
  const { configurable_product_options: options, configurable_product_links: links } = (await read('shoe'))
    .extension_attributes;
  expect(options.map(({ label, values }: { label: string; values: unknown[] }) => [label, values.length])).toEqual([
    ['Colour', 2],
    ['Size', 2],
  ]);
  expect(links).toEqual([(await read('shoe-38')).id, (await read('shoe-39')).id]);
  const { code, stderr } = await importRows([
    { sku: 'boot', product_type: 'configurable', name: 'Boot', configurable_variations: 'sku=boot-1,color=Red' },
  ]);
  expect(code).toBe(1);
  expect(stderr).toContain('line 2, boot, configurable_variations: there is no product "boot-1"');
  expect((await souk.admin.get('/V1/products/boot')).status).toBe(404);
});

test('bundles, grouped products, custom options and links', async () => {
  await imported([
    {
      sku: 'set',
      product_type: 'bundle',
      name: 'Set',
      bundle_price_type: 'dynamic',
      bundle_sku_type: 'fixed',
      bundle_price_view: 'As low as',
      bundle_weight_type: 'dynamic',
      bundle_shipment_type: 'separately',
      bundle_values:
        'name=Ball,type=select,required=1,sku=ball-1,price=0,default=1,default_qty=2,price_type=fixed,can_change_qty=1|name=Ball,type=select,required=1,sku=ball-2,price=0,default=0,default_qty=1,price_type=fixed|name=Strap,type=checkbox,required=0,sku=strap,price=0,default_qty=1',
    },
    {
      sku: 'group',
      product_type: 'grouped',
      name: 'Group',
      associated_skus: 'ball-1=2.0000,strap=1',
      related_skus: 'set',
    },
    {
      sku: 'ball-1',
      name: 'Ball 1',
      price: '1',
      related_skus: 'group,strap',
      related_position: '2,1',
      upsell_skus: 'set',
    },
    {
      sku: 'ball-2',
      name: 'Ball 2',
      price: '2',
      custom_options:
        'name=Size,type=drop_down,required=1,price=5,price_type=fixed,sku=s,option_title=Small|name=Size,type=drop_down,required=1,price=10,price_type=percent,sku=l,option_title="Large, round"|name=Engraving,type=field,required=0,price=3,price_type=fixed,max_characters=20',
    },
    { sku: 'strap', name: 'Strap', price: '3' },
  ]);
  const set = await read('set');
  expect(valuesOf(set)).toMatchObject({ price_type: '0', sku_type: '1', price_view: '1', shipment_type: '1' });
  expect(set.extension_attributes.bundle_product_options).toMatchObject([
    {
      title: 'Ball',
      type: 'select',
      required: true,
      product_links: [{ sku: 'ball-1', qty: 2, is_default: true }, { sku: 'ball-2' }],
    },
    { title: 'Strap', type: 'checkbox', required: false, product_links: [{ sku: 'strap' }] },
  ]);
  const links = (product: { product_links: { link_type: string; linked_product_sku: string; position: number }[] }) =>
    product.product_links.map(({ link_type, linked_product_sku, position }) => [
      link_type,
      linked_product_sku,
      position,
    ]);
  expect(links(await read('group'))).toEqual([
    ['related', 'set', 1],
    ['associated', 'ball-1', 1],
    ['associated', 'strap', 2],
  ]);
  expect(links(await read('ball-1'))).toEqual([
    ['related', 'strap', 1],
    ['related', 'group', 2],
    ['upsell', 'set', 1],
  ]);
  expect((await read('ball-2')).options).toMatchObject([
    {
      title: 'Size',
      type: 'drop_down',
      is_require: true,
      values: [
        { title: 'Small', price: 5 },
        { title: 'Large, round', price_type: 'percent' },
      ],
    },
    { title: 'Engraving', type: 'field', is_require: false, price: 3, max_characters: 20 },
  ]);
});

test('images with roles and labels; the same file again is the same image', async () => {
  const row = {
    sku: 'image-1',
    name: 'Image',
    price: '1',
    base_image: 'm/h/mh01.png',
    base_image_label: 'Front',
    small_image: 'm/h/mh01.png',
    thumbnail_image: 'm/h/mh01.png',
    swatch_image: 'm/h/mh01-back.png',
    additional_images: 'm/h/mh01-back.png',
    additional_image_labels: 'Back',
    hide_from_product_page: 'm/h/mh01-back.png',
  };
  await imported([row], '--images', images);
  const gallery = async () => (await read('image-1')).media_gallery_entries;
  const entries = await gallery();
  expect(entries).toMatchObject([
    { label: 'Front', types: ['image', 'small_image', 'thumbnail'], file: '/m/h/mh01.png', disabled: false },
    { label: 'Back', types: ['swatch_image'], file: '/m/h/mh01-back.png', disabled: true },
  ]);
  await imported([row], '--images', images);
  expect(await gallery()).toEqual(entries);
  await imported([{ sku: 'image-1', small_image: '/m/h/mh01-back.png' }]);
  expect((await gallery()).map(({ types }: { types: string[] }) => types)).toEqual([
    ['image', 'thumbnail'],
    ['small_image', 'swatch_image'],
  ]);
});

test.each([
  ['text.png', '"text.png" is not a PNG, JPEG or GIF'],
  ['../rows-0.csv', 'the path leaves the folder of images'],
  ['http://127.0.0.1:9/x.png', 'the URL cannot be called'],
])('the image %s is refused', async (base_image, reason) => {
  const { code, stderr } = await importRows(
    [{ sku: 'image-2', name: 'No', price: '1', base_image }],
    '--images',
    images,
  );
  expect(code).toBe(1);
  expect(stderr).toContain(reason);
  expect((await souk.admin.get('/V1/products/image-2')).status).toBe(404);
});

test('downloadable products with files, and gift cards with amounts', async () => {
  await imported(
    [
      {
        sku: 'course',
        product_type: 'downloadable',
        name: 'Course',
        price: '20',
        downloadable_links:
          'group_title=Parts,title=Part 1,price=5,downloads=unlimited,shareable=1,file=course.pdf,sortorder=1,purchased_separately=1',
      },
      {
        sku: 'card',
        product_type: 'giftcard',
        name: 'Card',
        giftcard_type: 'Virtual',
        giftcard_allow_open_amount: '1',
        giftcard_open_amount_min: '5',
        giftcard_open_amount_max: '500',
        giftcard_amount: '25,50',
        use_config_lifetime: '0',
        giftcard_lifetime: '365',
      },
    ],
    '--images',
    images,
  );
  const course = await read('course');
  expect(course.extension_attributes.downloadable_product_links).toMatchObject([
    {
      title: 'Part 1',
      price: 5,
      number_of_downloads: 0,
      is_shareable: 1,
      link_type: 'file',
      link_file: '/c/o/course.pdf',
    },
  ]);
  expect(valuesOf(course)).toMatchObject({ links_title: 'Parts', links_purchased_separately: '1' });
  const card = await read('card');
  expect(card.extension_attributes.giftcard_amounts.map(({ value }: { value: number }) => value)).toEqual([25, 50]);
  expect(valuesOf(card)).toMatchObject({ giftcard_type: '0', open_amount_max: '500.000000', lifetime: '365' });
});
