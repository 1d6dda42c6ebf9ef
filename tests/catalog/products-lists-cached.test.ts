import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToSet, newAttribute, product } from '../support/products.ts';
import { criteria, ok, startSouk, type Answer, type Client, type Souk } from '../support/souk.ts';
import { makeEurope } from './second-website.ts';
import { makeOfEachType } from './each-type.ts';

// Encoded products of pages are cached until they change. Lists of more than 200 are read each time, and are right too.

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
  await makeOfEachType(souk.admin, 'kept');
  await makeEurope(souk, 'EUR');
});
afterAll(() => souk.stop());

const pageOf = async (client: Client, pageSize: number, more = ''): Promise<Answer['body']> => {
  const { items, total_count } = ok(await client.get(`/V1/products?${criteria([], { pageSize })}${more}`));
  return { items, total_count };
};

/** Views of the same page: by store view, by the one it is narrowed to, and by wanted fields. */
const views = (): (readonly [Client, string])[] => {
  const inFrench =
    '&searchCriteria[filter_groups][0][filters][0][field]=store_id&searchCriteria[filter_groups][0][filters][0][value]=2';
  return [
    [souk.admin, ''],
    [souk.admin.store('all'), ''],
    [souk.admin.store('fr'), ''],
    [souk.admin, inFrench],
    [souk.admin, '&fields=items[sku,price,custom_attributes],total_count'],
    [souk.admin, '&fields=items[sku,price,extension_attributes[website_ids]],total_count'],
    [souk.admin, '&fields=items[sku,custom_attributes[url_key]],total_count'],
  ];
};

async function expectTrue(what: string): Promise<void> {
  for (const [client, more] of views()) {
    const whole = await pageOf(client, 300, more);
    // Twice: the first request fills the cache, or finds that its entry is outdated.
    expect(await pageOf(client, 100, more), `${what}${more}`).toEqual(whole);
    expect(await pageOf(client, 100, more), `${what}, again${more}`).toEqual(whole);
  }
}

const put = (sku: string, product: object) => souk.admin.put(`/V1/products/${sku}`, { product });
const simple = 'simple-kept';
const attribute = (attribute_code: string, value: unknown) => ({ attribute_code, value });

const changes: Readonly<Record<string, () => Promise<Answer>>> = {
  'its name': () => put(simple, { name: 'Another <name> "in" Ελληνικά ☃' }),
  'its name in one store view': () =>
    souk.admin.store('fr').put(`/V1/products/${simple}`, { product: { name: 'Un autre nom' } }),
  'a custom attribute': () => put(simple, { custom_attributes: [attribute('description', 'Other words')] }),
  'its status': () => put(simple, { status: 2 }),
  'its websites': () => put(simple, { extension_attributes: { website_ids: [1, 2] } }),
  'the currency of its prices': async () => {
    await souk.configure({ 'catalog/price/scope': '1' });
    return await put('variant-kept', { price: 7 });
  },
  'a website less': () => souk.admin.delete(`/V1/products/${simple}/websites/2`),
  'its stock': () => put(simple, { extension_attributes: { stock_item: { qty: 3, is_in_stock: true } } }),
  'its price by the price storage': () =>
    souk.admin.post('/V1/products/base-prices', { prices: [{ sku: simple, store_id: 0, price: 12.5 }] }),
  'a special price': () =>
    souk.admin.post('/V1/products/special-price', {
      prices: [
        { sku: simple, store_id: 0, price: 2, price_from: '2026-01-01 00:00:00', price_to: '2046-01-01 00:00:00' },
      ],
    }),
  'a tier price': () => souk.admin.post(`/V1/products/${simple}/group-prices/0/tiers/5/price/4`, {}),
  'its URL key': () => put(simple, { custom_attributes: [attribute('url_key', 'renamed-kept')] }),
  'a picture less': async () => {
    const [entry] = ok(await souk.admin.get(`/V1/products/${simple}/media`));
    return await souk.admin.delete(`/V1/products/${simple}/media/${entry.id}`);
  },
  'an option less': async () => {
    const [option] = ok(await souk.admin.get(`/V1/products/${simple}/options`));
    return await souk.admin.delete(`/V1/products/${simple}/options/${option.option_id}`);
  },
  'a link': () =>
    souk.admin.post(`/V1/products/${simple}/links`, {
      items: [{ sku: simple, link_type: 'related', linked_product_sku: 'variant-kept', position: 1 }],
    }),
  'its place in a category': () =>
    souk.admin.post('/V1/categories/2/products', { productLink: { sku: simple, position: 9, category_id: '2' } }),
  'a category less': () => souk.admin.delete(`/V1/categories/2/products/${simple}`),
  'a further product': () => souk.admin.post('/V1/products', { product: product({ sku: 'later-kept', price: 1 }) }),
  'a product less': () => souk.admin.delete('/V1/products/later-kept'),
  'an attribute in the set': async () => {
    await newAttribute(souk, { attribute_code: 'kept_words', scope: 'store' });
    await addToSet(souk, 'kept_words');
    return await put(simple, { custom_attributes: [attribute('kept_words', 'said')] });
  },
  'an attribute of the set less': () => souk.admin.delete('/V1/products/attribute-sets/4/attributes/kept_words'),
  'an attribute less': () => souk.admin.delete('/V1/products/attributes/kept_words'),
};

describe('what pages show of products is what they are', () => {
  it('at first, and in both formats', async () => {
    await expectTrue('at first');
    const xml = async (pageSize: number) =>
      (
        await souk.admin.raw('GET', `/rest/V1/products?${criteria([], { pageSize })}`, undefined, {
          accept: 'application/xml',
        })
      ).text;
    const page = await xml(100);
    expect(page).toContain('<sku>bundle-kept</sku>');
    expect(page.replace('<page_size>100', '<page_size>300')).toBe(await xml(300));
  });

  for (const [what, change] of Object.entries(changes)) {
    it(`after a change of ${what}`, async () => {
      ok(await change());
      await expectTrue(what);
    });
  }
});
