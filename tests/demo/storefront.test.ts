import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { startProcess, type Answer, type SoukProcess } from '../support/souk.ts';

type Data = Answer['body'];

let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess({ args: ['--demo'] });
});
afterAll(() => souk?.stop());

const ask = (query: string, variables: object = {}, store = 'default'): Promise<Data> =>
  graphqlClient(souk).data(query, variables, { store });

/** All products that visitors see, in pages of 100. */
async function allProducts(fields: string, store = 'default'): Promise<Data[]> {
  const page = async (current: number): Promise<Data> =>
    (
      await ask(
        `query($page: Int!) { products(filter: {}, pageSize: 100, currentPage: $page) {
          total_count page_info { total_pages } items { sku ${fields} } } }`,
        { page: current },
        store,
      )
    ).products;
  const first = await page(1);
  const others = Array.from({ length: first.page_info.total_pages - 1 }, (_, i) => page(i + 2));
  return [first, ...(await Promise.all(others))].flatMap(({ items }) => items);
}

const one = async (sku: string, fields: string, store = 'default'): Promise<Data> =>
  (
    await ask(
      `query($sku: String!) { products(filter: { sku: { eq: $sku } }) { items { __typename sku name url_key ${fields} } } }`,
      { sku },
      store,
    )
  ).products.items[0];

/** Width and height of a JPEG, from its frame header. */
function sizeOf(jpeg: Buffer): readonly [number, number] {
  expect(jpeg.readUInt16BE(0)).toBe(0xffd8);
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
}

const load = async (url: string): Promise<Buffer> => {
  const answer = await fetch(new URL(new URL(url).pathname, souk.base));
  expect([answer.status, answer.headers.get('content-type')], url).toEqual([200, 'image/jpeg']);
  return Buffer.from(await answer.arrayBuffer());
};
const hash = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

describe('pictures', () => {
  test('are of 800 × 800 pixels, three of each product, and differ by kind, material and colour', async () => {
    const skus = [
      'MUG-STONEWARE-OLIVE',
      'MUG-STONEWARE-IVORY',
      'MUG-GLASS-OLIVE',
      'BOWL-STONEWARE-OLIVE',
      'TOTE-LEATHER',
    ];
    const seen = new Map<string, string[]>();
    for (const sku of skus) {
      const { media_gallery: media } = await one(sku, 'media_gallery { url label position }');
      const pictures = await Promise.all(media.map(({ url }: Data) => load(url)));
      for (const picture of pictures) expect(sizeOf(picture)).toEqual([800, 800]);
      seen.set(sku, pictures.map(hash));
    }
    expect([...seen.values()].map(({ length }) => length)).toEqual([3, 3, 3, 3, 3]);
    expect(new Set([...seen.values()].map(([front]) => front)).size).toBe(5);
    const [olive, ivory, glass] = skus.map((sku) => seen.get(sku)!);
    // The same setting for all colours of a material, and another detail for each colour.
    expect(ivory![1]).toBe(olive![1]);
    expect(glass![1]).not.toBe(olive![1]);
    expect(ivory![2]).not.toBe(olive![2]);
  });

  test('are there for every product and every category', async () => {
    const products = await allProducts('media_gallery { url } small_image { url }');
    expect(products.length).toBeGreaterThan(200);
    expect(products.filter(({ media_gallery: media }) => media.length === 0)).toEqual([]);
    const { categories } = await ask(
      '{ categories(filters: {}, pageSize: 100) { items { level name image description } } }',
    );
    const own = categories.items.filter(({ level }: Data) => level > 1);
    expect(own).toHaveLength(31);
    for (const { name, image, description } of own) {
      expect(description, name).toMatch(/^<p>.{20,}<\/p>$/);
      expect(sizeOf(await load(image)), name).toEqual([800, 800]);
    }
  });
});

describe('options', () => {
  const OPTIONS = `... on ConfigurableProduct { configurable_options { attribute_code label
      values { store_label swatch_data { __typename value } } } variants { product { sku } } }`;

  test('have swatches: colours by their values, sizes by their letters', async () => {
    const { configurable_options: options, variants } = await one('APRON-LINEN', OPTIONS);
    expect(options.map(({ attribute_code: code, label }: Data) => [code, label])).toEqual([
      ['demo_colour', 'Colour'],
      ['demo_size', 'Size'],
    ]);
    const [colour, size] = options;
    expect(colour.values).toHaveLength(6);
    expect(colour.values[1]).toEqual({
      store_label: 'Indigo',
      swatch_data: { __typename: 'ColorSwatchData', value: '#3f5196' },
    });
    expect(size.values.map(({ swatch_data: swatch }: Data) => [swatch.__typename, swatch.value])).toEqual([
      ['TextSwatchData', 'S'],
      ['TextSwatchData', 'M'],
      ['TextSwatchData', 'L'],
    ]);
    expect(variants).toHaveLength(18);
  });

  test('filter lists of products', async () => {
    const { products } = await ask(
      '{ products(search: "linen") { aggregations { attribute_code options { label } } } }',
    );
    const codes = products.aggregations.map(({ attribute_code: code }: Data) => code);
    expect(codes).toEqual(
      expect.arrayContaining(['price', 'demo_colour', 'demo_material', 'demo_size', 'demo_origin']),
    );
  });
});

