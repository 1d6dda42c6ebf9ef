import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../src/faces/demo/seed.ts';
import { startReindexing } from '../../src/modules/search/reindex.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { addToSet, newAttribute, newProduct } from '../support/products.ts';
import { germanNames, judgedProducts, judgedSynonyms } from './judged/catalogue.ts';
import { judgedSearches, type JudgedSearch } from './judged/searches.ts';

/** Least share of searches whose first result is right. */
const PRECISION = 0.9;

it('there are at least 200 judged searches', () => {
  const { english, german, demo } = judgedSearches;
  expect(new Set(english.map(({ text }) => text)).size).toBe(english.length);
  expect(english.length + german.length + demo.length).toBeGreaterThanOrEqual(200);
  const skus = judgedProducts.map(({ sku }) => sku);
  expect(new Set(skus).size).toBe(skus.length);
  // Each judgement names a product of the catalogue.
  for (const { text, isRight } of [...english, ...german]) expect(skus.some(isRight), text).toBe(true);
});

describe.each(engines)('judged searches on %s', (engine) => {
  let here: Here;
  const wrong: string[] = [];
  const counts = new Map<string, { right: number; all: number }>();
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ 'souk/search/synonyms': judgedSynonyms });
    const admin = here.admin.store('all');
    const brands = [...new Set(judgedProducts.map(({ brand }) => brand))];
    const brand = await newAttribute(
      { admin },
      {
        attribute_code: 'brand',
        frontend_input: 'select',
        is_searchable: '1',
        options: brands.map((label) => ({ label })),
      },
    );
    await addToSet({ admin }, 'brand');
    const options = new Map(
      (brand.options as { label: string; value: string }[]).map(({ label, value }) => [label, value]),
    );
    for (const { sku, name, text, brand: label } of judgedProducts) {
      const custom_attributes = [
        { attribute_code: 'description', value: text },
        { attribute_code: 'brand', value: options.get(label) },
      ];
      await newProduct({ admin }, { sku, name, custom_attributes });
    }
  }, 240_000);
  afterAll(async () => {
    await here.stop();
    const table = [...counts].map(([kind, { right, all }]) => `${kind}: ${right} of ${all}`).join(', ');
    console.log(`first result right on ${engine}: ${table}\nwrong: ${wrong.join('; ')}`);
  });

  /** The share of searches whose first result is right. */
  async function precisionOf(searches: readonly JudgedSearch[], on: Here): Promise<number> {
    const query = 'query($text: String) { products(search: $text, pageSize: 1) { items { sku } } }';
    let right = 0;
    for (const { kind, text, isRight } of searches) {
      const { products } = await graphqlClient(on).data(query, { text });
      const sku: string | undefined = products.items[0]?.sku;
      const isFirst = sku !== undefined && isRight(sku);
      const count = counts.get(kind) ?? { right: 0, all: 0 };
      counts.set(kind, { right: count.right + (isFirst ? 1 : 0), all: count.all + 1 });
      if (isFirst) right += 1;
      else wrong.push(`${text}: ${sku}`);
    }
    return right / searches.length;
  }

  it('in English have the right first result', async () => {
    expect(await precisionOf(judgedSearches.english, here)).toBeGreaterThanOrEqual(PRECISION);
  }, 300_000);

  it('in German have the right first result', async () => {
    await here.configure({ 'general/locale/code': 'de_DE' });
    for (const [sku, name] of Object.entries(germanNames))
      ok(await here.admin.store('default').put(`/V1/products/${sku}`, { product: { name } }));
    const worker = startReindexing(here.souk.platform);
    const state = async () =>
      await here.souk.systemCall().db.selectFrom('catalog_search_state').selectAll().executeTakeFirst();
    await expect
      .poll(async () => [(await state())?.position, (await state())?.attributes.endsWith(';1:de')])
      .toEqual([null, true]);
    await worker.stop();
    expect(await precisionOf(judgedSearches.german, here)).toBeGreaterThanOrEqual(PRECISION);
  }, 300_000);

  it('in the demo have the right first result', async () => {
    const demo = await startHere(engine);
    try {
      await seedDemo(demo.souk.platform);
      expect(await precisionOf(judgedSearches.demo, demo)).toBeGreaterThanOrEqual(PRECISION);
    } finally {
      await demo.stop();
    }
  }, 240_000);
});
