import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique, until, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { product } from '../support/products.ts';

interface Group {
  readonly route: string;
  readonly message: string;
  readonly status: number;
  readonly user_type: string;
  readonly user?: string;
  readonly count: number;
  readonly first_at: string;
  readonly last_at: string;
  readonly request_id: string;
  readonly call_id?: number;
}

describe.each(engines)('errors by route, message and caller, on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(kind, { env: { SOUK_CONTROL: '1' } });
  });
  afterAll(() => here?.stop());
  beforeEach(async () => {
    // Errors of the test before may still wait to be written.
    const marker = `/V1/products/${unique('marker')}/media`;
    fails(await here.admin.get(marker), 404);
    await until(async () => (await list('search=:sku/media')).length > 0);
    ok(await here.admin.raw('DELETE', '/_/console/errors'));
  });

  const list = async (query = '', client: Client = here.admin): Promise<Group[]> =>
    ok(await client.raw('GET', `/_/console/errors?${query}`));
  /** The groups, once there are so many. */
  const groups = (count: number, query = ''): Promise<Group[]> =>
    until(async () => {
      const found = await list(query);
      return found.length === count && found;
    });
  const wrong = (price: unknown) => ({ product: { ...product({ sku: unique('wrong') }), price } });

  it('counts equal errors once, with the first and the last time, and keeps no value of the requests', async () => {
    fails(await here.admin.post('/V1/products', wrong('Hidden1')), 400);
    const [first] = await groups(1);
    fails(await here.admin.post('/V1/products', wrong('Hidden2')), 400);
    const [both] = await until(async () => {
      const found = await list();
      return found[0]?.count === 2 && found;
    });
    expect(both).toMatchObject({
      route: 'POST /V1/products',
      status: 400,
      user_type: 'admin',
      user: 'admin',
      first_at: first!.first_at,
    });
    expect(both!.message).toBe(
      'Error occurred during "price" processing. The "%value" value\'s type is invalid. The "%type" type was expected. Verify and try again.',
    );
    expect(both!.last_at >= both!.first_at).toBe(true);
    expect(both!.request_id).not.toBe(first!.request_id);
    expect(JSON.stringify(await list())).not.toContain('Hidden');
  });

  it('tells routes, messages and named callers apart, and neither customers nor guests', async () => {
    const integration = await here.granted('integration', ['Magento_Cms::page']);
    fails(await integration.get('/V1/modules'), 401);
    for (const id of [1, 2]) fails(await (await here.callerOf('customer', id)).get('/V1/modules'), 401);
    fails(await here.guest.get('/V1/nothing/here'), 404);
    fails(await here.guest.get('/V1/nothing/there'), 404);
    fails(await here.admin.get('/V1/products/nobody-has-this'), 404);
    expect((await here.admin.post('/async/bulk/V1/products', ['text'])).status).toBe(400);
    const found = await groups(5);
    const facts = found.map(({ route, user_type: type, count }) => `${route} ${type} ${count}`).sort();
    expect(facts).toEqual([
      ' guest 2',
      'GET /V1/modules customer 2',
      'GET /V1/modules integration 1',
      'GET /V1/products/:sku admin 1',
      'POST /async/bulk/V1/products admin 1',
    ]);
    expect((await list('callerType=integration')).map(({ route }) => route)).toEqual(['GET /V1/modules']);
    expect((await list('search=BULK')).length).toBe(1);
    expect((await list('order=count&limit=2')).map(({ count }) => count)).toEqual([2, 2]);
    fails(await here.admin.raw('GET', '/_/console/errors?callerType=nobody'), 400);
  });

  it('counts each error of GraphQL responses by operation, without quoted values', async () => {
    const ask = (query: string, variables: object = {}) => here.guest.raw('POST', '/graphql', { query, variables });
    await ask('query Cart { cart(cart_id: "Hidden3") { id } }');
    await ask('{ products(pageSize: "Hidden4") { total_count nothingLikeThis } }');
    const found = await groups(3);
    expect(found.map(({ route }) => route).sort()).toEqual([
      'POST /graphql invalid',
      'POST /graphql invalid',
      'POST /graphql query Cart',
    ]);
    expect(found.map(({ message }) => message).join('\n')).toContain('Cannot query field "nothingLikeThis"');
    expect(found.map(({ message }) => message).join('\n')).toContain('Int cannot represent non-integer value: …');
    expect(JSON.stringify(found)).not.toContain('Hidden');
  });

  it('leads to the last call if that is recorded', async () => {
    ok(await here.admin.raw('PUT', '/_/console/recording', { minutes: 5 }));
    fails(await here.admin.get('/V1/products/nobody-has-this'), 404);
    ok(await here.admin.raw('DELETE', '/_/console/recording'));
    const id = await until(async () => (await list())[0]?.call_id);
    expect(ok(await here.admin.raw('GET', `/_/console/calls/${id}`))).toMatchObject({ status: 404 });
    fails(await here.admin.get('/V1/products/nobody-has-this'), 404);
    await until(async () => (await list())[0]?.count === 2);
    expect((await list())[0]!.call_id).toBeUndefined();
  });

  it('stores a limited number of groups, the latest, for a limited time', async () => {
    await here.configure({ 'souk/errors/most': '2' });
    for (const path of ['/V1/modules', '/V1/store/websites', '/V1/orders/1']) fails(await here.guest.get(path), 401);
    await groups(2);
    const later = new Date(Date.now() + 169 * 3_600_000).toISOString();
    ok(await here.guest.raw('PUT', '/_/clock', { now: later }));
    const admin = await here.callerOf('admin', 1);
    expect(await list('', admin)).toEqual([]);
    ok(await here.guest.raw('PUT', '/_/clock', { now: null }));
    await here.configure({ 'souk/errors/most': '500' });
  });

  it('is for those alone who may read recorded calls', async () => {
    const other = await here.granted('admin', ['Magento_Backend::dashboard']);
    fails(await other.raw('GET', '/_/console/errors'), 401, /Souk_Inspector::calls/);
    fails(await other.raw('DELETE', '/_/console/errors'), 401);
    fails(await here.guest.raw('GET', '/_/console/errors'), 401);
  });

  it('leaves out calls of the console, by sessions of the console alone', async () => {
    const header = { 'x-souk-console': '1' };
    ok(await here.admin.raw('DELETE', '/_/console/calls'));
    ok(await here.admin.raw('PUT', '/_/console/recording', { minutes: 5 }));
    fails(await here.admin.get('/V1/products/of-the-console', header), 404);
    fails(await here.guest.get('/V1/products/of-a-guest', header), 401);
    const stranger = await here.granted('integration', ['Magento_Catalog::products']);
    fails(await stranger.get('/V1/products/of-a-stranger', header), 404);
    const callers = (await groups(2)).map(({ user_type: type }) => type).sort();
    expect(callers).toEqual(['guest', 'integration']);
    const urls = async (): Promise<string[]> =>
      ok(await here.admin.raw('GET', '/_/console/calls')).map(({ url }: { url: string }) => url);
    await until(async () => (await urls()).length === 2);
    expect((await urls()).join()).not.toContain('of-the-console');
    ok(await here.admin.raw('PUT', '/_/console/recording', { minutes: 5, withConsole: true }));
    fails(await here.admin.get('/V1/products/of-the-console', header), 404);
    await until(async () => (await urls()).join().includes('of-the-console'));
    ok(await here.admin.raw('DELETE', '/_/console/recording'));
  });
});
