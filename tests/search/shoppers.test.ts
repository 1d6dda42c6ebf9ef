import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReindexing } from '../../src/modules/search/reindex.ts';
import { engines } from '../storage/databases.ts';
import { criteria, ok, type Answer } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { addToSet, newAttribute, newProduct } from '../support/products.ts';
import { englishSearches, germanNames, germanSearches, shopProducts, shopSets, wordForms } from './shop.ts';

type Fields = Record<string, unknown>;

describe.each(engines)('shoppers on %s', (engine) => {
  let here: Here;
  const options: Record<string, Map<string, string>> = {};

  beforeAll(async () => {
    here = await startHere(engine);
    await choice('shop_brand', 'select', [...new Set(shopProducts.flatMap(({ brand }) => brand || []))]);
    await choice('shop_season', 'multiselect', [...new Set(shopProducts.flatMap(({ seasons }) => seasons ?? []))]);
    for (const { sku, name, text, brand, seasons = [] } of shopProducts) {
      await save(sku, name, {
        custom_attributes: [
          { attribute_code: 'description', value: `<p>${text ?? ''}</p>` },
          ...(brand ? [{ attribute_code: 'shop_brand', value: options.shop_brand!.get(brand) }] : []),
          ...(seasons.length > 0
            ? [{ attribute_code: 'shop_season', value: seasons.map((one) => options.shop_season!.get(one)).join() }]
            : []),
        ],
      });
    }
    for (const { sku, name, parts } of shopSets) {
      const product_links = parts.map((part, position) => ({
        sku,
        link_type: 'associated',
        linked_product_sku: part,
        linked_product_type: 'simple',
        position,
        extension_attributes: { qty: 1 },
      }));
      await save(sku, name, { type_id: 'grouped', product_links });
    }
  }, 300_000);
  afterAll(() => here.stop());

  const save = (sku: string, name: string, over: Fields = {}): Promise<Answer['body']> =>
    newProduct({ admin: here.admin.store('all') }, { sku, name, ...over });

  /** An attribute of choices that is searched by their labels. */
  const choice = async (code: string, input: string, labels: readonly string[]): Promise<void> => {
    const made = await newAttribute(
      { admin: here.admin.store('all') },
      {
        attribute_code: code,
        frontend_input: input,
        is_searchable: '1',
        options: labels.map((label) => ({
          label,
          store_labels: label === 'Summer' ? [{ store_id: 1, label: 'Summer' }] : [],
        })),
      },
    );
    await addToSet(here, code);
    const all = (made.options as { label: string; value: string }[]).filter(({ value }) => value !== '');
    options[code] = new Map(all.map(({ label, value }) => [label, value]));
  };

  const LIST = `query($search: String) { products(search: $search, pageSize: 40) { items { sku } } }`;
  const found = async (search: string): Promise<string[]> =>
    (await graphqlClient(here).data(LIST, { search })).products.items.map(({ sku }: { sku: string }) => sku);
  const first = async (searches: readonly string[]): Promise<Record<string, string | undefined>> => {
    const firsts: Record<string, string | undefined> = {};
    for (const search of searches) firsts[search] = (await found(search))[0];
    return firsts;
  };

  it('who name a product find it first', async () => {
    expect(await first(Object.keys(englishSearches))).toEqual(englishSearches);
  });

  it('find the same by REST, and one form of a word by the other', async () => {
    const asked = criteria([[{ field: 'search_term', value: 'shirts' }]]);
    const path = `/V1/search?searchCriteria[requestName]=quick_search_container&${asked}`;
    const byRest: { id: number }[] = ok(await here.guest.get(path)).items;
    const singular = await found('shirt');
    expect(byRest).toHaveLength(singular.length);
    expect((await found('shirts')).toSorted()).toEqual(singular.toSorted());
    expect(singular).not.toContain('DR-EVE-02');
  });

  it('find products by their choices, multiple ones too', async () => {
    const summer = shopProducts.filter(({ seasons }) => seasons?.includes('Summer')).map(({ sku }) => sku);
    expect((await found('summer')).toSorted()).toEqual(summer.toSorted());
    const timbo = shopProducts.filter(({ brand }) => brand === 'Timbo').map(({ sku }) => sku);
    expect((await found('Timbo')).toSorted()).toEqual(timbo.toSorted());
  });

  it('D340: find a set by its parts, below them', async () => {
    const skus = await found('yoga strap');
    expect(skus).toContain('SET-YOGA');
    expect(skus.indexOf('SET-YOGA')).toBeGreaterThan(skus.indexOf('SP-YOG-02'));
  });

  it('find nothing by articles and single letters beside other words', async () => {
    expect(await found('the xylophone for a')).toEqual([]);
    expect(await found('s')).not.toEqual([]);
  });

  it('rank matches in an attribute of a larger search weight first', async () => {
    expect((await found('months'))[0]).toBe('TO-BLO-01');
    await save('TO-BOX-09', 'Cardboard box', {
      custom_attributes: [
        { attribute_code: 'description', value: 'For the first months' },
        { attribute_code: 'short_description', value: 'Kept for years' },
      ],
    });
    const call = here.souk.systemCall();
    await call.transaction(async (inside) => {
      await inside.db
        .updateTable('eav_attribute')
        .set({ search_weight: 9 })
        .where('attribute_code', '=', 'short_description')
        .execute();
      await inside.services.eav.attributeCache.invalidate(inside);
    });
    await save('TO-BAG-10', 'Cardboard bag', {
      custom_attributes: [
        { attribute_code: 'description', value: 'For years, cardboard' },
        { attribute_code: 'short_description', value: 'For the first months' },
      ],
    });
    expect((await found('months'))[0]).toBe('TO-BAG-10');
    expect((await found('cardboards for years'))[0]).toBe('TO-BAG-10');
    await reindexed((attributes) => attributes.includes(':9'));
    expect((await found('cardboards for years'))[0]).toBe('TO-BOX-09');
  });

  it('search in the language of the store view, from when its locale is set', async () => {
    await speak('de_DE');
    for (const [sku, name] of Object.entries(germanNames)) {
      ok(await here.admin.store('default').put(`/V1/products/${sku}`, { product: { name } }));
    }
    for (const label of ['Summer']) {
      const asked = { option: { label, store_labels: [{ store_id: 1, label: 'Sommer' }] } };
      const path = `/V1/products/attributes/shop_season/options/${options.shop_season!.get(label)}`;
      ok(await here.admin.put(path, asked));
    }
    expect(await first(Object.keys(germanSearches))).toEqual(germanSearches);
    // One letter away from the label in German.
    expect(await found('summer')).toEqual(await found('sommer'));
  });

  it.each(Object.entries(wordForms))('find other forms of words in %s', async (locale, pairs) => {
    await speak(locale);
    for (const [i, pair] of pairs.split(', ').entries()) {
      const [one, other] = pair.split(' ') as [string, string];
      const skus = [`${locale}-${i}-one`, `${locale}-${i}-other`];
      await save(skus[0]!, `${one} Zq`);
      await save(skus[1]!, `Zq ${other}`);
      for (const word of [one, other]) expect(await found(word), word).toEqual(expect.arrayContaining(skus));
      for (const sku of skus) ok(await here.admin.delete(`/V1/products/${sku}`));
    }
  });

  /** Sets the locale of the store view, and waits for the worker that follows it. */
  async function speak(locale: string): Promise<void> {
    await here.configure({ 'general/locale/code': locale });
    const language = locale.startsWith('nb') ? 'no' : locale.slice(0, 2);
    await reindexed((attributes) => attributes.endsWith(`;1:${language}`));
  }

  /** Runs the worker until all products have words that are made so. */
  async function reindexed(isSo: (attributes: string) => boolean): Promise<void> {
    const { db } = here.souk.systemCall();
    const worker = startReindexing(here.souk.platform);
    const isDone = async (): Promise<boolean> => {
      const row = await db.selectFrom('catalog_search_state').selectAll().executeTakeFirst();
      return row?.position === null && isSo(row.attributes);
    };
    await expect.poll(isDone).toBe(true);
    await worker.stop();
  }
});
