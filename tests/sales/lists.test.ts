import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHere, type Here } from '../support/here.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { engines } from '../storage/databases.ts';
import { type Client, criteria, ok } from '../support/client.ts';
import type { Json } from './shop.ts';

type Condition = readonly [field: string, value: string, type?: string];

const ORDERS = 40;
const statuses = ['pending', 'processing', 'complete'] as const;

describe.each(engines)('lists of many orders on %s', (engine) => {
  let here: Here;
  let admin: Client;
  let counted: StatementCount;

  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    ({ admin } = here);
    for (let i = 0; i < ORDERS; i++) await makeOrder(i);
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  async function makeOrder(i: number): Promise<void> {
    const item = (name: string) => ({ sku: name, name, qty_ordered: 1, price: 10, row_total: 10 });
    const address = { firstname: 'A', lastname: 'B', street: ['C'], city: 'D', country_id: 'DE', telephone: '1' };
    const entity = {
      customer_email: `buyer${i % 7}@example.com`,
      grand_total: 20,
      subtotal: 20,
      status: statuses[i % 3],
      created_at: `2026-01-${String(1 + (i % 28)).padStart(2, '0')} 10:00:00`,
      payment: { method: 'checkmo' },
      billing_address: { ...address, postcode: '1' },
      items: [item('one'), item('two')],
    };
    const { entity_id } = ok(await admin.post('/V1/orders', { entity }));
    ok(await admin.post(`/V1/order/${entity_id}/invoice`, { items: [] }));
    if (i % 2 === 0) ok(await admin.post(`/V1/order/${entity_id}/ship`));
    if (i % 4 === 0) ok(await admin.post(`/V1/order/${entity_id}/refund`));
    // What came of the documents is put back, so that each status has its share.
    ok(await admin.post('/V1/orders', { entity: { entity_id, state: 'processing', status: statuses[i % 3] } }));
  }

  function queryOf(
    conditions: readonly Condition[],
    sort: string | undefined,
    pageSize: number,
    currentPage = 1,
  ): string {
    const groups = conditions.map(([field, value, condition_type = 'eq']) => [{ field, value, condition_type }]);
    return criteria(groups, { ...(sort ? { sort: [{ field: sort, direction: 'DESC' }] } : {}), pageSize, currentPage });
  }

  async function list(path: string, conditions: readonly Condition[], sort?: string, pageSize = 20): Promise<Json> {
    return ok(await admin.get(`${path}?${queryOf(conditions, sort, pageSize)}`));
  }

  it.each(['/V1/orders', '/V1/orders/items', '/V1/invoices', '/V1/shipments', '/V1/creditmemos'])(
    'a page of %s takes the same statements, however long it is',
    async (path) => {
      const taken = async (pageSize: number): Promise<number> => {
        const page = async () => expect((await list(path, [], 'created_at', pageSize)).items).toHaveLength(pageSize);
        return (await counted.settled(page)).length;
      };
      const few = await taken(2);
      // The caller, the keys, the rows, their items, their number.
      expect(few, counted.statements.join('\n')).toBeLessThanOrEqual(6);
      expect(few).toBeGreaterThanOrEqual(3);
      expect(await taken(path === '/V1/creditmemos' ? 9 : 19)).toBe(few);
    },
  );

  it('tell exact totals, counted or kept', async () => {
    const orders = (await list('/V1/orders', [], undefined, 1000)).items as Json[];
    expect(orders).toHaveLength(ORDERS);
    const total = async (...conditions: Condition[]): Promise<number> =>
      (await list('/V1/orders', conditions, 'created_at', 2)).total_count;
    const having = (test: (order: Json) => boolean): number => orders.filter(test).length;
    expect(await total()).toBe(ORDERS);
    expect(await total(['status', 'PENDING'])).toBe(having(({ status }) => status === 'pending'));
    expect(await total(['status', 'pending,complete,pending', 'in'])).toBe(
      having(({ status }) => status !== 'processing'),
    );
    expect(await total(['status', 'none'])).toBe(0);
    expect(await total(['status', 'pending', 'neq'])).toBe(having(({ status }) => status !== 'pending'));
    expect(await total(['status', 'pending'], ['status', 'complete'])).toBe(0);
    expect(await total(['status', 'complete'], ['customer_email', 'Buyer3@example.com'])).toBe(
      having(({ status, customer_email }) => status === 'complete' && customer_email === 'buyer3@example.com'),
    );
    for (const [path, count] of [
      ['/V1/invoices', ORDERS],
      ['/V1/shipments', ORDERS / 2],
      ['/V1/creditmemos', ORDERS / 4],
    ] as const) {
      expect((await list(path, [], 'created_at', 2)).total_count).toBe(count);
    }
  });

  it('do not count the orders of a status', async () => {
    const sent = await counted.settled(() => list('/V1/orders', [['status', 'complete']], 'created_at', 2));
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.filter((text) => /count\(\*\)/.test(text))).toEqual([]);
  });

  it('page through a range of time in the order of ids, without a row twice or none', async () => {
    const since: Condition = ['created_at', '2026-01-10 00:00:00', 'gteq'];
    const whole = (await list('/V1/orders', [since], 'entity_id', 1000)).items.map(({ entity_id }: Json) => entity_id);
    expect(whole.length).toBeGreaterThan(20);
    expect(whole).toEqual(whole.toSorted((a: number, b: number) => b - a));
    const pages: number[] = [];
    for (let page = 1; page <= Math.ceil(whole.length / 6); page++) {
      const { items } = ok(await admin.get(`/V1/orders?${queryOf([since], 'entity_id', 6, page)}`));
      pages.push(...items.map(({ entity_id }: Json) => entity_id));
    }
    expect(pages).toEqual(whole);
  });

  it('are answered from an index', async () => {
    const sent = await counted.settled(async () => {
      for (const [path, ...conditions] of searched) await list(path, conditions, undefined, 20);
    });
    const lists = sent.filter((text) => /limit/.test(text));
    expect(lists).toHaveLength(searched.length);
    for (const text of lists) expect(await planOf(text), text).not.toMatch(/^SCAN sales_|Seq Scan on sales_/m);
  });

  /** How the database means to answer, whatever the values are and as if the tables were large. */
  async function planOf(text: string): Promise<string> {
    if (engine === 'sqlite') {
      const explain = sql<{ detail: string }>`${sql.raw(`explain query plan ${text.replaceAll('?', 'null')}`)}`;
      return (await explain.execute(here.souk.storage.reader)).rows.map(({ detail }) => detail).join('\n');
    }
    const count = new Set(text.match(/\$\d+/g)).size;
    const values = count > 0 ? `(${Array.from({ length: count }, () => 'null').join(', ')})` : '';
    return here.souk.storage.transaction(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db);
      await sql`set local plan_cache_mode = force_generic_plan`.execute(db);
      await sql.raw(`prepare list as ${text}`).execute(db);
      const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain execute list${values}`).execute(db);
      await sql`deallocate list`.execute(db);
      return rows.map((line) => line['QUERY PLAN']).join('\n');
    });
  }
});

const day = '2026-01-20 00:00:00';
const searched: readonly (readonly [path: string, ...conditions: Condition[]])[] = [
  ['/V1/orders', ['status', 'pending']],
  ['/V1/orders', ['status', 'pending,complete', 'in']],
  ['/V1/orders', ['customer_email', 'buyer1@example.com']],
  ['/V1/orders', ['customer_email', 'buyer1%', 'like']],
  ['/V1/orders', ['increment_id', '000000003']],
  ['/V1/orders', ['created_at', day, 'gteq']],
  ['/V1/orders', ['updated_at', day, 'gteq']],
  ['/V1/orders', ['status', 'pending'], ['created_at', day, 'lteq']],
  ['/V1/orders/items', ['order_id', '3']],
  ['/V1/orders/items', ['sku', 'one']],
  ...['/V1/invoices', '/V1/shipments', '/V1/creditmemos'].flatMap((path) => [
    [path, ['order_id', '3'] as Condition] as const,
    [path, ['increment_id', '000000003'] as Condition] as const,
    [path, ['created_at', day, 'gteq'] as Condition] as const,
    [path, ['updated_at', day, 'gteq'] as Condition] as const,
  ]),
];
