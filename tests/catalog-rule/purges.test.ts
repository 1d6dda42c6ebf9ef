import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteRule, saveRule } from '../../src/modules/catalog-rule/save.ts';
import { startReceiver, type Receiver } from '../io-events/receiver.ts';
import { engines } from '../storage/databases.ts';
import { ok, unique, until } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

describe.each(engines)('HTTP caches and catalog price rules on %s', (engine) => {
  let here: Here;
  let cache: Receiver;
  /** Waits until everything that was queued has been sent. */
  const settled = () =>
    until(async () => {
      const { db } = here.souk.systemCall();
      return !(await db.selectFrom('outbox').select('id').where('topic', '=', 'purge').executeTakeFirst());
    });
  /** The tags that some work purges. */
  async function purgedBy(work: () => Promise<unknown>): Promise<string[]> {
    await settled();
    cache.requests.length = 0;
    await work();
    await settled();
    const tags = cache.requests.flatMap(({ body }) => (JSON.parse(body) as { tags: string[] }).tags);
    return [...new Set(tags)];
  }

  beforeAll(async () => {
    cache = await startReceiver();
    here = await startHere(engine);
    await here.configure({
      'souk/events/allow_private': '127.0.0.1',
      'souk/page_cache/purge_urls': cache.url,
      'souk/page_cache/second_purge': '0.1',
    });
    cache.answer = () => ({ status: 200 });
  });
  afterAll(async () => {
    await here?.stop();
    await cache?.stop();
  });

  it('are purged of products when a rule is saved, begins or is deleted', async () => {
    const sku = unique('mug');
    await newProduct(here, { sku, price: 100 });
    const call = here.souk.systemCall();
    const gql = graphqlClient(here);
    const query = `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items {
      price_range { minimum_price { final_price { value } } } } } }`;
    const price = async (): Promise<number> =>
      (await gql.data(query, { sku })).products.items[0].price_range.minimum_price.final_price.value;
    const rule = {
      name: 'Sale',
      is_active: true,
      website_ids: [1],
      customer_group_ids: [0],
      from_date: '2032-01-05',
      simple_action: 'by_percent',
      discount_amount: 10,
    };
    ok(await here.guest.raw('PUT', '/_/clock', { now: '2032-01-02 12:00:00' }));
    let id = 0;
    const saved = await purgedBy(async () => (id = await saveRule(call, rule)));
    expect(saved).toEqual(['cat_p']);
    expect(await price()).toBe(100);
    await until(async () => !(await call.services.availability.chargeDue(call, Infinity)));
    const began = await purgedBy(async () => {
      ok(await here.guest.raw('PUT', '/_/clock', { now: '2032-01-05 12:00:00' }));
      await until(async () => (await price()) === 90);
    });
    expect(began).toEqual(['cat_p']);
    expect(await purgedBy(() => deleteRule(call, id))).toEqual(['cat_p']);
    expect(await price()).toBe(100);
    ok(await here.guest.raw('PUT', '/_/clock', { now: null }));
  });
});
