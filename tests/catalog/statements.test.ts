import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHere, type Here } from '../support/here.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { engines } from '../storage/databases.ts';
import { type Client, criteria, ok, unique, type Answer } from '../support/client.ts';
import { makeOfEachType } from './each-type.ts';

/** A field that no product has: nothing is kept of an answer that nobody has asked for before. */
const fieldOfNone = (): string => unique().replaceAll('-', '_');

describe.each(engines)('statements on %s', (engine) => {
  let here: Here;
  let admin: Client;
  let counted: StatementCount;

  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    ({ admin } = here);
    for (let i = 0; i < 20; i += 5) await makeOfEachType(admin, String(i));
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  const statementsOf = (request: () => Promise<Answer>): Promise<string[]> =>
    counted.settled(async () => ok(await request()));

  /** Asks again and again for the same, without being given a kept answer. */
  const sentFor = (path: string): Promise<string[]> =>
    statementsOf(() => admin.get(`${path}${path.includes('?') ? '&' : '?'}own=${unique()}`));

  const save = async (product: object): Promise<Answer['body']> =>
    ok(await admin.post('/V1/products', { product: { attribute_set_id: 4, price: 5, ...product } }));

  it('of a page of 20 products of all types are five, three where they are kept, and by price one more', async () => {
    const page = (query: string): Promise<string[]> => sentFor(`/V1/products?${query}`);
    const all = criteria([], { pageSize: 20 });
    const { items } = ok(await admin.get(`/V1/products?${all}`));
    expect(new Set(items.map((item: { type_id: string }) => item.type_id)).size).toBe(5);
    const names = [...new Set(items.flatMap((item: object) => Object.keys(item)))];
    const read = await statementsOf(() =>
      admin.get(`/V1/products?${all}&fields=items[${names},${fieldOfNone()}],total_count`),
    );
    expect(read, read.join('\n')).toHaveLength(5);
    const kept = await page(all);
    expect(kept, kept.join('\n')).toHaveLength(3);
    const filters = [[{ field: 'category_id', value: 2 }], [{ field: 'status', value: 1 }]];
    const byPrice = criteria(filters, { pageSize: 2, sort: [{ field: 'price' }] });
    const ofCategory = await page(byPrice);
    expect(ofCategory.length, ofCategory.join('\n')).toBeLessThanOrEqual(5);
    const ofStore = await page(
      criteria([[{ field: 'store_id', value: 1 }]], { pageSize: 2, sort: [{ field: 'price' }] }),
    );
    expect(ofStore.filter((text) => text.includes('count(*)'))).toEqual([]);
  });

  it('of what is not wanted of products are none', async () => {
    const tables =
      /stock_item|product_option|product_link|product_media|product_website|category_product|bundle_|downloadable_|configurable_/;
    const page = criteria([], { pageSize: 5 });
    const sentOf = (fields: string) =>
      statementsOf(() => admin.get(`/V1/products?${page}&fields=${fields.replace('[', `[${fieldOfNone()},`)}`));
    const few = await sentOf('items[sku,price],total_count');
    expect(few.length, few.join('\n')).toBe(4);
    expect(few.filter((text) => tables.test(text))).toEqual([]);
    for (const [fields, queries] of [
      ['items[sku]', 3],
      ['total_count', 2],
      ['search_criteria', 1],
    ] as const) {
      const sent = await sentOf(fields);
      expect(sent.length, sent.join('\n')).toBe(queries);
    }
    for (const type of ['simple', 'bundle', 'group', 'download', 'configurable']) {
      const sent = await sentFor(`/V1/products/${type}-0?fields=sku,price,extension_attributes[nothing]`);
      expect(sent.filter((text) => tables.test(text))).toEqual([]);
      const stock = await sentFor(`/V1/products/${type}-0?fields=sku,extension_attributes[stock_item[qty]]`);
      expect(stock.filter((text) => text.includes('cataloginventory_stock_item'))).toHaveLength(1);
      expect(stock.filter((text) => tables.test(text.replaceAll('stock_item', '')))).toEqual([]);
    }
  });

  it('of a single product are two, and three of a configurable one', async () => {
    for (const type of ['simple', 'bundle', 'group', 'download', 'configurable']) {
      const sent = await sentFor(`/V1/products/${type}-0`);
      expect(sent.length, sent.join('\n')).toBe(type === 'configurable' ? 3 : 2);
    }
  });

  it('of a save of a simple product are few', async () => {
    const stock = (qty: number) => ({ stock_item: { qty, is_in_stock: true } });
    const urlKey = (value: string) => ({ custom_attributes: [{ attribute_code: 'url_key', value }] });
    const all = admin.store('all');
    let n = 0;
    const create = (): Promise<string[]> =>
      statementsOf(() => {
        const sku = `few-${(n += 1)}`;
        return all.post('/V1/products', {
          product: {
            sku,
            name: sku,
            attribute_set_id: 4,
            price: 1,
            weight: 1,
            custom_attributes: [{ attribute_code: 'description', value: 'Few statements' }],
            extension_attributes: { category_links: [{ category_id: '2', position: 0 }], ...stock(1) },
          },
        });
      });
    const change = (productOf: (n: number) => object): Promise<string[]> =>
      statementsOf(() => all.put('/V1/products/few-1', { product: productOf((n += 1)) }));
    // The last statement counts up the version of what is shown.
    const created = await create();
    expect(created.length, created.join('\n')).toBeLessThanOrEqual(12);
    const priced = await change((price) => ({ price }));
    expect(priced.length, priced.join('\n')).toBeLessThanOrEqual(6);
    const changed = await change((next) => ({
      name: `Few ${next}`,
      price: next,
      ...urlKey(`few-${next}`),
      extension_attributes: stock(next),
    }));
    expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(15);
  });

  it('of price storages do not grow with the rows', async () => {
    const skus = Array.from({ length: 40 }, (_, i) => `priced-${i}`);
    for (const sku of skus) await save({ sku, name: sku });
    const rowsOf = (kind: string, few: readonly string[], n: number) =>
      few.map((sku) => {
        const row = { sku, store_id: 0, price: n };
        if (kind === 'cost') return { sku, store_id: 0, cost: n };
        if (kind === 'special-price') return { ...row, price_from: '2030-01-01 00:00:00', price_to: null };
        if (kind !== 'tier-prices') return row;
        return { sku, website_id: 0, price: n, price_type: 'fixed', customer_group: 'ALL GROUPS', quantity: 2 };
      });
    let n = 10;
    const write = (kind: string, few: readonly string[]): Promise<Answer> =>
      admin.post(`/V1/products/${kind}`, { prices: rowsOf(kind, few, (n += 1)) });
    const sent = async (kind: string, few: readonly string[]): Promise<number> =>
      (await statementsOf(() => write(kind, few))).length;
    for (const kind of ['base-prices', 'cost', 'special-price', 'tier-prices']) {
      const [few, many] = [await sent(kind, skus.slice(0, 3)), await sent(kind, skus)];
      expect(many, kind).toBe(few);
      expect(many, kind).toBeLessThanOrEqual(14);
      const shown = ok(await admin.post(`/V1/products/${kind}-information`, { skus }));
      expect(shown.map((row: { price?: number; cost?: number }) => row.price ?? row.cost)).toEqual(skus.map(() => n));
    }
    for (const kind of ['cost', 'special-price']) {
      const gone = await statementsOf(async () => {
        ok(await write(kind, skus));
        const prices = kind === 'cost' ? [] : ok(await admin.post(`/V1/products/${kind}-information`, { skus }));
        counted.reset();
        return await admin.post(`/V1/products/${kind}-delete`, kind === 'cost' ? { skus } : { prices });
      });
      expect(gone.length, gone.join('\n')).toBeGreaterThan(1);
      expect(gone.length, gone.join('\n')).toBeLessThanOrEqual(15);
      expect(ok(await admin.post(`/V1/products/${kind}-information`, { skus }))).toEqual([]);
    }
  });
});
