import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, startSouk, unique, type Answer, type Client, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
const small = (over: Fields = {}): Fields & { sku: string } => {
  const sku = unique('p');
  return { sku, name: `Product ${sku}`, attribute_set_id: 4, price: 20, type_id: 'simple', weight: 1, ...over };
};
const post = (product: Fields, as: Client = souk.admin): Promise<Answer> => as.post('/V1/products', { product });
const put = (sku: string, product: Fields, as: Client = souk.admin): Promise<Answer> =>
  as.put(`/V1/products/${encodeURIComponent(sku)}`, { product });
const get = (sku: string): Promise<Answer> => souk.admin.get(`/V1/products/${encodeURIComponent(sku)}`);
const custom = (product: Answer['body']): Record<string, unknown> =>
  Object.fromEntries(
    product.custom_attributes.map((a: { attribute_code: string; value: unknown }) => [a.attribute_code, a.value]),
  );
const attributes = (values: Fields): Fields[] =>
  Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value }));

const stockItem = {
  stock_id: 1,
  qty: 10,
  is_in_stock: true,
  is_qty_decimal: false,
  show_default_notification_message: false,
  use_config_min_qty: true,
  min_qty: 0,
  use_config_min_sale_qty: 1,
  min_sale_qty: 1,
  use_config_max_sale_qty: true,
  max_sale_qty: 10_000,
  use_config_backorders: true,
  backorders: 0,
  use_config_notify_stock_qty: true,
  notify_stock_qty: 1,
  use_config_qty_increments: true,
  qty_increments: 0,
  use_config_enable_qty_inc: true,
  enable_qty_increments: false,
  use_config_manage_stock: true,
  manage_stock: true,
  low_stock_date: null,
  is_decimal_divided: false,
  stock_status_changed_auto: 0,
};