describe('texts', () => {
  test('describe each product in 60 to 150 words of its own', async () => {
    const products = await allProducts('meta_title meta_description description { html } short_description { html }');
    const made = products.filter(({ sku }) => sku !== 'GIFT-CARD');
    const words = (html: string): number =>
      html
        .replaceAll(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/).length;
    for (const { sku, description, meta_title: title, meta_description: meta } of made) {
      expect(words(description.html), sku).toBeGreaterThanOrEqual(55);
      expect(words(description.html), sku).toBeLessThanOrEqual(150);
      expect([title, meta].every(Boolean), sku).toBe(true);
    }
    expect(new Set(made.map(({ description }) => description.html)).size).toBe(made.length);
  });

  test('name material, origin, dimensions and care on the page', async () => {
    const { custom_attributesV2: page } = await one(
      'PLATE-STONEWARE-OLIVE',
      `custom_attributesV2(filters: { is_visible_on_front: true }) { items { code
        ... on AttributeValue { value } ... on AttributeSelectedOptions { selected_options { label } } } }`,
    );
    const values = Object.fromEntries(
      page.items.map(({ code, value, selected_options: chosen }: Data) => [code, value ?? chosen[0].label]),
    );
    expect(values).toMatchObject({
      demo_material: 'Stoneware',
      demo_origin: 'Portugal',
      demo_dimensions: '⌀ 27 × 2 cm',
      demo_care: 'Dishwasher and microwave safe',
    });
  });
});

describe('the German store view', () => {
  test('stands beside the English one in a switcher, with its own currency and locale', async () => {
    const { availableStores: stores } = await ask(
      '{ availableStores(useCurrentGroup: true) { store_code store_name locale default_display_currency_code base_currency_code } }',
    );
    expect(
      stores.map(({ store_code: code, locale, default_display_currency_code: currency }: Data) => [
        code,
        locale,
        currency,
      ]),
    ).toEqual([
      ['default', 'en_US', 'USD'],
      ['de', 'de_DE', 'EUR'],
    ]);
  });

  test('has German names, labels, addresses and prices in euros', async () => {
    const fields = `price_range { minimum_price { regular_price { value currency } } } short_description { html }
      ... on ConfigurableProduct { configurable_options { label values { store_label } } }`;
    const english = await one('APRON-LINEN', fields);
    const german = await one('APRON-LINEN', fields, 'de');
    expect(german).toMatchObject({ name: 'Leinen-Schürze', url_key: 'leinen-schuerze' });
    expect(german.configurable_options.map(({ label }: Data) => label)).toEqual(['Farbe', 'Größe']);
    expect(german.configurable_options[0].values[0].store_label).toBe('Safran');
    expect(german.short_description.html).toContain('aus Leinen');
    const [dollars, euros] = [english, german].map((product) => product.price_range.minimum_price.regular_price);
    expect([dollars.currency, euros.currency]).toEqual(['USD', 'EUR']);
    expect(euros.value).toBeCloseTo(dollars.value * 0.92, 1);
    const route = '{ route(url: "leinen-schuerze.html") { type relative_url } }';
    expect((await ask(route, {}, 'de')).route).toMatchObject({ type: 'PRODUCT' });
    const names = (await allProducts('name', 'de')).map(({ name }) => name);
    expect(names.filter((name: string) => /\b(Stoneware|Copper|Linen)\b/.test(name))).toEqual([]);
  });

  test('has German categories, pages and blocks', async () => {
    const { categories } = await ask('{ categories(filters: {}) { items { children { name url_path } } } }', {}, 'de');
    expect(categories.items[0].children.map(({ name }: Data) => name)).toEqual([
      'Küche',
      'Textilien',
      'Reise',
      'Wohnen',
      'Angebote',
    ]);
    const { storeConfig, route } = await ask(
      '{ storeConfig { cms_home_page } route(url: "/") { ... on CmsPage { identifier content } } }',
      {},
      'de',
    );
    expect([storeConfig.cms_home_page, route.identifier]).toEqual(['startseite', 'startseite']);
    expect(route.content).toContain('Dinge, die Moden überdauern');
    const { cmsBlocks } = await ask('{ cmsBlocks(identifiers: ["footer_links_block"]) { items { title } } }', {}, 'de');
    expect(cmsBlocks.items).toEqual([{ title: 'Links am Seitenende' }]);
  });
});

