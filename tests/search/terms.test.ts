import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTermRetention } from '../../src/modules/search/terms/stored.ts';
import { formatTime } from '../../src/kernel/time.ts';
import { engines } from '../storage/databases.ts';
import { criteria, fails, ok, type Answer } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { serviceClient } from '../catalog-service/service.ts';

interface Term {
  readonly term: string;
  readonly store: string;
  readonly searches: number;
  readonly results?: number;
  readonly last_searched_at: string;
}

describe.each(engines)('terms of searches on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ 'souk/operations/retention_interval': '0.05' });
    await newProduct(here, { name: 'Quilted quokka' });
    await newProduct(here, { name: 'Woollen quokka' });
  });
  afterAll(() => here.stop());

  const search = async (text: string, more = ''): Promise<void> => {
    const query = `query($text: String) { products(search: $text ${more}) { items { sku } } }`;
    await graphqlClient(here).data(query, { text });
  };
  const list = async (kind: 'terms' | 'empty-terms'): Promise<Term[]> =>
    ok(await here.admin.raw('GET', `/_/console/search/${kind}`));
  const stored = async (term: string): Promise<Term | undefined> =>
    (await list('terms')).find((one) => one.term === term);
  const searches = async (term: string): Promise<number> => (await stored(term))?.searches ?? 0;
  const term = async (text: string | null) => {
    const query = 'query($text: String) { searchTerm(Search: $text) { query_text redirect popularity } }';
    return (await graphqlClient(here).data(query, { text })).searchTerm;
  };

  it('are counted in one form, with their results, also when the response is cached', async () => {
    for (const text of ['Quokka', ' quokka', 'QUOKKA', 'Quokka']) await search(text);
    await expect.poll(() => searches('quokka')).toBe(4);
    expect(await stored('quokka')).toMatchObject({ store: 'default', results: 2 });
    expect(await term('  QUOKKA ')).toMatchObject({ query_text: 'QUOKKA', popularity: 4 });
    expect(await term('quoll')).toMatchObject({ popularity: 0 });
  });

  it('are counted whatever characters a text has', async () => {
    await search('quilted\u0000 \ud800 quilt');
    await expect.poll(() => searches('quilted \ufffd quilt')).toBe(1);
  });

  it('are counted by REST and by the product search of the catalogue service', async () => {
    const filters = criteria([[{ field: 'search_term', value: 'Quilted' }]]);
    ok(await here.guest.get(`/V1/search?searchCriteria[requestName]=quick_search_container&${filters}`));
    await serviceClient(here).data('{ productSearch(phrase: "quilted") { total_count } }');
    await expect.poll(() => searches('quilted')).toBe(2);
    expect(await stored('quilted')).toMatchObject({ results: 1 });
  });

  it('are not counted again for further pages and filters, and not when they are short', async () => {
    await search('woollen', 'pageSize: 1');
    await search('woollen', 'pageSize: 1 filter: { price: { from: "1" } }');
    await graphqlClient(here).data('{ products(search: "quokka", pageSize: 1, currentPage: 2) { items { sku } } }');
    await search('qu');
    await search('after all');
    await expect.poll(() => searches('after all')).toBe(1);
    expect(await searches('woollen')).toBe(1);
    expect(await stored('woollen')).not.toHaveProperty('results');
    expect(await searches('quokka')).toBe(4);
    expect(await searches('qu')).toBe(0);
    await graphqlClient(here).data('{ products(search: "woollen", pageSize: 1) { total_count } }');
    await expect.poll(() => stored('woollen')).toMatchObject({ results: 1, searches: 2 });
  });

  it('without results are in a report of their own until they find something', async () => {
    await search('xylophone');
    await search('  ?!? ');
    const empty = async (): Promise<string[]> => (await list('empty-terms')).map(({ term }) => term);
    await expect.poll(empty).toContain('xylophone');
    expect(await empty()).toContain('?!?');
    expect(await empty()).not.toContain('quokka');
    await newProduct(here, { name: 'Xylophone' });
    await search('xylophone');
    await expect.poll(empty).not.toContain('xylophone');
    expect(await searches('xylophone')).toBe(2);
  });

  it('are limited: the rarest and oldest make room', async () => {
    const system = here.souk.systemCall();
    await system.transaction(async (inside) => {
      const rows = Array.from({ length: 5_000 }, (_, i) => ({
        store_id: 1,
        term: `flood ${i}`,
        searches: 1,
        results: 0,
        last_searched_at: formatTime(new Date(Date.now() - 3_600_000)),
      }));
      for (let i = 0; i < rows.length; i += 500)
        await inside.db
          .insertInto('catalog_search_term')
          .values(rows.slice(i, i + 500))
          .execute();
    });
    await search('woollen', 'sort: { relevance: DESC }');
    const count = async (): Promise<number> =>
      Number(
        (
          await system.db
            .selectFrom('catalog_search_term')
            .select(({ fn }) => fn.countAll().as('n'))
            .execute()
        )[0]?.n,
      );
    await expect.poll(count).toBeLessThanOrEqual(4_500);
    expect(await searches('quokka')).toBe(4);
    expect(await searches('woollen')).toBe(3);
  });

  it('are deleted when their lifetime is over, and not counted when it is 0', async () => {
    const old = { store_id: 1, term: 'old', searches: 9, results: 0, last_searched_at: '2020-01-01 00:00:00' };
    await here.souk.systemCall().transaction(({ db }) => db.insertInto('catalog_search_term').values(old).execute());
    expect(await searches('old')).toBe(9);
    const worker = startTermRetention(here.souk.platform);
    await expect.poll(() => searches('old')).toBe(0);
    await worker.stop();
    await here.configure({ 'souk/search/term_lifetime': '0' });
    await search('woollen', 'pageSize: 3');
    await here.configure({ 'souk/search/term_lifetime': '90' });
    await search('quilted quokka');
    await expect.poll(() => searches('quilted quokka')).toBe(1);
    expect(await searches('woollen')).toBe(3);
  });

  it('are for those with the permission alone', async () => {
    const other = await here.granted('admin', ['Magento_Catalog::products']);
    expect((await other.raw('GET', '/_/console/search/terms')).status).toBe(401);
    const one = await here.granted('admin', ['Magento_Search::search']);
    expect((await one.raw('GET', '/_/console/search/terms?limit=1')).body).toHaveLength(1);
  });

  it('lead to addresses, by store view', async () => {
    const path = 'souk/search/redirects';
    const set = (value: string): Promise<Answer> => here.admin.raw('PUT', '/_/console/settings', { path, value });
    ok(await set('Sale => /sale.html\n opening hours => https://example.com/hours?a=1'));
    for (const wrong of ['sale', 'sale => ', '=> /sale.html', 'sale => javascript:alert(1)', 'sale => //example.com'])
      fails(await set(wrong), 400, /souk\/search\/redirects/);
    expect(await term(' SALE')).toEqual({ query_text: 'SALE', redirect: '/sale.html', popularity: 0 });
    expect((await term('opening  hours')).redirect).toBe('https://example.com/hours?a=1');
    const searched = await searches('woollen');
    expect(searched).toBeGreaterThan(0);
    expect(await term('woollen')).toEqual({ query_text: 'woollen', redirect: null, popularity: searched });
    expect([await term(''), await term(null)]).toEqual([null, null]);
  });
});
