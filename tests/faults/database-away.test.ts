import { Client as PostgresClient } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok, startProcess, unique, until, type Answer, type SoukProcess } from '../support/souk.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';

const product = () => {
  const sku = unique('away');
  return { product: { sku, name: sku, attribute_set_id: 4, type_id: 'simple', price: 5 } };
};

/** Expects a 503 that says when to try again. */
function laterOn(answer: Answer, message: RegExp = /The database is out of reach\. Please try again\./): void {
  fails(answer, 503, message);
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
}

describe.runIf(engines.includes('postgres'))('a database that is away', () => {
  let souk: SoukProcess;
  let proxy: Proxy;
  beforeAll(async () => {
    souk = await startProcess();
    proxy = await startProxy(souk.env.DATABASE_URL!, 5432);
    // Shorter than the limits of statements and locks, which are not what is tried here.
    await souk.restart({ DATABASE_URL: proxy.url, SOUK_DATABASE_TIMEOUT: '3', SOUK_READY_TIMEOUT: '1' });
  });
  afterAll(async () => {
    await souk.stop();
    await proxy.close();
  });
  beforeEach(async () => {
    await proxy.restore();
    await until(async () => (await souk.guest.raw('GET', '/health/ready')).status === 200);
    // The caller is known by now, as that of a running client is.
    await until(async () => (await souk.admin.get('/V1/store/websites')).status === 200);
  });

  /** Calls of every kind. */
  const callAll = (): Promise<Answer[]> =>
    Promise.all([
      souk.admin.get('/V1/products/nothing'),
      souk.admin.get('/V1/products?searchCriteria[pageSize]=1'),
      souk.admin.post('/V1/products', product()),
      souk.admin.post('/async/V1/products', product()),
      souk.admin.post('/async/bulk/V1/products', [product(), product()]),
      souk.guest.post('/V1/guest-carts'),
    ]);

  test.each(['cut', 'stall'] as const)('that is %s: calls are to be sent again later, and work then', async (fault) => {
    await proxy[fault]();
    for (const answer of await callAll()) laterOn(answer);
    const ready = await souk.guest.raw('GET', '/health/ready');
    expect(ready.status).toBe(503);
    expect(ready.body).toEqual({ status: 'not ready', reason: 'The database is out of reach. Please try again.' });
    ok(await souk.guest.raw('GET', '/health/live'));
    await proxy.restore();
    await until(async () => (await souk.guest.raw('GET', '/health/ready')).status === 200);
    const [unknown, list, ...writes] = await callAll();
    expect([unknown!.status, list!.status, ...writes.map(({ status }) => status)]).toEqual([
      404, 200, 200, 202, 202, 200,
    ]);
  });

  test.each(['cut', 'stall'] as const)('D250: that is %s: so are GraphQL requests', async (fault) => {
    const send = (query: string, client = souk.guest): Promise<Answer> => client.raw('POST', '/graphql', { query });
    const sendAll = (): Promise<Answer[]> =>
      Promise.all([
        send('{ products(search: "mug") { total_count } }'),
        send('{ cart(cart_id: "none") { id } }'),
        send('{ customer { email } }', souk.guest.as('z'.repeat(32))),
        send('mutation { createEmptyCart }'),
        send('mutation { a: createEmptyCart b: createEmptyCart }'),
        send('mutation { generateCustomerToken(email: "a@example.com", password: "x") { token } }'),
      ]);
    await proxy[fault]();
    for (const answer of await sendAll()) {
      expect(answer.status, answer.text).toBe(503);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(answer.body.errors[0]).toMatchObject({
        message: 'The database is out of reach. Please try again.',
        extensions: { category: 'internal' },
      });
    }
    await proxy.restore();
    await until(async () => (await souk.guest.raw('GET', '/health/ready')).status === 200);
    // The third has a token that nobody has.
    expect((await sendAll()).map(({ status }) => status)).toEqual([200, 200, 401, 200, 200, 200]);
  });

  test('whose established connections lead nowhere, while new ones work, is found by new ones', async () => {
    proxy.freeze();
    await until(async () => {
      const answer = await souk.admin.post('/V1/products', product());
      if (answer.status !== 200) laterOn(answer);
      return answer.status === 200;
    });
  });

  test('a slow statement is no such case', async () => {
    const other = new PostgresClient({ connectionString: souk.env.DATABASE_URL });
    await other.connect();
    await other.query('begin; lock table cms_block in access exclusive mode');
    const reading = souk.admin.get('/V1/cmsBlock/1');
    await pause(5000);
    ok(await souk.admin.get('/V1/store/websites'));
    await other.query('commit');
    fails(await reading, 404);
    await other.end();
  });
});

describe.runIf(engines.includes('postgres'))('a full disk of PostgreSQL', () => {
  test('D51: refuses what it cannot keep, says so, and takes it once there is room', async () => {
    const souk = await startProcess();
    const other = new PostgresClient({ connectionString: souk.env.DATABASE_URL });
    await other.connect();
    // What the server answers when a file cannot grow.
    await other.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    for (const table of ['bulk', 'catalog_product']) {
      await other.query(`create trigger full_disk before insert on ${table} execute function full_disk()`);
    }
    const message = 'The disk is full: nothing was saved. Try again once there is room.';
    for (const path of ['/V1/products', '/async/V1/products']) {
      const answer = await souk.admin.post(path, product());
      fails(answer, 507, message);
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expect((await souk.guest.raw('GET', '/health/ready')).body).toEqual({ status: 'not ready', reason: message });
    for (const table of ['bulk', 'catalog_product']) await other.query(`drop trigger full_disk on ${table}`);
    await until(async () => (await souk.guest.raw('GET', '/health/ready')).status === 200);
    ok(await souk.admin.post('/V1/products', product()));
    expect((await souk.admin.post('/async/V1/products', product())).status).toBe(202);
    // What nobody foresaw is the server's fault, not the client's.
    await other.query('alter table operation rename to lost');
    fails(await souk.admin.post('/async/V1/products', product()), 500, /Report ID/);
    await other.query('alter table lost rename to operation');
    await other.end();
    await souk.stop();
  });
});

test('D51: a call that cannot be accepted by a fault of the server is no mistake of the client', async () => {
  const souk = await startProcess();
  fails(await souk.admin.post('/async/V1/products', { product: { sku: 'no-name', unknown_field: 1 } }), 400);
  expect((await souk.admin.post('/async/V1/products', product())).status).toBe(202);
  await souk.stop();
});
