import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { ok, type Answer } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

const MENU = '{ categories { items { uid name children { name url_path } } } }';
const COUNTS = '{ categories { items { name product_count } } }';

describe.each(engines)('headers for HTTP caches on %s', (engine) => {
  let here: Here;
  let sku: string;
  const get = (query: string, headers?: Record<string, string>, client = here.guest): Promise<Answer> =>
    client.raw('GET', `/graphql?query=${encodeURIComponent(query)}`, undefined, headers);
  const headersOf = ({ headers }: Answer) => [headers.get('cache-control'), headers.get('x-magento-tags')];
  const setClock = async (now: string | null) => void ok(await here.guest.raw('PUT', '/_/clock', { now }));

  beforeAll(async () => {
    here = await startHere(engine);
    ({ sku } = await newProduct(here));
    await setClock('2026-06-10T12:00:00Z');
  });
  afterAll(() => here?.stop());

  it('are missing until an HTTP cache is configured', async () => {
    expect(headersOf(await get(MENU))).toEqual(['no-store', null]);
  });

  describe('with an HTTP cache', () => {
    beforeAll(() =>
      here.configure({ 'system/full_page_cache/caching_application': '2', 'system/full_page_cache/ttl': '600' }),
    );
    afterAll(() => here.configure({ 'system/full_page_cache/caching_application': '1' }));

    it('name the content that a query shows', async () => {
      const public600 = 'public, max-age=0, s-maxage=600';
      const product = `{ products(filter: { sku: { eq: "${sku}" } }) { items { name } } }`;
      expect(headersOf(await get('{ storeConfig { store_code } }'))).toEqual([public600, 'FPC']);
      expect(headersOf(await get(MENU))).toEqual([public600, 'cat_c,FPC']);
      expect(headersOf(await get(COUNTS))).toEqual([public600, 'cat_p,cat_c,FPC']);
      const answer = await get(product);
      expect(headersOf(answer)).toEqual([public600, 'cat_p,cat_c,cms_p,cms_b,FPC']);
      expect(answer.headers.get('surrogate-key')).toBe('cat_p cat_c cms_p cms_b FPC');
      expect(answer.headers.get('vary')).toMatch(/Store.*Authorization/);
      // The second response is one from memory.
      expect(headersOf(await get(product))).toEqual(headersOf(answer));
    });

    it('let caches ask whether a response is current', async () => {
      const { headers, text } = await get(MENU);
      const etag = headers.get('etag')!;
      const same = await get(MENU, { 'if-none-match': etag });
      expect([same.status, same.text, same.headers.get('cache-control')]).toEqual([
        304,
        '',
        headers.get('cache-control'),
      ]);
      expect((await get(COUNTS, { 'if-none-match': etag })).status).toBe(200);
      expect(text).not.toBe('');
    });

    it('are missing where a response is private, wrong, or to credentials', async () => {
      const customer = { email: 'ada@example.com', firstname: 'Ada', lastname: 'Byron' };
      const { id } = ok(await here.guest.post('/V1/customers', { customer, password: 'Password1' }));
      const cart = ok(await here.guest.post('/V1/guest-carts'));
      for (const answer of [
        await get(MENU, {}, await here.callerOf('customer', id)),
        await get(MENU, {}, here.admin),
        await get(`{ cart(cart_id: "${cart}") { id } }`),
        await get(`{ storeConfig { store_code } cart(cart_id: "${cart}") { id } }`),
        await get('{ storeConfig { nothing } }'),
        await get('{ cmsPage(identifier: "nothing") { title } }'),
        await here.guest.raw('POST', '/graphql', { query: MENU }),
      ]) {
        expect(headersOf(answer), answer.text).toEqual(['no-store', null]);
      }
    });

    it('end with the day of the store view, since prices do', async () => {
      const lifetimeAt = async (now: string, timeZone: string): Promise<number> => {
        await here.configure({ 'general/locale/timezone': timeZone, 'system/full_page_cache/ttl': '86400' });
        await setClock(now);
        const [control] = headersOf(await get(MENU));
        return Number(/s-maxage=(\d+)/.exec(control!)![1]);
      };
      // Clocks are put forward on 29 March 2026 in Europe, and back on 25 October.
      for (const [now, timeZone, hours] of [
        ['2026-06-10T12:00:00Z', 'UTC', 12],
        ['2026-06-10T12:00:00Z', 'Europe/Berlin', 10],
        ['2026-06-10T12:00:00Z', 'America/Los_Angeles', 19],
        ['2026-03-28T23:30:00Z', 'Europe/Berlin', 22.5],
        ['2026-10-24T22:30:00Z', 'Europe/Berlin', 23.5],
      ] as const) {
        const lifetime = await lifetimeAt(now, timeZone);
        expect(lifetime, `${now} ${timeZone}`).toBeLessThanOrEqual(hours * 3600);
        expect(lifetime, `${now} ${timeZone}`).toBeGreaterThan(hours * 3600 - 60);
      }
      await here.configure({ 'general/locale/timezone': 'UTC', 'system/full_page_cache/ttl': '600' });
    });

    it('let browsers use responses only as long as they are told to', async () => {
      await here.configure({ 'souk/page_cache/browser_lifetime': '60' });
      expect(headersOf(await get(MENU))[0]).toBe('public, max-age=60, s-maxage=600');
      await here.configure({ 'souk/page_cache/browser_lifetime': '0' });
    });

    it('are those of catalogue reads by REST too, once these are open to everybody', async () => {
      const path = `/V1/products/${sku}`;
      const tags = 'cat_p,cat_c,cms_p,cms_b,FPC';
      expect((await here.guest.get(path)).status).toBe(401);
      await here.configure({ 'webapi/webapisecurity/allow_insecure': '1' });
      for (const open of [path, '/V1/products?searchCriteria[pageSize]=1', '/V1/categories']) {
        const answer = await here.guest.get(open);
        expect(headersOf(answer), open).toEqual(['public, max-age=0, s-maxage=600', tags]);
        expect(answer.headers.get('vary'), open).toContain('accept');
        expect(headersOf(await here.admin.get(open)), open).toEqual(['no-store', null]);
      }
      const etag = (await here.guest.get(path)).headers.get('etag')!;
      const same = await here.guest.get(path, { 'if-none-match': etag });
      expect([same.status, ...headersOf(same)]).toEqual([304, 'public, max-age=0, s-maxage=600', tags]);
      // Reservations change it, and nobody would purge it.
      expect(headersOf(await here.guest.get(`/V1/stockStatuses/${sku}`))).toEqual(['no-store', null]);
      expect(headersOf(await here.guest.get('/V1/products/nothing'))).toEqual(['no-store', null]);
      await here.configure({ 'webapi/webapisecurity/allow_insecure': '0' });
    });
  });
});
