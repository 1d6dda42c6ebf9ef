import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageFacts } from '../../src/kernel/image.ts';
import { configured, newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { makeProduct, makeSelect } from './composites.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The fields of one product. */
async function page(sku: string, fields: string, headers?: Record<string, string>): Promise<Answer['body']> {
  const query = `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { ${fields} } } }`;
  const { products } = await graphqlClient(souk).data(query, { sku }, headers);
  expect(products.items).toHaveLength(1);
  return products.items[0];
}

describe('the page of a product', () => {
  it('says what is taken off its price', async () => {
    const { sku } = await makeProduct(souk, {
      price: 40,
      custom_attributes: [{ attribute_code: 'special_price', value: '30' }],
      tier_prices: [
        { customer_group_id: 32000, qty: 5, value: 20 },
        { customer_group_id: 2, qty: 2, value: 1 },
      ],
    });
    const PRICE = '{ regular_price { value currency } final_price { value } discount { amount_off percent_off } }';
    const TIER = 'price_tiers { quantity final_price { value } discount { amount_off percent_off } }';
    const shown = await page(sku, `special_price price_range { minimum_price ${PRICE} } ${TIER}`);
    expect(shown).toEqual({
      special_price: 30,
      price_range: {
        minimum_price: {
          regular_price: { value: 40, currency: 'USD' },
          final_price: { value: 30 },
          discount: { amount_off: 10, percent_off: 25 },
        },
      },
      // For all five, as in the interface; the tier of wholesalers is none of a visitor's.
      price_tiers: [{ quantity: 5, final_price: { value: 100 }, discount: { amount_off: 20, percent_off: 50 } }],
    });
  });

  it('has no special price outside its dates, whose days stay', async () => {
    const special = async (from: string, to: string) => {
      const dates = { special_price: '30', special_from_date: from, special_to_date: to };
      const custom_attributes = Object.entries(dates).map(([attribute_code, value]) => ({ attribute_code, value }));
      const { sku } = await makeProduct(souk, { price: 40, custom_attributes });
      return page(sku, 'special_price special_to_date');
    };
    expect(await special('2020-01-01', '2020-02-01')).toEqual({
      special_price: null,
      special_to_date: '2020-02-01 00:00:00',
    });
    expect(await special('2098-01-01', '2099-01-01')).toMatchObject({ special_price: null });
    expect(await special('2020-01-01', '2099-01-01')).toMatchObject({ special_price: 30 });
  });

  it('tells the tier prices of the own group and of all groups alone, where REST tells administrators all', async () => {
    const tiers = [
      { customer_group_id: 32000, qty: 5, value: 20 },
      { customer_group_id: 0, qty: 2, value: 25 },
      { customer_group_id: 1, qty: 2, value: 24 },
      { customer_group_id: 2, qty: 2, value: 1 },
      { customer_group_id: 32000, qty: 9, value: 0, extension_attributes: { percentage_value: 75 } },
    ];
    const { sku } = await makeProduct(souk, { price: 40, tier_prices: tiers });
    const told = async (headers?: Record<string, string>) =>
      (await page(sku, 'tier_prices { customer_group_id qty value percentage_value }', headers)).tier_prices;
    const tier = (customer_group_id: string, qty: number, value: number) => ({
      customer_group_id,
      qty,
      value,
      percentage_value: null,
    });
    const all = [tier('32000', 5, 20), tier('32000', 9, 10)];
    expect(await told()).toEqual([tier('0', 2, 25), ...all]);
    const { token } = await signIn(souk, (await newCustomer(souk)).email);
    expect(await told({ Authorization: `Bearer ${token}` })).toEqual([tier('1', 2, 24), ...all]);
    expect(ok(await souk.admin.get(`/V1/products/${sku}`)).tier_prices).toHaveLength(5);
  });

  it('D346: shows pictures as they were uploaded, and the choices that it has', async () => {
    const sku = unique('shown');
    await makeProduct(souk, {
      sku,
      media_gallery_entries: [
        {
          media_type: 'image',
          label: 'Front',
          types: ['image', 'small_image'],
          content: { base64_encoded_data: PIXEL, type: 'image/png', name: 'p.png' },
        },
      ],
      options: [
        { title: 'Text', type: 'field', product_sku: sku, price: 2, price_type: 'fixed', max_characters: 9 },
        {
          title: 'Size',
          type: 'drop_down',
          product_sku: sku,
          is_require: true,
          sort_order: 1,
          values: [{ title: 'Large', price: 3, price_type: 'fixed', sort_order: 1 }],
        },
      ],
    });
    const shown = await page(
      sku,
      `media_gallery { __typename url label } small_image { label } thumbnail { url } ... on CustomizableProductInterface { options { __typename title required
        ... on CustomizableFieldOption { value { price max_characters } } ... on CustomizableDropDownOption { choices: value { title price uid } } } }`,
    );
    expect(shown.media_gallery).toEqual([
      {
        __typename: 'ProductImage',
        url: expect.stringMatching(/\/media\/catalog\/product\/p\/_\/p_?\d*\.png$/),
        label: 'Front',
      },
    ]);
    expect(shown.small_image.label).toBe('Front');
    expect(shown.options).toEqual([
      expect.objectContaining({ __typename: 'CustomizableFieldOption', value: { price: 2, max_characters: 9 } }),
      {
        __typename: 'CustomizableDropDownOption',
        title: 'Size',
        required: true,
        choices: [{ title: 'Large', price: 3, uid: expect.any(String) }],
      },
    ]);
    const [{ uid }] = shown.options[1].choices;
    expect(atob(uid)).toMatch(/^custom-option\/\d+\/\d+$/);
  });

  it('shows a placeholder in the place of a picture that it does not have', async () => {
    const sku = unique('bare');
    await makeProduct(souk, { sku, name: 'Bare' });
    const fields = ['image', 'small_image', 'thumbnail']
      .map((role) => `${role} { url label position disabled }`)
      .join(' ');
    const read = (): Promise<Answer['body']> => page(sku, `${fields} media_gallery { url }`);
    const bare = await read();
    expect(bare.media_gallery).toEqual([]);
    for (const role of ['image', 'small_image', 'thumbnail']) {
      expect(bare[role]).toEqual({
        url: expect.stringMatching(new RegExp(`^http.*/media/catalog/product/placeholder/souk/${role}\\.png$`)),
        label: 'Bare',
        position: null,
        disabled: null,
      });
      const picture = await fetch(bare[role].url);
      expect(picture.headers.get('content-type')).toBe('image/png');
      const bytes = Buffer.from(await picture.arrayBuffer());
      expect(imageFacts(bytes)).toEqual({ mime: 'image/png', width: 480, height: 480 });
    }
    await souk.configure({ 'catalog/placeholder/thumbnail_placeholder': 'default/no photo.jpg' });
    const { image, thumbnail } = await read();
    expect(image).toEqual(bare.image);
    expect(thumbnail.url).toMatch(/\/media\/catalog\/product\/placeholder\/default\/no%20photo\.jpg$/);
    await souk.configure({
      'catalog/placeholder/thumbnail_placeholder': null,
      'web/unsecure/base_media_url': 'https://cdn.example/files/',
    });
    expect((await read()).small_image.url).toBe(
      'https://cdn.example/files/catalog/product/placeholder/souk/small_image.png',
    );
    await souk.configure({ 'web/unsecure/base_media_url': null });
  });

  it('has videos beside its pictures', async () => {
    const sku = unique('filmed');
    const told = {
      media_type: 'external-video',
      video_provider: 'youtube',
      video_url: 'https://127.0.0.1/watch?v=abc',
      video_title: 'How it is made',
      video_description: 'By hand',
      video_metadata: 'M',
    };
    const picture = (label: string, over: Record<string, unknown> = {}): Record<string, unknown> => ({
      media_type: 'image',
      label,
      types: [],
      content: { base64_encoded_data: PIXEL, type: 'image/png', name: `${label}.png` },
      ...over,
    });
    const film = { media_type: 'external-video', position: 2, extension_attributes: { video_content: told } };
    await makeProduct(souk, { sku, media_gallery_entries: [picture('Front', { position: 1 }), picture('Film', film)] });
    const content = `video_content { ${Object.keys(told).join(' ')} }`;
    const shown = await page(
      sku,
      `media_gallery { __typename label ... on ProductVideo { ${content} } } media_gallery_entries { media_type ${content} }`,
    );
    expect(shown.media_gallery).toEqual([
      { __typename: 'ProductImage', label: 'Front' },
      { __typename: 'ProductVideo', label: 'Film', video_content: told },
    ]);
    expect(shown.media_gallery_entries).toEqual([
      { media_type: 'image', video_content: null },
      { media_type: 'external-video', video_content: told },
    ]);
  });

  it('leads to those products that are linked and can be seen', async () => {
    const [near, better, hidden] = [
      await makeProduct(souk),
      await makeProduct(souk),
      await makeProduct(souk, { status: 2 }),
    ];
    const sku = unique('linked');
    const link = (link_type: string, to: Answer['body'], position: number): object => ({
      sku,
      link_type,
      linked_product_sku: to.sku,
      linked_product_type: 'simple',
      position,
    });
    await makeProduct(souk, {
      sku,
      product_links: [link('related', hidden, 1), link('related', near, 2), link('upsell', better, 1)],
    });
    const shown = await page(
      sku,
      'related_products { sku } upsell_products { sku } crosssell_products { sku } product_links { linked_product_sku }',
    );
    expect(shown).toEqual({
      related_products: [{ sku: near.sku }],
      upsell_products: [{ sku: better.sku }],
      crosssell_products: [],
      product_links: [{ linked_product_sku: near.sku }, { linked_product_sku: better.sku }],
    });
  });

  it('says whether the product can be sold', async () => {
    const [full, empty] = [await makeProduct(souk), await makeProduct(souk, {}, { qty: 0, is_in_stock: false })];
    await configured(souk, { 'cataloginventory/options/show_out_of_stock': '1' }, async () => {
      expect(await page(full.sku, 'stock_status')).toEqual({ stock_status: 'IN_STOCK' });
      expect(await page(empty.sku, 'stock_status')).toEqual({ stock_status: 'OUT_OF_STOCK' });
    });
  });

  it('tells how many pieces are left where they are few', async () => {
    const LEFT = 'only_x_left_in_stock';
    const [few, many] = [await makeProduct(souk, {}, { qty: 3 }), await makeProduct(souk, {}, { qty: 9 })];
    expect(await page(few.sku, LEFT)).toEqual({ [LEFT]: null });
    await configured(souk, { 'cataloginventory/options/stock_threshold_qty': '5' }, async () => {
      expect(await page(few.sku, LEFT)).toEqual({ [LEFT]: 3 });
      expect(await page(many.sku, LEFT)).toEqual({ [LEFT]: null });
    });
  });

  it('shows the attributes of the shop, narrowed by what they are for', async () => {
    const [shown, other] = [
      await makeSelect(souk, ['Red'], { is_visible_on_front: '1' }),
      await makeSelect(souk, ['Big']),
    ];
    const { sku } = await makeProduct(souk, {
      custom_attributes: [shown, other].map(({ code, values }) => ({ attribute_code: code, value: values[0] })),
    });
    const fields = (filter: string): string =>
      `custom_attributesV2${filter} { errors { type } items { code ... on AttributeSelectedOptions { selected_options { label } } } }`;
    const value = ({ code }: { code: string }, label: string): object => ({ code, selected_options: [{ label }] });
    const all = (await page(sku, fields(''))).custom_attributesV2;
    expect(all.errors).toEqual([]);
    expect(all.items).toEqual(expect.arrayContaining([value(shown, 'Red'), value(other, 'Big')]));
    expect((await page(sku, fields('(filters: { is_visible_on_front: true })'))).custom_attributesV2.items).toEqual([
      value(shown, 'Red'),
    ]);
  });

  it('has prices with taxes where the shop shows them so', async () => {
    const rate = { code: unique('rate'), rate: 10, tax_country_id: 'US', tax_region_id: 0, tax_postcode: '*' };
    const { id } = ok(await souk.admin.post('/V1/taxRates', { tax_rate: rate }));
    const rule = { code: unique('rule'), priority: 0, position: 0, customer_tax_class_ids: [3] };
    ok(await souk.admin.post('/V1/taxRules', { rule: { ...rule, product_tax_class_ids: [2], tax_rate_ids: [id] } }));
    const { sku } = await makeProduct(souk, {
      price: 50,
      custom_attributes: [{ attribute_code: 'tax_class_id', value: '2' }],
    });
    const priceNow = async (): Promise<number> =>
      (await page(sku, 'price_range { minimum_price { final_price { value } } }')).price_range.minimum_price.final_price
        .value;
    expect(await priceNow()).toBe(50);
    await configured(souk, { 'tax/display/type': '2' }, async () => expect(await priceNow()).toBe(55));
  });

  it('is that of the store view', async () => {
    const made = await souk.cli('store:view:create', 'french', 'French', '--group', 'main_website_store');
    expect(made.code, made.stderr).toBe(0);
    const { sku } = await makeProduct(souk, { name: 'Cup' });
    ok(await souk.admin.store('french').put(`/V1/products/${sku}`, { product: { name: 'Tasse' } }));
    expect(await page(sku, 'name')).toEqual({ name: 'Cup' });
    expect(await page(sku, 'name', { store: 'french' })).toEqual({ name: 'Tasse' });
  });
});