describe('creating a product', () => {
  it('answers the whole product with defaults, a URL key and its stock', async () => {
    const sku = unique('Whole');
    const made = ok(
      await post(
        small({ sku, name: `Größe ${sku}`, extension_attributes: { stock_item: { qty: 10, is_in_stock: true } } }),
      ),
    );
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(made).toEqual({
      id: expect.any(Number),
      sku,
      name: `Größe ${sku}`,
      attribute_set_id: 4,
      price: 20,
      status: 1,
      visibility: 4,
      type_id: 'simple',
      created_at: time,
      updated_at: time,
      weight: 1,
      extension_attributes: {
        website_ids: [1],
        stock_item: { item_id: expect.any(Number), product_id: made.id, ...stockItem },
      },
      options: [],
      media_gallery_entries: [],
      custom_attributes: attributes({
        options_container: 'container2',
        url_key: `grosse-${sku.toLowerCase()}`,
        msrp_display_actual_price_type: '0',
        required_options: '0',
        has_options: '0',
        tax_class_id: '2',
        category_ids: [],
      }),
    });
    const read = ok(await get(sku.toUpperCase()));
    expect(read).toEqual({ ...made, product_links: [], tier_prices: [] });
    expect(Object.keys(read)).toEqual([
      'id', 'sku', 'name', 'attribute_set_id', 'price', 'status', 'visibility', 'type_id', 'created_at', 'updated_at',
      'weight', 'extension_attributes', 'product_links', 'options', 'media_gallery_entries', 'tier_prices', 'custom_attributes',
    ]); // prettier-ignore
  });

  it('need a price if their type is sent and has one', async () => {
    const message = 'The "Price" attribute value is empty. Set the attribute and try again.';
    const product = (type_id: string, more: object = {}) => {
      const sku = unique('priced');
      return { sku, name: sku, attribute_set_id: 4, type_id, ...more };
    };
    for (const type of ['simple', 'virtual', 'downloadable']) {
      fails(await post(product(type)), 400, message);
      fails(await post(product(type, { price: null })), 400, message);
      ok(await post(product(type, { price: 0 })));
    }
    for (const type of ['configurable', 'grouped']) ok(await post(product(type)));
    const { sku } = ok(await post(product('simple', { price: 3 })));
    ok(await souk.admin.put(`/V1/products/${sku}`, { product: { type_id: 'simple', name: unique('Renamed') } }));
  });

  it('needs no more than a SKU, a name and a set', async () => {
    const made = ok(await post({ sku: unique('min'), name: unique('Min'), attribute_set_id: 4 }));
    expect(made).toMatchObject({ type_id: 'simple', status: 1, visibility: 4 });
    expect(made).not.toHaveProperty('price');
    expect(made).not.toHaveProperty('weight');
    expect(made.extension_attributes.stock_item).toMatchObject({ qty: null, is_in_stock: false });
  });

  it('takes an id and a time of creation of its own, and goes on counting behind the id', async () => {
    const id = 50_000;
    expect(ok(await post(small({ id, created_at: '2020-01-01 00:00:00' })))).toMatchObject({
      id,
      created_at: '2020-01-01 00:00:00',
    });
    expect(ok(await post(small())).id).toBe(id + 1);
    fails(await post(small({ id: -5 })), 400, /Invalid value of "-5" provided for the id field/);
    fails(await post(small({ created_at: 'soon' })), 400, /Invalid value of "soon"/);
  });

  it('gives a type only the attributes that apply to it', async () => {
    const made = ok(await post(small({ type_id: 'nope', price: 5 })));
    expect(made).not.toHaveProperty('price');
    expect(custom(made)).not.toHaveProperty('tax_class_id');
    expect(made.extension_attributes.stock_item.qty).toBe(0);
    expect(ok(await post(small({ type_id: 'virtual', weight: null })))).not.toHaveProperty('weight');
  });

  it('keeps custom attributes in their form and passes over those it does not know', async () => {
    const made = ok(
      await post(
        small({
          price: 129.5,
          custom_attributes: attributes({
            special_price: '99.99', special_from_date: '2026-01-01', description: '<p>D</p>',
            news_from_date: '11/01/2026', tax_class_id: 0, nope: '1', name: 'Other',
          }),
        }),
      ),
    ); // prettier-ignore
    expect(custom(made)).toMatchObject({
      special_price: '99.990000',
      special_from_date: '2026-01-01 00:00:00',
      news_from_date: '2026-11-01 00:00:00',
      description: '<p>D</p>',
      tax_class_id: '0',
    });
    expect(custom(made)).not.toHaveProperty('nope');
    expect(made.name).not.toBe('Other');
  });

  it('prices tiers by amount or by percentage of the price', async () => {
    const { sku } = ok(
      await post(
        small({
          price: 129.5,
          tier_prices: [
            { customer_group_id: 1, qty: 10, value: 0, extension_attributes: { percentage_value: 15, website_id: 0 } },
            { customer_group_id: 32000, qty: 5, value: 110 },
          ],
        }),
      ),
    );
    const tiers = (percentage: number): Fields[] => [
      { customer_group_id: 32000, qty: 5, value: 110, extension_attributes: { website_id: 0 } },
      {
        customer_group_id: 1,
        qty: 10,
        value: percentage,
        extension_attributes: { percentage_value: 15, website_id: 0 },
      },
    ];
    expect(ok(await get(sku)).tier_prices).toEqual(tiers(110.075));
    expect(ok(await put(sku, { price: 130.25 }, souk.admin.store('all'))).tier_prices).toEqual(tiers(110.7125));
    expect(ok(await put(sku, { tier_prices: [] })).tier_prices).toEqual([]);
  });
});

it('cuts a name and its URL key at 255 signs', async () => {
  const name = `${unique('n')}${'x'.repeat(300)}`;
  const { sku } = ok(await souk.admin.post('/V1/products', { product: small({ name }) }));
  const read = ok(await get(sku));
  expect(read.name).toBe(name.slice(0, 255));
  expect(read.custom_attributes).toContainEqual({ attribute_code: 'url_key', value: name.slice(0, 255).toLowerCase() });
});

