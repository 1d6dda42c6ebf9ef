import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderOf } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { graphqlClient } from '../support/graphql.ts';
import { ok, unique, type Answer } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';

const I = '/V1/inventory';
const LIST = '{ products(filter: { price: { from: "0" } }, pageSize: 50) { total_count items { sku stock_status } } }';

describe.each(engines)('statements on %s', (engine) => {
  let here: Here;
  let count: StatementCount;
  const skus: string[] = [];
  const sources: string[] = [];
  let stock_id: number;

  beforeAll(async () => {
    here = await startHere(engine);
    for (let i = 0; i < 12; i++) skus.push((await newProduct(here)).sku);
    const sales_channels = [{ type: 'website', code: 'base' }];
    stock_id = ok(await post('stocks', { stock: { name: 'All', extension_attributes: { sales_channels } } }));
    await addSources(2);
    count = countStatements();
  });
  afterAll(async () => {
    count?.stop();
    await here?.stop();
  });

  const post = (path: string, body: object): Promise<Answer> => here.admin.post(`${I}/${path}`, body);

  /** Adds sources to the stock that have five pieces of each product. */
  async function addSources(howMany: number): Promise<void> {
    for (let i = 0; i < howMany; i++) {
      const source_code = unique('source');
      sources.push(source_code);
      ok(await post('sources', { source: { source_code, name: source_code, country_id: 'US', postcode: '1' } }));
      ok(await post('stock-source-links', { links: [{ stock_id, source_code, priority: sources.length }] }));
      ok(await post('source-items', { sourceItems: itemsOf(skus, [source_code]) }));
    }
  }
  const itemsOf = (some: readonly string[], codes: readonly string[]): object[] =>
    some.flatMap((sku) => codes.map((source_code) => ({ sku, source_code, quantity: 5, status: 1 })));

  async function statementsOf(work: () => Promise<unknown>): Promise<number> {
    const { length } = await count.settled(work);
    expect(length).toBeGreaterThan(0);
    return length;
  }

  it('of lists and checkouts do not grow with the sources of a stock', async () => {
    const list = async (): Promise<void> => {
      const { products } = await graphqlClient(here).data(LIST);
      expect(products.total_count).toBe(12);
    };
    const buy = (): Promise<unknown> => orderOf(here, [{ sku: skus[0]!, qty: 1 }]);
    const before = [await statementsOf(list), await statementsOf(buy)];
    await addSources(4);
    expect([await statementsOf(list), await statementsOf(buy)]).toEqual(before);
  });

  it('of a page of a website with its own stock do not count all its products each time', async () => {
    const page = async (): Promise<void> => {
      const { products } = await graphqlClient(here).data(
        '{ products(filter: { price: { from: "0" } }, pageSize: 5) { total_count items { only_x_left_in_stock } } }',
      );
      expect(products.total_count).toBe(12);
    };
    expect(await statementsOf(page)).toBeGreaterThan(1);
    expect(count.statements.filter((text) => text.includes('count(*)'))).toEqual([]);
  });

  it('of writes and questions about many products do not grow with these', async () => {
    const write = (some: readonly string[], codes: readonly string[]) => async (): Promise<void> => {
      ok(await post('source-items', { sourceItems: itemsOf(some, [...codes, 'default']) }));
    };
    const ask = (some: readonly string[]) => async (): Promise<void> => {
      const query = some.map((sku) => `skus[]=${sku}`).join('&');
      ok(await here.admin.get(`${I}/are-products-salable?${query}&stockId=${stock_id}`));
      const each = some.map((sku, i) => `skuRequests[${i}][sku]=${sku}&skuRequests[${i}][qty]=1`).join('&');
      ok(await here.admin.get(`${I}/are-product-salable-for-requested-qty/?${each}&stockId=${stock_id}`));
    };
    const move = (some: readonly string[]) => async (): Promise<void> => {
      const [originSourceCode, destinationSourceCode] = sources;
      const items = some.map((sku) => ({ sku, qty: 0 }));
      ok(await post('bulk-partial-source-transfer', { originSourceCode, destinationSourceCode, items }));
    };
    const one = skus.slice(0, 1);
    expect(await statementsOf(write(skus, sources))).toBe(await statementsOf(write(one, sources.slice(0, 1))));
    expect(await statementsOf(ask(skus))).toBe(await statementsOf(ask(one)));
    expect(await statementsOf(move(skus))).toBe(await statementsOf(move(one)));
  });
});
