import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readyCart } from '../events/orders.ts';
import { startReceiver, type Received, type Receiver } from '../io-events/receiver.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, until } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct, product } from '../support/products.ts';

describe.each(engines)('purges of HTTP caches on %s', (engine) => {
  let here: Here;
  let cache: Receiver;
  const tagsOf = ({ body }: Received): string[] => (JSON.parse(body) as { tags: string[] }).tags;
  const confirmed = (): Received[] => cache.requests.filter(({ status }) => status === 200);
  const purged = (): Set<string> => new Set(confirmed().flatMap(tagsOf));
  /** Waits until everything that was queued has been sent. */
  const settled = () =>
    until(async () => {
      const { db } = here.souk.systemCall();
      return !(await db.selectFrom('outbox').select('id').where('topic', '=', 'purge').executeTakeFirst());
    });
  /** The tags that a change purges. */
  const purgedBy = async (change: () => Promise<unknown>): Promise<string[]> => {
    await settled();
    cache.requests.length = 0;
    await change();
    await settled();
    return [...purged()].sort();
  };

  beforeAll(async () => {
    cache = await startReceiver();
    here = await startHere(engine);
    await here.configure({
      'souk/events/allow_private': '127.0.0.1',
      'souk/page_cache/purge_urls': cache.url,
      'souk/page_cache/purge_token': 'secret',
      'souk/page_cache/second_purge': '0.1',
    });
  });
  afterAll(async () => {
    await here?.stop();
    await cache?.stop();
  });
  beforeEach(() => {
    cache.answer = () => ({ status: 200 });
  });

  it('name the content that has changed, with the token', async () => {
    const { sku } = await newProduct(here);
    expect(await purgedBy(() => here.admin.put(`/V1/products/${sku}`, { product: { price: 7 } }))).toEqual(['cat_p']);
    for (const { method, headers } of confirmed()) {
      expect([method, headers.authorization, headers['surrogate-key']]).toEqual(['PURGE', 'Bearer secret', 'cat_p']);
      const pattern = new RegExp(String(headers['x-magento-tags-pattern']));
      expect([pattern.test('cat_p,cat_c,FPC'), pattern.test('cat_c,FPC'), pattern.test('cat_p_x,FPC')]).toEqual([
        true,
        false,
        false,
      ]);
    }
  });

  it('cover each kind of content, and everything for what all pages show', async () => {
    const category = { name: 'Mugs', is_active: true, parent_id: 2 };
    const { id } = ok(await here.admin.post('/V1/categories', { category }));
    expect(await purgedBy(() => here.admin.put(`/V1/categories/${id}`, { category: { name: 'Cups' } }))).toEqual([
      'cat_c',
    ]);
    const block = { identifier: 'news', title: 'News', content: 'new' };
    expect(await purgedBy(() => here.admin.post('/V1/cmsBlock', { block }))).toEqual(['cms_b']);
    const page = { identifier: 'about', title: 'About', content: 'us' };
    expect(await purgedBy(() => here.admin.post('/V1/cmsPage', { page }))).toContain('cms_p');
    const everything = await purgedBy(() => here.configure({ 'general/store_information/name': 'Souk' }));
    expect(everything).toEqual(['FPC']);
    expect(confirmed()[0]!.headers['x-magento-tags-pattern']).toBe('.*');
  });

  it('leave the pages alone when carts, customers and orders change', async () => {
    const { path, payment } = await readyCart(here);
    expect(await purgedBy(() => here.guest.post(path, payment))).toEqual([]);
    const customer = { email: 'a@example.com', firstname: 'A', lastname: 'B' };
    expect(await purgedBy(() => here.admin.post('/V1/customers', { customer, password: 'Password1' }))).toEqual([]);
  });

  it('follow when the last piece is sold', async () => {
    const { path, payment } = await readyCart(here, 1);
    expect(await purgedBy(() => here.guest.post(path, payment))).toEqual(['cat_p']);
  });

  it('are not sent for changes that were undone', async () => {
    const extension_attributes = { stock_item: { qty: 1, is_in_stock: true }, website_ids: [999] };
    const refused = { ...product(), extension_attributes };
    const change = async () => void fails(await here.admin.post('/V1/products', { product: refused }), 400);
    expect(await purgedBy(change)).toEqual([]);
  });

  it('are repeated until the cache confirms', async () => {
    const { sku } = await newProduct(here);
    let refusals = 2;
    const change = async () => {
      cache.answer = () => ({ status: refusals-- > 0 ? 503 : 200 });
      ok(await here.admin.put(`/V1/products/${sku}`, { product: { price: 8 } }));
    };
    expect(await purgedBy(change)).toEqual(['cat_p']);
    expect(cache.requests.filter(({ status }) => status === 503)).toHaveLength(2);
  });

  it('are sent once more later, for responses that were under way during the first', async () => {
    const { sku } = await newProduct(here);
    await settled();
    cache.requests.length = 0;
    await here.configure({ 'souk/page_cache/second_purge': '600' });
    ok(await here.admin.put(`/V1/products/${sku}`, { product: { price: 9 } }));
    await until(async () => purged().has('cat_p'));
    const waiting = await here.souk
      .systemCall()
      .db.selectFrom('outbox')
      .select(['payload', 'available_at'])
      .where('topic', '=', 'purge')
      .where('available_at', '>', Date.now() + 60_000)
      .execute();
    expect(waiting.map(({ payload }) => JSON.parse(payload) as object)).toContainEqual({ tags: ['cat_p'] });
  });
});
