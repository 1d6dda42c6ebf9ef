import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guestOrder } from '../sales/shop.ts';
import { graphqlClient } from '../support/graphql.ts';
import { criteria, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import {
  makeBundle,
  makeConfigurable,
  makeGrouped,
  makeProduct,
  makeSelect,
  makeVariants,
  type Fields,
  type Select,
} from './composites.ts';
import { makeEurope } from './second-website.ts';

// A component that buyers cannot get counts nowhere: not in prices, lists, filters, facets, variants, choices and stock.

type Product = Answer['body'];

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  await makeEurope(souk);
});
afterAll(() => souk.stop());

/** Asks as visitors of a store view do. */
const ask = (query: string, variables: Fields = {}, store = 'default') =>
  graphqlClient(souk).data(query, variables, { store });

const range = 'price_range { minimum_price { final_price { value } } maximum_price { final_price { value } } }';
type Range = { minimum_price: { final_price: { value: number } }; maximum_price: { final_price: { value: number } } };
const ends = ({ price_range: { minimum_price, maximum_price } }: { price_range: Range }): number[] => [
  minimum_price.final_price.value,
  maximum_price.final_price.value,
];

/** The lowest and the highest price of a product, wherever they are shown, and its place between others in lists by price. */
async function prices({ id, sku }: Product, store = 'default'): Promise<number[] | 'not listed'> {
  const { products } = await ask(
    `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { ${range} } } }`,
    { sku },
    store,
  );
  const [item] = products.items;
  const storeId = store === 'fr' ? 2 : 1;
  const rendered = ok(
    await souk.guest.get(
      `/V1/products-render-info?${criteria([[{ field: 'entity_id', value: id }]])}&storeId=${storeId}&currencyCode=USD`,
    ),
  ).items[0]?.price_info;
  if (!item) return 'not listed';
  const [least, most] = ends(item);
  expect([rendered.minimal_price, rendered.max_price], 'products-render-info').toEqual([least, most]);
  const isWithin = async (from: number, to: number): Promise<boolean> => {
    const filter = { sku: { eq: sku }, price: { from: String(from), to: String(to) } };
    const found = await ask(
      `query($filter: ProductAttributeFilterInput) { products(filter: $filter) { total_count aggregations { attribute_code options { value } } } }`,
      { filter },
      store,
    );
    return found.products.total_count === 1;
  };
  expect([await isWithin(least! - 0.5, least! + 0.5), await isWithin(0.01, least! - 0.5)], 'filter by price').toEqual([
    true,
    false,
  ]);
  return [least!, most!];
}

/** Whether the product can be sold, wherever that is told, and whether lists show it. */
async function isSold({ sku }: Product): Promise<boolean> {
  const status = ok(await souk.admin.get(`/V1/stockStatuses/${sku}`)).stock_status === 1;
  const salable = ok(await souk.admin.get(`/V1/inventory/is-product-salable/${sku}/1`));
  const { products } = await ask(
    `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { stock_status } } }`,
    { sku },
  );
  expect([salable, products.items.map((one: { stock_status: string }) => one.stock_status)]).toEqual(
    status ? [true, ['IN_STOCK']] : [false, []],
  );
  return status;
}

const change = async ({ sku }: Product, product: Fields, store = ''): Promise<unknown> =>
  ok(await souk.admin.store(store).put(`/V1/products/${sku}`, { product }));
const setStock = async ({ sku }: Product, stockItem: Fields): Promise<unknown> =>
  ok(await souk.admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem }));
const onWebsites = (ids: number[]): Fields => ({ extension_attributes: { website_ids: ids } });

let shade: Select;
beforeAll(async () => {
  shade = await makeSelect(souk, ['red', 'green', 'blue'], { is_filterable: true });
});