describe('a visitor', () => {
  test('finds the start page with a picture, departments and products of the sale', async () => {
    const { route } = await ask('{ route(url: "/") { ... on CmsPage { title content meta_title } } }');
    expect(route.title).toBe('Home page');
    for (const part of [
      'demo-hero',
      'kitchen.html',
      'textiles.html',
      'travel.html',
      'living.html',
      'product-item-link',
    ]) {
      expect(route.content).toContain(part);
    }
    expect(route.content).not.toContain('{{');
    for (const [, source] of route.content.matchAll(/<img src="([^"]+)"/g)) await load(source);
  });

  test('finds the blocks and pages that storefronts look for', async () => {
    const identifiers = ['footer_links_block', 'contact-us-banner', 'contact-us-sidebar'];
    const { cmsBlocks } = await ask(
      'query($of: [String!]) { cmsBlocks(identifiers: $of) { items { identifier content } } }',
      { of: identifiers },
    );
    expect(cmsBlocks.items.map(({ identifier }: Data) => identifier).sort()).toEqual(identifiers.toSorted());
    for (const url of ['about-us', 'delivery', 'contact-us', 'our-workshops']) {
      expect((await ask('query($url: String!) { route(url: $url) { type } }', { url })).route, url).toEqual({
        type: 'CMS_PAGE',
      });
    }
  });

  test('reads reviews with ratings; some products have none, and some reviews await approval', async () => {
    const products = await allProducts(
      'review_count rating_summary reviews { items { nickname average_rating ratings_breakdown { name value } } }',
    );
    const counts = products.map(({ review_count: count }) => count);
    expect([Math.min(...counts), Math.max(...counts) <= 8, Math.max(...counts) > 4]).toEqual([0, true, true]);
    for (const { sku, review_count: count, rating_summary: rating, reviews } of products) {
      expect(reviews.items.length, sku).toBe(count);
      if (count > 0) expect([rating > 30, rating <= 100], sku).toEqual([true, true]);
      for (const review of reviews.items) expect(review.ratings_breakdown).toHaveLength(3);
    }
    expect((await souk.cli('review:list', '--status', 'pending')).stdout).toMatch(/^\d+\tpending\tproduct \d+/);
    const german = await allProducts('reviews { items { text } }', 'de');
    expect(german.flatMap(({ reviews }) => reviews.items).length).toBeGreaterThan(20);
  });

  test('is offered related, better and fitting products', async () => {
    const links = 'related_products { sku } upsell_products { sku } crosssell_products { sku }';
    const skus = (list: Data[]): string[] => list.map(({ sku }) => sku);
    const plate = await one('PLATE-STONEWARE-OLIVE', links);
    expect(skus(plate.related_products)).toEqual([
      'BOWL-STONEWARE-OLIVE',
      'CARAFE-STONEWARE-OLIVE',
      'MUG-STONEWARE-OLIVE',
      'PLATE-STONEWARE-SAFFRON',
    ]);
    expect(skus(plate.upsell_products)).toEqual(['PLATE-GLASS-OLIVE', 'CARAFE-STONEWARE-OLIVE']);
    expect(skus(plate.crosssell_products)).toEqual([
      'RUNNER-LINEN-OLIVE',
      'NAPKIN-SET-LINEN-OLIVE',
      'TRAY-WALNUT-OLIVE',
    ]);
    expect(skus((await one('TOTE-LEATHER', links)).crosssell_products)).toEqual(['WALLET-LEATHER', 'KEY-FOB-LEATHER']);
  });

  test('finds reduced products in the sale, and some that are sold out or nearly so', async () => {
    const { products } = await ask(
      `{ products(filter: { category_url_path: { eq: "sale" } }, pageSize: 50) { total_count
        items { sku price_range { minimum_price { discount { percent_off } } } } } }`,
    );
    expect(products.total_count).toBeGreaterThan(10);
    for (const { sku, price_range: range } of products.items) {
      expect(range.minimum_price.discount.percent_off, sku).toBeCloseTo(20, 0);
    }
    const { items } = (await souk.admin.get('/V1/stockItems/lowStock?scopeId=0&qty=0&pageSize=200')).body;
    const out = items.filter((item: Data) => item.qty === 0 && item.manage_stock);
    expect(out.length).toBeGreaterThan(3);
    const left = await allProducts('only_x_left_in_stock stock_status');
    expect(left.find(({ sku }) => sku === 'PLATE-STONEWARE-OLIVE')).toMatchObject({ stock_status: 'OUT_OF_STOCK' });
    expect(left.some(({ only_x_left_in_stock: few }) => few === 3)).toBe(true);
  });
});

test('the pictures and rows of two installations are the same', async () => {
  const other = await startProcess({ args: ['--demo'] });
  try {
    const rows =
      'name url_key description { html } media_gallery { url } review_count rating_summary reviews { items { summary created_at } }';
    const query = `{ products(filter: {}, pageSize: 100, sort: { name: ASC }) { items { sku ${rows} } } }`;
    const read = async (on: SoukProcess): Promise<string> =>
      JSON.stringify(await graphqlClient(on).data(query)).replaceAll(on.base, '');
    expect(await read(other)).toBe(await read(souk));
    const { media_gallery: media } = await one('KETTLE-COPPER-SAFFRON', 'media_gallery { url }');
    for (const { url } of media) {
      const same = await fetch(new URL(new URL(url).pathname, other.base));
      expect(hash(Buffer.from(await same.arrayBuffer())), url).toBe(hash(await load(url)));
    }
  } finally {
    await other.stop();
  }
});
