import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique, until, type Answer, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { product } from '../support/products.ts';

interface Recorded {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly route: string;
  readonly status: number;
  readonly operation?: string;
  readonly result?: string;
  readonly from_memory: boolean;
  readonly statements: number;
}

describe.each(engines)('the recording of calls, on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(kind, { env: { SOUK_CONTROL: '1' } });
  });
  afterAll(() => here?.stop());

  const read = (path: string, client: Client = here.admin) => client.raw('GET', `/_/console/${path}`);
  const record = async (asked: object): Promise<void> => {
    ok(await here.admin.raw('DELETE', '/_/console/calls'));
    ok(await here.admin.raw('PUT', '/_/console/recording', { minutes: 5, ...asked }));
  };
  const list = async (query = ''): Promise<Recorded[]> => ok(await read(`calls?${query}`));
  /** The recorded call whose path contains a text, once it is written down. */
  const find = (part: string): Promise<Answer['body']> =>
    until(async () => {
      const [found] = await list(`search=${encodeURIComponent(part)}`);
      return found && ok(await read(`calls/${found.id}`));
    });

  it('records nothing until it is switched on, and nothing after its time', async () => {
    ok(await here.admin.get('/V1/store/storeViews'));
    expect(ok(await read('recording'))).toEqual({ is_on: false });
    await record({ minutes: 1 });
    expect(ok(await read('recording')).until).toMatch(/^\d{4}-/);
    ok(await here.admin.get('/V1/store/websites'));
    await find('/V1/store/websites');
    const later = new Date(Date.now() + 2 * 60_000).toISOString();
    ok(await here.guest.raw('PUT', '/_/clock', { now: later }));
    ok(await here.admin.get('/V1/store/storeGroups'));
    expect(ok(await read('recording'))).toEqual({ is_on: false });
    ok(await here.guest.raw('PUT', '/_/clock', { now: null }));
    await record({});
    ok(await here.admin.get('/V1/store/storeConfigs'));
    await find('/V1/store/storeConfigs');
    ok(await here.admin.raw('DELETE', '/_/console/recording'));
    ok(await here.admin.get('/V1/store/storeViews'));
    expect((await list()).map(({ route }) => route)).toEqual(['GET /V1/store/storeConfigs']);
  });

  it('is for those alone who are granted it, whatever else they may', async () => {
    const other = await here.granted('admin', ['Magento_Backend::dashboard', 'Magento_Config::config']);
    for (const path of ['calls', 'calls/1', 'recording']) fails(await read(path, other), 401, /Souk_Inspector::calls/);
    fails(await other.raw('PUT', '/_/console/recording', { minutes: 5 }), 401);
    fails(await other.raw('DELETE', '/_/console/calls'), 401);
    const clerk = await here.granted('integration', ['Souk_Inspector::calls']);
    expect(Array.isArray(ok(await read('calls', clerk)))).toBe(true);
  });

  it('shows request and answer, the time of each stage, and how many statements it took', async () => {
    await record({});
    const sku = unique('seen');
    const body = { product: product({ sku, price: 1 }) };
    ok(await here.admin.store('all').post('/V1/products', body));
    const call = await find('POST /V1/products');
    expect(call).toMatchObject({
      door: 'call',
      method: 'POST',
      url: '/rest/all/V1/products',
      route: 'POST /V1/products',
      store_code: 'all',
      user_type: 'admin',
      user: 'admin',
      status: 200,
      from_memory: false,
    });
    expect(JSON.parse(call.request.body)).toEqual(body);
    expect(JSON.parse(call.answer.body)).toMatchObject({ sku, price: 1 });
    expect(call.request).toMatchObject({ shown: 'whole', bytes: JSON.stringify(body).length });
    expect(call.answer.headers).toContainEqual({ name: 'x-store-scope', value: 'all' });
    expect(call.statements).toBeGreaterThan(3);
    const { admit, decode, perform, encode, sql } = call.stages;
    for (const stage of [admit, decode, perform, encode, sql]) expect(stage).toBeGreaterThan(0);
    expect(admit + decode + perform + encode).toBeCloseTo(call.milliseconds, 1);
  });

  it('shows what was refused: by permission, by the types, and where nothing is', async () => {
    await record({});
    fails(await here.guest.get('/V1/modules'), 401);
    expect(await find('/V1/modules')).toMatchObject({ status: 401, user_type: 'guest', statements: 0 });
    fails(await here.admin.post('/V1/products', '{"product": {"sku": '), 400);
    const broken = await find('POST /V1/products');
    expect(broken).toMatchObject({ status: 400, request: { body: '{"product": {"sku": ' } });
    fails(await here.admin.get('/V1/nothing/here'), 404);
    expect(await find('/V1/nothing')).toMatchObject({ status: 404, route: '', door: '' });
    expect((await list('outcome=failed')).map(({ status }) => status)).toEqual([404, 400, 401]);
  });

  it('masks what is secret: credentials, passwords, tokens, in JSON, XML, paths and quoted by errors', async () => {
    await record({});
    const [username, password] = ['admin', 'Hidden1secret'];
    fails(await here.guest.post('/V1/integration/admin/token', { username, password }), 401);
    const xml = `<request><username>${username}</username><password><![CDATA[${password}]]></password></request>`;
    const headers = { 'content-type': 'application/xml', cookie: `PHPSESSID=${password}`, 'x-api-key': password };
    fails(await here.guest.post('/V1/integration/admin/token', xml, headers), 401);
    const credentials = { username, password: 'Admin123!' };
    const token = ok(await here.guest.post('/V1/integration/admin/token', credentials));
    const inXml = await here.guest.post('/V1/integration/admin/token', credentials, { accept: 'application/xml' });
    const [, xmlToken] = /<response>(\w{20,}[^<]*)</.exec(inXml.text)!;
    await here.guest.get(`/V1/customers/1/password/resetLinkToken/${password}`);
    ok(await here.admin.get(`/V1/store/storeViews?password=${password}`));
    fails(await here.guest.post('/V1/integration/admin/token', { username: [], PassWord: password }), 400);
    await until(async () => (await list()).length === 7);
    const all = await Promise.all((await list()).map(async ({ id }) => ok(await read(`calls/${id}`))));
    const text = JSON.stringify(all);
    expect(text).not.toContain(password);
    expect(text).not.toContain('Admin123!');
    expect(text).not.toContain(token);
    expect(text).not.toContain(xmlToken);
    expect(text).toContain('Bearer ******');
    expect(text).not.toContain(here.admin.token);
    const signedIn = all.find(({ status, method }) => status === 200 && method === 'POST');
    expect(signedIn.answer.body).toBe('"******"');
    expect(text).toContain('/V1/customers/1/password/resetLinkToken/******');
    expect(text).toContain(username);
  });

  it('names GraphQL operations, finds those with errors, and says what a cache answered', async () => {
    await record({});
    const ask = async (query: string) => (await here.guest.raw('POST', '/graphql', { query })).body;
    await ask('{ countries { id } }');
    await ask('{ countries { id } }');
    await ask('{ countries { nothing } }');
    await ask('mutation Login { generateCustomerToken(email: "a@example.com", password: "Hidden1secret") { token } }');
    await ask('{ storeConfig { locale } cart(cart_id: "none") { id } }');
    ok(await here.guest.get('/V1/directory/countries'));
    const all = await until(async () => {
      const rows = await list();
      return rows.length === 6 && rows.reverse();
    });
    const facts = all.map((one) => [one.operation, one.result, one.from_memory]);
    expect(facts.slice(0, 5)).toEqual([
      ['query countries', 'complete', false],
      ['query countries', 'complete', true],
      ['query countries', 'failed', false],
      ['mutation Login', 'failed', false],
      ['query storeConfig, cart', 'partial', false],
    ]);
    expect(all[4]!.statements).toBeGreaterThan(0);
    expect(facts[5]!.slice(0, 2)).toEqual([undefined, undefined]);
    const found = await list('outcome=failed');
    expect(found.map(({ result }) => result)).toEqual(['partial', 'failed', 'failed']);
    expect((await list('search=LOGIN')).map(({ operation }) => operation)).toEqual(['mutation Login']);
  });

  it('follows calls that are accepted for later, and GraphQL, whose secrets stand in documents and variables', async () => {
    await record({});
    const sku = unique('later');
    expect((await here.admin.post('/async/bulk/V1/products', [{ product: product({ sku }) }])).status).toBe(202);
    expect(await find('/async/bulk/V1/products')).toMatchObject({
      door: 'bulk',
      status: 202,
      route: 'POST /V1/products',
    });
    const query =
      'mutation($p: String!) { a: generateCustomerToken(email: "a@example.com", password: $p) { token } b: generateCustomerToken(email: "b@example.com", password: "Inline1secret") { token } }';
    await here.guest.raw('POST', '/graphql', { query, variables: { p: 'Variable1secret' } });
    const call = await find('/graphql');
    expect(call).toMatchObject({ door: 'graphql', status: 200 });
    expect(call.request.body).toContain('a@example.com');
    expect(JSON.stringify(call)).not.toMatch(/Inline1secret|Variable1secret/);
    ok(await here.guest.raw('GET', `/graphql?query=${encodeURIComponent('{ storeConfig { locale } }')}`));
    const customer = { email: `${sku}@example.com`, firstname: 'Ada', lastname: 'Example', website_id: 1 };
    ok(await here.admin.post('/V1/customers', { customer, password: 'Secret-123' }));
    const signIn = `mutation { generateCustomerToken(email: "${customer.email}", password: "Secret-123") { t: token } }`;
    const { data } = ok(await here.guest.raw('POST', '/graphql', { query: signIn }));
    const signedIn = await until(async () => {
      const { id } = (await list('search=graphql'))[0]!;
      const found = ok(await read(`calls/${id}`));
      return found.request.body?.includes('t: token') && found;
    });
    expect(signedIn.answer.body).toContain('"******"');
    expect(JSON.stringify(signedIn)).not.toContain(data.generateCustomerToken.t);
    const config = await until(async () =>
      (await list()).find(({ method, url }) => method === 'GET' && url.startsWith('/graphql')),
    );
    expect(ok(await read(`calls/${config.id}`)).answer.body).toContain('en_US');
  });

  it('records those of a caller or a route alone', async () => {
    await record({ route: 'store/websites' });
    ok(await here.admin.get('/V1/store/storeViews'));
    ok(await here.admin.get('/V1/store/websites'));
    await find('/V1/store/websites');
    expect(await list()).toHaveLength(1);
    await record({ callerType: 'guest' });
    ok(await here.admin.get('/V1/store/websites'));
    fails(await here.guest.get('/V1/modules'), 401);
    await find('/V1/modules');
    expect(await list()).toHaveLength(1);
    await record({ callerType: 'admin', caller: 'ADMIN' });
    expect(ok(await read('recording'))).toMatchObject({ user_type: 'admin', user_id: 1 });
    fails(await here.guest.get('/V1/modules'), 401);
    ok(await here.admin.get('/V1/store/websites'));
    await find('/V1/store/websites');
    expect(await list()).toHaveLength(1);
    const refuse = (sent: object) => here.admin.raw('PUT', '/_/console/recording', sent);
    fails(await refuse({ minutes: 0 }), 400, 'Calls are recorded for 1 to 1440 minutes.');
    fails(await refuse({ minutes: 5, callerType: 'robot' }), 400, /^"robot" is not a type of caller/);
    fails(await refuse({ minutes: 5, callerType: 'integration', caller: 'nobody' }), 404);
    fails(await read('calls?limit=0'), 400);
    fails(await read('calls/0'), 404);
  });

  it('keeps the newest, within a number, a size and a time', async () => {
    await here.configure({ 'souk/calls/most': '3' });
    await record({});
    for (let i = 0; i < 6; i++) ok(await here.admin.get(`/V1/store/websites?n=${i}`));
    await find('websites?n=5');
    expect((await list()).map(({ url }) => url.at(-1))).toEqual(['5', '4', '3']);
    await here.configure({ 'souk/calls/most': '1000', 'souk/calls/body_bytes': '16', 'souk/calls/most_bytes': '3000' });
    for (let i = 6; i < 14; i++) ok(await here.admin.get(`/V1/store/websites?n=${i}`));
    const last = await find('websites?n=13');
    expect(last.answer).toMatchObject({ shown: 'beginning' });
    expect(last.answer.body.length).toBeLessThanOrEqual(16);
    expect(last.answer.bytes).toBeGreaterThan(16);
    const kept = await list();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(8);
    await here.configure({
      'souk/calls/body_bytes': '65536',
      'souk/calls/most_bytes': '33554432',
      'souk/calls/lifetime': '1',
    });
    ok(await here.guest.raw('PUT', '/_/clock', { now: new Date(Date.now() + 2 * 3_600_000).toISOString() }));
    await record({});
    ok(await here.admin.get('/V1/store/websites?n=old'));
    await find('websites?n=old');
    expect(await list()).toHaveLength(1);
    ok(await here.guest.raw('PUT', '/_/clock', { now: null }));
  });
});
