import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeConfigurable, makeProduct, makeSelect, makeVariants } from '../catalog/composites.ts';
import { makeEurope } from '../catalog/second-website.ts';
import { graphqlClient } from '../support/graphql.ts';
import { secondProcess, type SecondProcess } from '../support/second-process.ts';
import { criteria, ok, startSouk, unique, until, type Answer, type Client, type Souk } from '../support/souk.ts';
import { all, deleteRules, finalPrices, forSkus, saveRule } from './rules.ts';

type Json = Answer['body'];
let souk: Souk;
let other: SecondProcess;
let admin: Client;
beforeAll(async () => {
  souk = await startSouk();
  admin = souk.admin;
  await makeEurope(souk);
  other = await secondProcess(souk);
});
afterAll(async () => {
  await other?.end();
  await souk.stop();
});
afterEach(() => deleteRules(souk));

/** Products a, b and c of 10, 20 and 30 on both websites, in a category; gives the beginning of their SKUs. */
async function threeProducts(): Promise<{ like: string; category: number }> {
  const like = unique('rank');
  const { id } = ok(await admin.post('/V1/categories', { category: { name: like, is_active: true } }));
  for (const [name, price] of [
    ['a', 10],
    ['b', 20],
    ['c', 30],
  ] as const) {
    const extension_attributes = { website_ids: [1, 2], category_links: [{ category_id: String(id), position: 0 }] };
    await makeProduct({ admin }, { sku: `${like}-${name}`, price, extension_attributes });
  }
  return { like, category: id };
}

/** The products whose SKU starts like this, by price, as an administrator reads them for a store view. */
async function byPrice(like: string, store = ''): Promise<string[]> {
  const filters = [[{ field: 'sku', value: `${like}-%`, condition_type: 'like' }]];
  const query = criteria(filters, { sort: [{ field: 'price', direction: 'ASC' }], pageSize: 20 });
  const list = ok(await admin.store(store).get(`/V1/products?${query}`));
  return list.items.map((item: { sku: string }) => item.sku.slice(like.length + 1));
}

const LISTED = `query($filter: ProductAttributeFilterInput) { products(filter: $filter, sort: { price: ASC }) {
  items { sku price_range { minimum_price { final_price { value } } } }
  aggregations { attribute_code options { label count } } } }`;

async function listed(
  filter: object,
  { base = souk.base, store }: { base?: string; store?: string } = {},
): Promise<Json> {
  return (await graphqlClient({ base }).data(LISTED, { filter }, store ? { Store: store } : {})).products;
}
const names = ({ items }: Json): string[] => items.map(({ sku }: Json) => sku.slice(-1));
const amounts = ({ items }: Json): number[] =>
  items.map(({ price_range: { minimum_price } }: Json) => minimum_price.final_price.value);

describe('lists', () => {
  it('are sorted, filtered and counted by prices by rules, in every process', async () => {
    const { like, category } = await threeProducts();
    const filter = { category_id: { eq: String(category) } };
    expect(names(await listed(filter))).toEqual(['a', 'b', 'c']);
    const id = await saveRule(souk, { ...forSkus(`${like}-c`), simple_action: 'to_fixed', discount_amount: 5 });
    for (const base of [souk.base, other.base]) {
      const found = await listed(filter, { base });
      expect([names(found), amounts(found)]).toEqual([
        ['c', 'a', 'b'],
        [5, 10, 20],
      ]);
      const steps = found.aggregations.find(({ attribute_code }: Json) => attribute_code === 'price').options;
      expect(steps.map(({ label }: Json) => label)[0]).toMatch(/^0-/);
      expect(names(await listed({ ...filter, price: { to: '9' } }, { base }))).toEqual(['c']);
      expect(names(await listed({ ...filter, price: { from: '25' } }, { base }))).toEqual([]);
    }
    expect(await byPrice(like)).toEqual(['c', 'a', 'b']);
    await saveRule(souk, { rule_id: id, is_active: false });
    for (const base of [other.base, souk.base]) expect(names(await listed(filter, { base }))).toEqual(['a', 'b', 'c']);
    expect(await byPrice(like)).toEqual(['a', 'b', 'c']);
  });

  it('follow changes of products and of new products while rules exist', async () => {
    const { like, category } = await threeProducts();
    await saveRule(souk, {
      rule_condition: all(['category_ids', '()', [category]], ['sku', '!=', `${like}-a`]),
      discount_amount: 90,
    });
    expect(await byPrice(like)).toEqual(['b', 'c', 'a']);
    const category_links = [{ category_id: String(category), position: 1 }];
    await makeProduct(souk, { sku: `${like}-d`, price: 5, extension_attributes: { category_links } });
    expect(await byPrice(like)).toEqual(['d', 'b', 'c', 'a']);
    ok(await admin.store('all').put(`/V1/products/${like}-b`, { product: { price: 150 } }));
    expect(await byPrice(like)).toEqual(['d', 'c', 'a', 'b']);
    ok(await admin.post('/V1/products/base-prices', { prices: [{ sku: `${like}-b`, price: 1, store_id: 0 }] }));
    expect(await byPrice(like)).toEqual(['b', 'd', 'c', 'a']);
    ok(await admin.delete(`/V1/categories/${category}/products/${like}-c`));
    expect(await byPrice(like)).toEqual(['b', 'd', 'a', 'c']);
    ok(await admin.delete(`/V1/categories/${category}`));
    expect(await byPrice(like)).toEqual(['b', 'd', 'a', 'c']);
    expect(await finalPrices(souk, `${like}-b`)).toEqual([1]);
  });

  it('place a configurable product and its variants by the rules of both', async () => {
    const like = unique('rank');
    const select = await makeSelect(souk, ['red', 'blue']);
    const variants = await makeVariants(souk, select, [
      { sku: `${like}-x`, price: 20, visibility: 4 },
      { sku: `${like}-y`, price: 40, visibility: 4 },
    ]);
    const whole = await makeConfigurable(souk, select, variants);
    await makeProduct(souk, { sku: `${like}-m`, price: 15 });
    const filter = { sku: { in: [whole.sku, `${like}-m`] } };
    expect(await byPrice(like)).toEqual(['m', 'x', 'y']);
    expect(amounts(await listed(filter))).toEqual([15, 20]);
    await saveRule(souk, { ...forSkus(whole.sku), discount_amount: 75 });
    expect(await byPrice(like)).toEqual(['x', 'y', 'm']);
    expect(amounts(await listed(filter))).toEqual([5, 15]);
  });
});