describe('a configurable product', () => {
  let parent: Product;
  let [red, green, blue]: Product[] = [];
  beforeEach(async () => {
    [red, green, blue] = await makeVariants(souk, shade, [{ price: 40 }, { price: 50 }, { price: 55 }]);
    parent = await makeConfigurable(souk, shade, [red, green, blue]);
    expect(await prices(parent)).toEqual([40, 55]);
  });

  it('does not cost as a variant does that is disabled, in one store view or in all, until it is enabled again', async () => {
    await change(red, { status: 2 });
    expect(await prices(parent)).toEqual([50, 55]);
    await change(blue, { status: 2 }, 'all');
    expect(await prices(parent)).toEqual([50, 50]);
    await change(red, { status: 1 });
    expect(await prices(parent)).toEqual([40, 50]);
    await change(green, { status: 2 });
    await change(red, { status: 2 });
    expect([await prices(parent), await isSold(parent)]).toEqual(['not listed', false]);
    await change(blue, { status: 1 }, 'all');
    expect([await prices(parent), await isSold(parent)]).toEqual([[55, 55], true]);
  });

  it('does not cost as a variant does that is not on its website', async () => {
    await change(red, onWebsites([2]));
    expect([await prices(parent), await prices(parent, 'fr')]).toEqual([
      [50, 55],
      [40, 55],
    ]);
    await souk.admin.delete(`/V1/products/${green.sku}/websites/2`);
    await souk.admin.delete(`/V1/products/${blue.sku}/websites/2`);
    expect([await prices(parent), await prices(parent, 'fr')]).toEqual([
      [50, 55],
      [40, 40],
    ]);
    await change(red, { status: 2 }, 'fr');
    expect([await prices(parent), await prices(parent, 'fr')]).toEqual([[50, 55], 'not listed']);
    ok(
      await souk.admin.post(`/V1/products/${green.sku}/websites`, {
        productWebsiteLink: { sku: green.sku, website_id: 2 },
      }),
    );
    expect([await prices(parent), await prices(parent, 'fr')]).toEqual([
      [50, 55],
      [50, 50],
    ]);
    await change(parent, onWebsites([2]));
    expect([await prices(parent), await prices(parent, 'fr')]).toEqual(['not listed', [50, 50]]);
  });

  it('does not cost as a variant does that was taken away or deleted, or as one did before its price changed', async () => {
    ok(await souk.admin.delete(`/V1/configurable-products/${parent.sku}/children/${red.sku}`));
    expect(await prices(parent)).toEqual([50, 55]);
    ok(await souk.admin.delete(`/V1/products/${green.sku}`));
    expect(await prices(parent)).toEqual([55, 55]);
    ok(await souk.admin.post('/V1/products/base-prices', { prices: [{ price: 61, store_id: 0, sku: blue.sku }] }));
    expect(await prices(parent)).toEqual([61, 61]);
    ok(await souk.admin.post(`/V1/configurable-products/${parent.sku}/child`, { childSku: red.sku }));
    expect(await prices(parent)).toEqual([40, 61]);
  });

  it('does not cost as a variant does that is sold out: by hand, by a source, by an order', async () => {
    await setStock(red, { qty: 0 });
    expect(await prices(parent)).toEqual([50, 55]);
    ok(
      await souk.admin.post('/V1/inventory/source-items', {
        sourceItems: [{ sku: green.sku, source_code: 'default', quantity: 0, status: 0 }],
      }),
    );
    expect(await prices(parent)).toEqual([55, 55]);
    await setStock(red, { qty: 9, is_in_stock: true });
    expect(await prices(parent)).toEqual([40, 55]);
    await guestOrder(souk, 5, blue);
    expect(await prices(parent)).toEqual([40, 40]);
  });

  it('is sorted and found by the prices of its variants', async () => {
    const [low, high] = [await makeProduct(souk, { price: 30 }), await makeProduct(souk, { price: 45 })];
    const sorted = async (store = 'default'): Promise<string[]> => {
      const filter = { sku: { in: [low.sku, high.sku, parent.sku] } };
      const { products } = await ask(
        'query($filter: ProductAttributeFilterInput) { products(filter: $filter, sort: { price: ASC }) { total_count items { sku } } }',
        { filter },
        store,
      );
      expect(products.total_count).toBe(products.items.length);
      const query = criteria(
        [[{ field: 'sku', value: [low.sku, high.sku, parent.sku].join(','), condition_type: 'in' }]],
        {
          sort: [{ field: 'price', direction: 'ASC' }],
        },
      );
      const skus = products.items.map((one: Fields) => one.sku);
      const listed = ok(await souk.admin.store(store).get(`/V1/products?${query}`)).items.map((one: Fields) => one.sku);
      expect(listed).toEqual(skus);
      return skus;
    };
    expect([await sorted(), await sorted('fr')]).toEqual([
      [low.sku, parent.sku, high.sku],
      [low.sku, parent.sku, high.sku],
    ]);
    await change(red, onWebsites([2]));
    expect([await sorted(), await sorted('fr')]).toEqual([
      [low.sku, high.sku, parent.sku],
      [low.sku, parent.sku, high.sku],
    ]);
    await change(green, { status: 2 });
    await change(blue, { status: 2 });
    expect([await sorted(), await sorted('fr')]).toEqual([
      [low.sku, high.sku],
      [low.sku, parent.sku, high.sku],
    ]);
  });

  const selection = `configurable_product_options_selection(configurableOptionValueUids: $chosen) {
    options_available_for_selection { option_value_uids } configurable_options { values { label is_available } } variant { sku } }`;
  /** What a product page offers. */
  async function page(store = 'default', chosen: string[] = []) {
    const { products } = await ask(
      `query($sku: String, $chosen: [ID!]) { products(filter: { sku: { eq: $sku } }) { items { ... on ConfigurableProduct {
        variants { product { sku stock_status } } configurable_options { values { label uid } } ${selection} } } } }`,
      { sku: parent.sku, chosen },
      store,
    );
    const [item] = products.items;
    const of = item.configurable_product_options_selection;
    return {
      variants: item.variants.map((one: { product: Fields }) => [one.product.sku, one.product.stock_status]),
      available: of.configurable_options.flatMap((one: { values: Fields[] }) =>
        one.values.flatMap(({ label, is_available }) => (is_available ? [label] : [])),
      ),
      selectable: of.options_available_for_selection.flatMap((one: Fields) => one.option_value_uids).length,
      variant: of.variant?.sku,
      uids: item.configurable_options[0].values.map((one: Fields) => one.uid) as string[],
    };
  }

  it('offers no variant that is disabled, on another website or sold out, and nothing more of an option that is chosen', async () => {
    const [first] = (await page()).uids;
    expect(await page('default', [first!])).toMatchObject({ available: [], selectable: 0, variant: red.sku });
    await change(red, { status: 2 });
    expect(await page()).toMatchObject({
      variants: [green, blue].map(({ sku }) => [sku, 'IN_STOCK']),
      available: ['green', 'blue'],
      selectable: 2,
    });
    await change(green, onWebsites([2]));
    expect((await page()).available).toEqual(['blue']);
    expect((await page('fr')).available).toEqual(['red', 'green', 'blue']);
    await change(red, { status: 1 });
    await setStock(blue, { qty: 0 });
    expect(await page()).toMatchObject({ variants: [[red.sku, 'IN_STOCK']], available: ['red'], selectable: 1 });
  });

  it('lists variants that are sold out where the shop shows them, as such', async () => {
    await setStock(red, { qty: 0 });
    const set = (value: string) => souk.configure({ 'cataloginventory/options/show_out_of_stock': value });
    await set('1');
    try {
      expect(await page()).toMatchObject({
        variants: [
          [red.sku, 'OUT_OF_STOCK'],
          [green.sku, 'IN_STOCK'],
          [blue.sku, 'IN_STOCK'],
        ],
        available: ['green', 'blue'],
        selectable: 2,
      });
      expect(await prices(parent)).toEqual([40, 55]);
      await change(red, { status: 2 });
      expect((await page()).variants).toHaveLength(2);
      expect(await prices(parent)).toEqual([50, 55]);
    } finally {
      await set('0');
    }
  });

  it('is found and counted by the values of variants on its website alone', async () => {
    const found = async (value: number, store: string): Promise<number> => {
      const filter = { sku: { eq: parent.sku }, [shade.code]: { eq: String(value) } };
      const { products } = await ask(
        'query($filter: ProductAttributeFilterInput) { products(filter: $filter) { total_count } }',
        { filter },
        store,
      );
      return products.total_count;
    };
    const counted = async (store: string): Promise<string[]> => {
      const { products } = await ask(
        'query($filter: ProductAttributeFilterInput) { products(filter: $filter) { aggregations { attribute_code options { label } } } }',
        { filter: { sku: { eq: parent.sku } } },
        store,
      );
      const own = products.aggregations.find((one: Fields) => one.attribute_code === shade.code);
      return (own?.options ?? []).map((one: Fields) => one.label).sort();
    };
    await change(red, onWebsites([2]));
    expect([await found(shade.values[0]!, 'default'), await found(shade.values[0]!, 'fr')]).toEqual([0, 1]);
    expect([await counted('default'), await counted('fr')]).toEqual([
      ['blue', 'green'],
      ['blue', 'green', 'red'],
    ]);
  });
});