describe('refusing a product', () => {
  const cases: [what: string, product: () => Fields, message: string | RegExp][] = [
    ['without a SKU', () => small({ sku: undefined }), 'The "sku" attribute value is empty. Set the attribute and try again.'],
    ['with a blank SKU', () => small({ sku: '  ' }), /The "sku" attribute value is empty/],
    ['without a name', () => small({ name: undefined }), 'The "Product Name" attribute value is empty. Set the attribute and try again.'],
    ['with a null name', () => small({ name: null }), /"Product Name" attribute value is empty/],
    ['without a set', () => small({ attribute_set_id: undefined }), 'Invalid product data: Invalid attribute set entity type'],
    ['in an unknown set', () => small({ attribute_set_id: 999 }), /^Invalid product data/],
    ['in a set of categories', () => small({ attribute_set_id: 3 }), /^Invalid product data/],
    ['with a SKU of 65 signs', () => small({ sku: 'x'.repeat(65) }), 'SKU length should be 64 characters maximum.'],
    ['with a negative price', () => small({ price: -1 }), 'Please enter a number 0 or greater in this field.'],
    ['with a negative cost', () => small({ custom_attributes: attributes({ cost: -1 }) }), /0 or greater/],
    ['with a price in words', () => small({ price: 'abc' }), /"price" processing/],
    ['on an unknown website', () => small({ extension_attributes: { website_ids: [1, 99] } }), /unable to be saved/],
    ['with a list for a text', () => small({ custom_attributes: attributes({ meta_title: [1] }) }), /Attribute "meta_title" has invalid value/],
    ['with two tiers for one quantity', () => small({ tier_prices: [{ customer_group_id: 1, qty: 1, value: 1 }, { customer_group_id: 1, qty: 1, value: 2 }] }), /^We found a duplicate website/],
    ['with a tier for nothing', () => small({ tier_prices: [{ customer_group_id: 1, qty: 1, value: 0 }] }), /^Group price must be/],
    ['with a tier of 150 percent', () => small({ tier_prices: [{ customer_group_id: 1, qty: 1, value: 0, extension_attributes: { percentage_value: 150 } }] }), /^Percentage value must be/],
  ]; // prettier-ignore
  for (const [what, product, message] of cases) {
    it(what, async () => {
      const sent = product();
      fails(await post(sent), 400, message);
      if (typeof sent.sku === 'string' && sent.sku.trim() !== '') expect((await get(sent.sku)).status).toBe(404);
    });
  }

  it('whose URL key another visible product has', async () => {
    const name = unique('Same name');
    ok(await post(small({ name })));
    fails(await post(small({ name })), 400, 'URL key for specified store already exists.');
    const hidden = ok(await post(small({ name, visibility: 1 })));
    const elsewhere = ok(await post(small({ name, extension_attributes: { website_ids: [] } })));
    fails(await put(hidden.sku, { visibility: 4 }, souk.admin.store('all')), 400, /^URL key/);
    fails(
      await souk.admin.post(`/V1/products/${elsewhere.sku}/websites`, {
        productWebsiteLink: { sku: elsewhere.sku, website_id: 1 },
      }),
      400,
    );
    expect(ok(await get(hidden.sku)).visibility).toBe(1);
    expect(ok(await get(elsewhere.sku)).extension_attributes.website_ids).toEqual([]);
  });

  it('of a caller without permission', async () => {
    fails(await post(small(), souk.guest), 401, /Magento_Catalog::products/);
  });
});