describe('websites', () => {
  it('have the prices of their own rules, on pages, in lists and in carts', async () => {
    const { like, category } = await threeProducts();
    const filter = { category_id: { eq: String(category) } };
    await saveRule(souk, { ...forSkus(`${like}-c`), website_ids: ['eu'], discount_amount: 90 });
    expect(await finalPrices(souk, `${like}-c`)).toEqual([30]);
    expect(await finalPrices(souk, `${like}-c`, { store: 'fr' })).toEqual([3]);
    expect(await byPrice(like)).toEqual(['a', 'b', 'c']);
    expect(await byPrice(like, 'fr')).toEqual(['c', 'a', 'b']);
    expect(names(await listed(filter, { store: 'fr' }))).toEqual(['c', 'a', 'b']);
    const price = async (store: string): Promise<number> => {
      const guest = souk.guest.store(store);
      const quote_id = String(ok(await guest.post('/V1/guest-carts')));
      const cartItem = { sku: `${like}-c`, qty: 1, quote_id };
      return ok(await guest.post(`/V1/guest-carts/${quote_id}/items`, { cartItem })).price;
    };
    expect([await price('default'), await price('fr')]).toEqual([30, 3]);
    await deleteRules(souk);
    expect(await byPrice(like, 'fr')).toEqual(['a', 'b', 'c']);
  });
});

describe('rules with dates', () => {
  /** Sets the clock, and signs in anew: tokens end with their time. */
  async function at(now: string | null): Promise<void> {
    ok(await souk.guest.raw('PUT', '/_/clock', { now }));
    const credentials = { username: 'admin', password: souk.password };
    admin = admin.as(ok(await souk.guest.post('/V1/integration/admin/token', credentials)));
  }
  afterAll(() => at(null));

  it('apply from the first day to the last in the time zone of the website, on pages and in lists', async () => {
    await souk.configure({ 'general/locale/timezone': 'America/Los_Angeles' });
    await at('2031-05-01 12:00:00');
    const { like } = await threeProducts();
    await saveRule(souk, {
      ...forSkus(`${like}-c`),
      from_date: '2031-05-02',
      to_date: '2031-05-03',
      discount_amount: 90,
    });
    const isReduced = async (): Promise<boolean> => {
      const [first] = await byPrice(like);
      const prices = await finalPrices(souk, `${like}-c`);
      expect(prices).toEqual([first === 'c' ? 3 : 30]);
      return first === 'c';
    };
    expect(await isReduced()).toBe(false);
    for (const [moment, isThen] of [
      ['2031-05-02 06:59:59', false],
      ['2031-05-02 07:00:00', true],
      ['2031-05-04 06:59:59', true],
      ['2031-05-04 07:00:00', false],
    ] as const) {
      await at(moment);
      await until(async () => (await isReduced()) === isThen);
    }
    // Another time zone moves the days of the rule.
    await at('2031-05-04 07:00:30');
    await souk.configure({ 'general/locale/timezone': 'Pacific/Honolulu' });
    await until(isReduced);
    await souk.configure({ 'general/locale/timezone': 'America/Los_Angeles' });
  });
});

describe('the names of rules', () => {
  const RULES = `query($sku: String) { storeConfig { share_applied_catalog_rules }
    products(filter: { sku: { eq: $sku } }) { items { rules { name } } } }`;

  it('are shown at products where the shop shares them', async () => {
    const { sku } = await makeProduct(souk, { price: 10 });
    const client = graphqlClient(souk);
    const shown = async () => {
      const { storeConfig, products } = await client.data(RULES, { sku });
      return [storeConfig.share_applied_catalog_rules, products.items[0].rules];
    };
    await saveRule(souk, { ...forSkus(sku), name: 'May', sort_order: 1 });
    await saveRule(souk, { ...forSkus(sku), name: 'Spring', stop_rules_processing: true, sort_order: 2 });
    await saveRule(souk, { ...forSkus(sku), name: 'Late', sort_order: 3 });
    await saveRule(souk, { ...forSkus('another'), name: 'Others' });
    await saveRule(souk, { ...forSkus(sku), name: 'Members', customer_group_ids: ['General'] });
    expect(await shown()).toEqual([false, null]);
    await souk.configure({ 'catalog/rule/share_applied_catalog_rules': '1' });
    expect(await shown()).toEqual([true, [{ name: 'May' }, { name: 'Spring' }]]);
    const plain = await makeProduct(souk, { price: 10 });
    const { products } = await client.data(RULES, { sku: plain.sku });
    expect(products.items[0].rules).toEqual([]);
    await souk.configure({ 'catalog/rule/share_applied_catalog_rules': '0' });
  });
});