describe('a bundle', () => {
  const option = (parts: readonly Product[], over: Fields = {}, link: Fields = {}): Fields => ({
    title: unique('choice'),
    required: true,
    type: 'select',
    product_links: parts.map(({ sku }: Product) => ({
      sku,
      qty: 1,
      is_default: false,
      price: 0,
      price_type: 0,
      ...link,
    })),
    ...over,
  });
  const dynamic = (options: readonly Fields[]): Promise<Product> =>
    makeProduct(souk, {
      type_id: 'bundle',
      price: undefined,
      custom_attributes: ['price_type', 'price_view'].map((attribute_code) => ({ attribute_code, value: '0' })),
      extension_attributes: { stock_item: { is_in_stock: true }, bundle_product_options: options },
    });

  it('costs as the selections do that can be bought', async () => {
    const [cheap, dear] = [await makeProduct(souk, { price: 10 }), await makeProduct(souk, { price: 15 })];
    const bundle = await dynamic([option([cheap, dear])]);
    expect(await prices(bundle)).toEqual([10, 15]);
    await change(cheap, onWebsites([2]));
    expect([await prices(bundle), await prices(bundle, 'fr')]).toEqual([
      [15, 15],
      [10, 15],
    ]);
    await change(dear, { status: 2 });
    expect([await prices(bundle), await isSold(bundle)]).toEqual(['not listed', false]);
    expect(await prices(bundle, 'fr')).toEqual([10, 15]);
  });

  it('with a price of its own adds only the selections that can be bought', async () => {
    const [one, other] = [await makeProduct(souk), await makeProduct(souk)];
    const bundle = await makeBundle(souk, [[one, other]]);
    const [, second] = ok(await souk.admin.get(`/V1/bundle-products/${bundle.sku}/children`));
    ok(
      await souk.admin.put(`/V1/bundle-products/${bundle.sku}/links/${second.id}`, {
        linkedProduct: { ...second, price: 4 },
      }),
    );
    expect(await prices(bundle)).toEqual([11, 14]);
    await change(one, { status: 2 });
    expect(await prices(bundle)).toEqual([14, 14]);
  });

  it('needs the quantity of a selection that buyers cannot change, and one piece of others', async () => {
    const part = await makeProduct(souk, { price: 10 }, { qty: 2 });
    const fixed = await dynamic([option([part], {}, { qty: 2 })]);
    const open = await dynamic([option([part], {}, { qty: 2, can_change_quantity: 1 })]);
    const both = async () => [await isSold(fixed), await isSold(open)];
    expect(await both()).toEqual([true, true]);
    await guestOrder(souk, 1, part);
    expect(await both()).toEqual([false, true]);
    await setStock(part, { qty: 3 });
    expect(await both()).toEqual([true, true]);
    await setStock(part, { min_qty: 1, use_config_min_qty: false });
    expect(await both()).toEqual([false, true]);
    await setStock(part, { backorders: 1, use_config_backorders: false, min_qty: 0 });
    expect(await both()).toEqual([true, true]);
  });

  it('D280: goes by the cheapest selection of which there is enough', async () => {
    const [few, many] = [await makeProduct(souk, { price: 4 }, { qty: 1 }), await makeProduct(souk, { price: 9 })];
    const bundle = await dynamic([option([few, many], {}, { qty: 2 })]);
    expect(await prices(bundle)).toEqual([18, 18]);
    await setStock(few, { qty: 2 });
    expect(await prices(bundle)).toEqual([8, 18]);
    const shown = async () => {
      const { products } = await ask(
        `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { ... on BundleProduct { items { options { product { sku } } } } } } }`,
        { sku: bundle.sku },
      );
      return products.items[0].items[0].options.map((one: { product: Fields }) => one.product.sku);
    };
    expect(await shown()).toEqual([few.sku, many.sku]);
    await change(few, { status: 2 });
    expect([await shown(), await prices(bundle)]).toEqual([[many.sku], [18, 18]]);
  });
});

it('a grouped product costs as the products do that can be bought, and shows only these', async () => {
  const [low, high] = [await makeProduct(souk, { price: 7 }), await makeProduct(souk, { price: 12 })];
  const group = await makeGrouped(souk, [low, high]);
  const shown = async (store = 'default') => {
    const { products } = await ask(
      `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { ... on GroupedProduct { items { product { sku } } } } } }`,
      { sku: group.sku },
      store,
    );
    return products.items[0].items.map((one: { product: Fields }) => one.product.sku);
  };
  expect(await prices(group)).toEqual([7, 12]);
  await change(low, onWebsites([2]));
  expect([await prices(group), await prices(group, 'fr')]).toEqual([
    [12, 12],
    [7, 12],
  ]);
  expect([await shown(), await shown('fr')]).toEqual([[high.sku], [low.sku, high.sku]]);
  await change(high, { status: 2 });
  expect([await prices(group), await isSold(group)]).toEqual(['not listed', false]);
});