describe('changing a product', () => {
  it('leaves what is not sent as it is', async () => {
    const { sku, ...before } = ok(
      await post(small({ custom_attributes: attributes({ description: 'D', meta_title: 'M' }), status: 2 })),
    );
    const after = ok(await put(sku, { price: '130.25' }));
    expect(after).toEqual({
      ...before,
      sku,
      price: 130.25,
      updated_at: after.updated_at,
      product_links: [],
      tier_prices: [],
    });
    expect(ok(await get(sku))).toEqual(after);
  });

  it('takes back what it answered without a change', async () => {
    const { sku } = ok(await post(small({ custom_attributes: attributes({ description: 'D', cost: 3 }) })));
    const read = ok(await get(sku));
    const again = ok(await put(sku, read));
    // A list of pictures that was sent settles who shows which, also when it is empty, as in the interface.
    const settled = again.custom_attributes.filter((one: { value: unknown }) => one.value !== 'no_selection');
    expect({ ...again, custom_attributes: settled }).toEqual({ ...read, updated_at: again.updated_at });
    expect(ok(await put(sku, again))).toEqual({ ...again, updated_at: expect.any(String) });
  });

  it('by POST, whatever the case of its SKU, and keeps the SKU', async () => {
    const { id, sku } = ok(await post(small({ sku: unique('Case') })));
    expect(ok(await post({ sku: ` ${sku.toUpperCase()} `, price: 7.5 }))).toMatchObject({ id, sku, price: 7.5 });
  });

  it('renames it when its id is sent with another SKU, unless that one is taken', async () => {
    const [one, other] = [ok(await post(small())), ok(await post(small()))];
    const renamed = unique('renamed');
    expect(ok(await put(renamed, { id: one.id }))).toMatchObject({ id: one.id, sku: renamed, price: 20 });
    fails(await get(one.sku), 404);
    fails(await put(other.sku, { id: one.id }), 400, 'The value of the "SKU" attribute isn\'t unique. Set a unique value and try again.');
  }); // prettier-ignore

  it('lets the path win over the SKU in the body', async () => {
    const { id, sku } = ok(await post(small()));
    expect(ok(await put(sku, { sku: unique('other'), name: unique('Named') }))).toMatchObject({ id, sku });
  });

  it('keeps its URL key with another name, and makes one of the name when the key is emptied', async () => {
    const { sku, ...before } = ok(await post(small()));
    const name = unique('Another Name');
    const all = souk.admin.store('all');
    expect(custom(ok(await put(sku, { name }, all))).url_key).toBe(custom(before).url_key);
    const emptied = ok(await put(sku, { custom_attributes: attributes({ url_key: '' }) }, all));
    expect(custom(emptied).url_key).toBe(name.toLowerCase().replaceAll(' ', '-'));
    ok(await post(small({ custom_attributes: attributes({ url_key: custom(before).url_key }) })));
  });

  it('by PUT creates one that is not there', async () => {
    const sku = unique('put');
    expect(ok(await put(sku, small({ sku: undefined })))).toMatchObject({ sku, product_links: [], tier_prices: [] });
  });

  it('writes nothing when a part of it is wrong', async () => {
    const { sku } = ok(await post(small()));
    const before = ok(await get(sku));
    fails(await put(sku, { price: 99, extension_attributes: { website_ids: [99] } }), 400);
    fails(await put(sku, { price: null }, souk.admin.store('all')), 400, /"Price" attribute value is empty/);
    fails(await put(sku, { name: '' }), 400, /"Product Name" attribute value is empty/);
    expect(ok(await get(sku))).toEqual(before);
  });
});

describe('deleting a product', () => {
  it('takes its stock and its URL key with it', async () => {
    const product = small();
    ok(await post(product));
    expect(ok(await souk.admin.delete(`/V1/products/${product.sku}`))).toBe(true);
    fails(
      await get(product.sku),
      404,
      "The product that was requested doesn't exist. Verify the product and try again.",
    );
    fails(await souk.admin.delete(`/V1/products/${product.sku}`), 404);
    fails(await souk.admin.get(`/V1/stockItems/${product.sku}`), 404);
    expect(ok(await post(product)).extension_attributes.stock_item.qty).toBeNull();
  });
});

it('lists the types of products', async () => {
  expect(ok(await souk.admin.get('/V1/products/types')).map((type: { name: string }) => type.name)).toEqual([
    'simple', 'virtual', 'downloadable', 'bundle', 'grouped', 'configurable', 'giftcard',
  ]); // prettier-ignore
});

it('reads a SKU with blanks and slashes', async () => {
  const sku = `${unique('a')} b/c+d%`;
  ok(await post(small({ sku })));
  expect(ok(await get(sku)).sku).toBe(sku);
});
