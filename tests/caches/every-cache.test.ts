import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { engines } from '../storage/databases.ts';
import { ok, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements } from '../support/statements.ts';
import { walkedCaches } from './kind.ts';

const payment = { email: 'ada@example.com', paymentMethod: { method: 'checkmo' } };

/** One request by each way into a process; each must leave all caches current. */
const entryPoints: Readonly<Record<string, (admin: Client, guest: Client) => Promise<unknown>>> = {
  'a REST read of an admin': async (admin) => ok(await admin.get('/V1/store/websites')),
  'a REST read of a guest': async (_, guest) => ok(await guest.get('/V1/directory/currency')),
  'a REST write': async (_, guest) => ok(await guest.post('/V1/guest-carts')),
  'a REST write with transactions of its own': async (_, guest) =>
    expect((await guest.post('/V1/guest-carts/none/payment-information', payment)).status).toBe(404),
  'a refused REST read': async (_, guest) => expect((await guest.get('/V1/store/websites')).status).toBe(401),
  'an asynchronous call': async (admin) => {
    const product = { sku: 'later', name: 'Later', attribute_set_id: 4, type_id: 'simple', price: 1 };
    expect((await admin.post('/async/V1/products', { product })).status).toBe(202);
  },
  'a schema': async (admin) => ok(await admin.get('/schema?services=storeWebsiteRepositoryV1')),
  'a GraphQL query': async (_, guest) => ok(await guest.raw('POST', '/graphql', { query: '{ storeConfig { id } }' })),
  'a GraphQL mutation': async (_, guest) =>
    ok(await guest.raw('POST', '/graphql', { query: 'mutation { createEmptyCart }' })),
  'a call of the console': async (admin) => ok(await admin.raw('GET', '/_/console/me')),
  'the control plane': async (admin) => ok(await admin.raw('PUT', '/_/configuration', { settings: {} })),
  'the overview': async (admin) => ok(await admin.raw('GET', '/_/console/overview')),
  'an OpenAPI document': async (admin) => ok(await admin.raw('GET', '/openapi.json')),
  'the start page': async (_, guest) => ok(await guest.raw('GET', '/')),
};

/** The comparisons of versions, statements and round trips of a number of requests, one after the other. */
async function costOf(requests: number, request: () => Promise<unknown>): Promise<object> {
  const count = countStatements();
  try {
    for (let i = 0; i < requests; i++) await request();
    const { comparisons, statements, roundTrips } = count;
    return { comparisons, statements: statements.length, roundTrips };
  } finally {
    count.stop();
  }
}

describe.each(engines)('all caches on %s', (kind) => {
  let here: Here;
  let there: Here;
  let names: string[];
  beforeAll(async () => {
    here = await startHere(kind, { env: { SOUK_CACHE_POLL: '0' } });
    const { databaseUrl } = here.souk.platform.settings;
    there = await startHere(kind, { env: { SOUK_CACHE_POLL: '0', DATABASE_URL: databaseUrl } });
    const rows = await here.souk.systemCall().db.selectFrom('cache_version').select('name').execute();
    names = rows.map(({ name }) => name).sort();
  });
  afterAll(async () => {
    await there?.stop();
    await here?.stop();
  });

  /** Counts a version up, as a change of the data does. */
  const change = (name: string): Promise<unknown> =>
    here.souk.systemCall().transaction(async ({ db }) =>
      db
        .updateTable('cache_version')
        .set({ version: sql`version + 1` })
        .where('name', '=', name)
        .execute(),
    );
  const sumOfVersions = async (): Promise<number> => {
    const rows = await here.souk.systemCall().db.selectFrom('cache_version').select('version').execute();
    return rows.reduce((sum, { version }) => sum + version, 0);
  };

  test.each(Object.entries(entryPoints))('%s is answered by current values of each', async (_, request) => {
    for (const name of names) {
      await change(name);
      expect(there.souk.platform.caches.generation, name).toBeLessThan(await sumOfVersions());
      await request(there.admin, there.guest);
      expect(there.souk.platform.caches.generation, name).toBe(await sumOfVersions());
    }
  });

  test('a request costs one comparison on PostgreSQL, and none on SQLite', async () => {
    const price = { product: { sku: 'compared', name: 'C', attribute_set_id: 4, type_id: 'simple', price: 1 } };
    ok(await there.admin.post('/V1/products', price));
    const read = async (): Promise<unknown> => ok(await there.admin.get('/V1/products/compared'));
    await read();
    // A commit of a worker between two reads makes the next one compare again; such rounds are measured anew.
    await expect
      .poll(() => costOf(5, read), { timeout: 60_000 })
      .toEqual({
        comparisons: kind === 'postgres' ? 5 : 0,
        // The version of the product alone, which a distant database answers together with the comparison.
        statements: 5,
        roundTrips: kind === 'postgres' ? 5 : expect.any(Number),
      });
  });

  test('the list of shared caches is complete, and the walk reaches those that it is said to reach', () => {
    const document = readFileSync('docs/design/caches.md', 'utf8');
    const [, section] = document.split('## Shared caches');
    const rows = [...section!.split('\n## ')[0]!.matchAll(/^\| `([^`]+)` .*\| (\S+)\s+\|$/gm)];
    expect(rows.map(([, name]) => name).sort()).toEqual(names);
    const walked = rows.filter(([, , proof]) => proof === '`tests/caches/walk.test.ts`').map(([, name]) => name!);
    expect(walked.filter((name) => !(walkedCaches as readonly string[]).includes(name))).toEqual([]);
  });
});
