import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startForgettingWords } from '../../src/modules/search/forgotten-words.ts';
import { serviceClient } from '../catalog-service/service.ts';
import { engines } from '../storage/databases.ts';
import { criteria, fails, ok, type Answer } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { addToSet, newAttribute, newProduct } from '../support/products.ts';

const names: Readonly<Record<string, string>> = {
  SHOES: 'Running shoes',
  SHIRT: 'Blue shirt',
  HEADPHONES: 'Wireless headphones',
  CHAIR: 'Garden chair',
  COUCH: 'Corner couch',
  SMARTPHONE: 'Smartphone with two cameras',
  DIVAN: 'Divan bed',
  VAULT: 'Vault X1200',
};

describe.each(engines)('on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ 'souk/operations/retention_interval': '0.02' });
    for (const [sku, name] of Object.entries(names)) await newProduct(here, { sku, name });
    const brand = await newAttribute(here, {
      attribute_code: 'brand',
      frontend_input: 'select',
      is_searchable: '1',
      options: [{ label: 'Lumiere' }],
    });
    await addToSet(here, 'brand');
    const value = (brand.options as { label: string; value: string }[]).find(({ label }) => label === 'Lumiere')!.value;
    await newProduct(here, { sku: 'LAMP', name: 'Desk lamp', custom_attributes: [{ attribute_code: 'brand', value }] });
  });
  afterAll(() => here.stop());

  const search = async (text: string): Promise<{ skus: string[]; suggestions: string[]; total: number }> => {
    const query = `query($text: String) { products(search: $text) {
      items { sku } total_count suggestions { search } } }`;
    const { products } = await graphqlClient(here).data(query, { text });
    return {
      skus: products.items.map(({ sku }: { sku: string }) => sku),
      suggestions: products.suggestions.map((one: { search: string }) => one.search),
      total: products.total_count,
    };
  };
  const skus = async (text: string): Promise<string[]> => (await search(text)).skus;
  const set = (path: string, value: string): Promise<Answer> =>
    here.admin.raw('PUT', '/_/console/settings', { path, value });

  describe('a misspelt word', () => {
    it.each([
      ['sheos', ['SHOES'], 'a swap'],
      ['shose', ['SHOES'], 'a swap'],
      ['shooes', ['SHOES'], 'a letter too much'],
      ['chir', ['CHAIR'], 'a letter too few'],
      ['xhair', ['CHAIR'], 'the first letter'],
      ['headfonse', [], 'three edits'],
      ['haedphoens', ['HEADPHONES'], 'two edits of a long word'],
      ['heatpones', ['HEADPHONES'], 'two edits of a long word'],
      ['chiar shirrt', ['CHAIR', 'SHIRT'], 'two words'],
      ['lumeire', ['LAMP'], 'the label of an option'],
      ['wireles hed', ['HEADPHONES'], 'a word before the beginning of another'],
      ['haedpho', ['HEADPHONES'], 'the beginning of a word'],
      ['chas', [], 'two edits of a short word'],
      ['vualt', ['VAULT'], 'beside a number'],
      ['x1201', [], 'a word with digits'],
    ])('D341: %s finds %j: %s', async (text, expected) => {
      const found = await search(text);
      expect(found.skus.toSorted()).toEqual(expected.toSorted());
      expect(found.total).toBe(expected.length);
    });

    it('is named with its correction, above the results', async () => {
      expect(await search('Runing sheos')).toEqual({ skus: ['SHOES'], suggestions: ['running shoes'], total: 1 });
      expect((await search('running shoes')).suggestions).toEqual([]);
      const query = `{ productSearch(phrase: "blue shrit") { suggestions items { product { sku }
        highlights { attribute value matched_words } } } }`;
      const { productSearch } = await serviceClient(here).data(query);
      expect(productSearch.suggestions).toEqual(['blue shirt']);
      expect(productSearch.items).toEqual([
        {
          product: { sku: 'SHIRT' },
          highlights: [
            { attribute: 'name', value: '<em>Blue</em> <em>shirt</em>', matched_words: ['Blue', 'shirt'] },
            { attribute: 'sku', value: '<em>SHIRT</em>', matched_words: ['SHIRT'] },
          ],
        },
      ]);
    });

    it('is found by REST as well, below products with the word itself', async () => {
      const find = async (value: string): Promise<string[]> => {
        const asked = criteria([[{ field: 'search_term', value }]]);
        const { items } = ok(
          await here.guest.get(`/V1/search?searchCriteria[requestName]=quick_search_container&${asked}`),
        );
        return (items as { id: number }[]).map(({ id }) => String(id));
      };
      const [shoes] = await find('shoes');
      expect(await find('sheos')).toEqual([shoes]);
      await newProduct(here, { sku: 'SHEOS', name: 'Sheos sandals' });
      expect(await skus('sheos')).toEqual(['SHEOS']);
      ok(await here.admin.delete('/V1/products/SHEOS'));
      const worker = startForgettingWords(here.souk.platform);
      await expect.poll(() => skus('sheos')).toEqual(['SHOES']);
      await worker.stop();
    });

    it('is not corrected where the store view does not tolerate errors, but suggested', async () => {
      ok(await set('souk/search/typo_tolerance', '0'));
      expect(await search('sheos')).toEqual({ skus: [], suggestions: ['shoes'], total: 0 });
      ok(await set('souk/search/typo_tolerance', '1'));
      expect(await skus('sheos')).toEqual(['SHOES']);
      ok(await set('catalog/search/search_suggestion_enabled', '0'));
      expect(await search('sheos')).toEqual({ skus: ['SHOES'], suggestions: [], total: 1 });
      ok(await set('catalog/search/search_suggestion_enabled', '1'));
    });

    it('finds words of the store view alone', async () => {
      const custom_attributes = ['url_key', 'meta_title'].map((attribute_code) => ({ attribute_code, value: 'pot' }));
      await newProduct(here, { sku: 'WORDS', name: 'Teapot', custom_attributes });
      ok(await here.admin.store('default').put('/V1/products/WORDS', { product: { name: 'Kettle' } }));
      expect(await search('taepot')).toEqual({ skus: [], suggestions: [], total: 0 });
      expect(await skus('ketlte')).toEqual(['WORDS']);
    });
  });

  describe('synonyms', () => {
    it('find each other, in any form, below the word itself', async () => {
      expect(await skus('sofas')).toEqual([]);
      ok(await set('souk/search/synonyms', 'sofa, couch, divan\nmobile phone => smartphone; t-shirt, tee'));
      expect((await skus('sofas')).toSorted()).toEqual(['COUCH', 'DIVAN']);
      expect(await skus('corner sofa')).toEqual(['COUCH', 'DIVAN']);
      expect(await skus('divan')).toEqual(['DIVAN', 'COUCH']);
    });

    it('have several words, and one direction', async () => {
      expect((await skus('mobile phones'))[0]).toBe('SMARTPHONE');
      await newProduct(here, { sku: 'MOBILE', name: 'Mobile phone for children' });
      expect(await skus('mobile phone')).toEqual(['MOBILE', 'SMARTPHONE']);
      expect(await skus('smartphone')).toEqual(['SMARTPHONE']);
      expect(await skus('mobile')).toEqual(['MOBILE']);
      ok(await set('souk/search/synonyms', 'sofa, couch, divan, mobile phone'));
      const found = await skus('sofa');
      expect(found.slice(0, 2).toSorted()).toEqual(['COUCH', 'DIVAN']);
      expect(found).toContain('MOBILE');
    });

    it('are named by the product search', async () => {
      const query = '{ productSearch(phrase: "sofa") { related_terms suggestions } }';
      const { productSearch } = await serviceClient(here).data(query);
      expect(productSearch.related_terms).toEqual(['couch', 'divan', 'mobile phone']);
    });

    it('are refused when they are not groups of words', async () => {
      for (const wrong of ['sofa', 'sofa => ', 'a => b => c', 'sofa, , couch', 'sofa, ?!', Array(30).fill('x').join()])
        fails(await set('souk/search/synonyms', wrong), 400, /souk\/search\/synonyms/);
      expect((await skus('sofa')).slice(0, 2).toSorted()).toEqual(['COUCH', 'DIVAN']);
    });
  });
});
