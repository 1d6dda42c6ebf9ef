import { Client as PostgresClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../storage/databases.ts';
import { ok, until } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { canStartPooler, startPooler, type Pooler } from '../support/pgbouncer.ts';
import { canStartPostgres, createPostgresServer, type PostgresServer } from '../support/postgres-server.ts';

/** Connections to the server; each process would take up to 20. */
const CONNECTIONS = 6;

describe.runIf(engines.includes('postgres') && canStartPostgres && canStartPooler)('behind PgBouncer', () => {
  let server: PostgresServer;
  let pooler: Pooler;
  /** Two processes of one installation; both execute operations. */
  let one: Here;
  let other: Here;
  beforeAll(async () => {
    server = await createPostgresServer();
    await server.start();
    pooler = await startPooler(server.url, CONNECTIONS);
    const env = { DATABASE_URL: pooler.url, SOUK_SECRET_KEY: 'one key for both', SOUK_STATEMENT_TIMEOUT: '10' };
    one = await startHere('sqlite', { env, consumer: true });
    other = await startHere('sqlite', { env, consumer: true });
  });
  afterAll(async () => {
    await one?.stop();
    await other?.stop();
    await pooler?.stop();
    server?.remove();
  });

  const product = (sku: string, over: object = {}): object => ({
    sku,
    name: sku,
    price: 5,
    attribute_set_id: 4,
    status: 1,
    visibility: 4,
    weight: 1,
    extension_attributes: { stock_item: { qty: 1000, is_in_stock: true } },
    ...over,
  });

  test('many callers at once are served by few connections, each with what it asked for', async () => {
    const skus = Array.from({ length: 40 }, (_, i) => `at-once-${i}`);
    await Promise.all(
      skus.map(async (sku, i) => ok(await (i % 2 ? one : other).admin.post('/V1/products', { product: product(sku) }))),
    );
    // Often enough for statements to be prepared by name where that is possible.
    for (let round = 0; round < 6; round++) {
      const read = await Promise.all(skus.map((sku, i) => (i % 2 ? other : one).admin.get(`/V1/products/${sku}`)));
      expect(read.map((answer) => ok(answer).sku)).toEqual(skus);
    }
    const found = ok(
      await one.admin.get(
        '/V1/products?searchCriteria[filterGroups][0][filters][0][field]=sku&searchCriteria[filterGroups][0][filters][0][value]=at-once-%25&searchCriteria[filterGroups][0][filters][0][conditionType]=like',
      ),
    );
    expect(found.total_count).toBe(skus.length);
  });

  test('a bulk is executed once, in order, by the consumers of both processes', async () => {
    const bulks = await Promise.all(
      [one, other].map(async ({ admin }, which) => {
        const items = Array.from({ length: 60 }, (_, i) => ({
          product: product(`bulk-${which}-${i % 30}`, { price: i + 1 }),
        }));
        const accepted = await admin.raw('POST', '/rest/async/bulk/V1/products', items);
        expect(accepted.status).toBe(202);
        return accepted.body.bulk_uuid as string;
      }),
    );
    for (const uuid of bulks) {
      await until(async () => {
        const { operations_list } = ok(await one.admin.get(`/V1/bulk/${uuid}/status`));
        return operations_list.every(({ status }: { status: number }) => status !== 4);
      }, 60);
      const { operations_list } = ok(await other.admin.get(`/V1/bulk/${uuid}/status`));
      expect(new Set(operations_list.map(({ status }: { status: number }) => status))).toEqual(new Set([1]));
    }
    for (const which of [0, 1]) expect(ok(await one.admin.get(`/V1/products/bulk-${which}-7`)).price).toBe(38);
  });

  test('guests check out', async () => {
    ok(await one.admin.post('/V1/products', { product: product('bought') }));
    const address = {
      firstname: 'Ada',
      lastname: 'Buyer',
      street: ['1 Main St'],
      city: 'Berlin',
      country_id: 'DE',
      postcode: '10115',
      telephone: '1',
      email: 'ada@example.com',
    };
    const orders = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const [first, second] = i % 2 ? [one.guest, other.guest] : [other.guest, one.guest];
        const cart = ok(await first.post('/V1/guest-carts')) as string;
        ok(await second.post(`/V1/guest-carts/${cart}/items`, { cartItem: { sku: 'bought', qty: 2, quote_id: cart } }));
        const addressInformation = {
          shipping_address: address,
          billing_address: address,
          shipping_carrier_code: 'flatrate',
          shipping_method_code: 'flatrate',
        };
        ok(await first.post(`/V1/guest-carts/${cart}/shipping-information`, { addressInformation }));
        const paid = { email: address.email, paymentMethod: { method: 'checkmo' }, billing_address: address };
        return Number(ok(await second.post(`/V1/guest-carts/${cart}/payment-information`, paid)));
      }),
    );
    expect(new Set(orders).size).toBe(6);
    const { items } = ok(
      await one.admin.get(
        '/V1/orders?searchCriteria[filterGroups][0][filters][0][field]=customer_email&searchCriteria[filterGroups][0][filters][0][value]=ada@example.com',
      ),
    );
    expect(items.map(({ grand_total }: { grand_total: number }) => grand_total)).toEqual(Array(6).fill(20));
  });

  test('what is set for one caller is not left to the next', async () => {
    const direct = new PostgresClient({ connectionString: server.url });
    await direct.connect();
    const { rows } = await direct.query(
      `select count(*)::int as connections, (select count(*)::int from pg_prepared_statements) as prepared
       from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    await direct.end();
    expect(rows[0].connections).toBeGreaterThan(0);
    expect(rows[0].connections).toBeLessThanOrEqual(CONNECTIONS);
    const pooled = new PostgresClient({ connectionString: pooler.url });
    await pooled.connect();
    for (let i = 0; i < 2 * CONNECTIONS; i++) {
      const left = await pooled.query(`select current_setting('statement_timeout') as statements,
        current_setting('lock_timeout') as locks, current_setting('jit') as jit, (select count(*)::int from pg_prepared_statements) as prepared`);
      expect(left.rows).toEqual([{ statements: '0', locks: '0', jit: 'on', prepared: 0 }]);
    }
    await pooled.end();
  });
});
