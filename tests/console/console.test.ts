import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique, until, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

/** Reads what a page of the console asks. */
const read = (client: Client, path: string) => client.raw('GET', `/_/console/${path}`);
const write = (client: Client, method: string, path: string, body?: unknown) =>
  client.raw(method, `/_/console/${path}`, body);

describe.each(engines)('what the console asks beside the interface, on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(kind, { consumer: true });
  });
  afterAll(() => here?.stop());

  /** An integration that is granted some permissions, and its keys. */
  async function integration(...resources: string[]): Promise<{ name: string; client: Client }> {
    const name = unique('integration');
    const keys = ok(await write(here.admin, 'POST', 'integrations', { name, resources }));
    return { name, client: here.admin.as(keys.access_token) };
  }

  it('tells who is signed in, and is for admin users and integrations alone', async () => {
    const me = ok(await read(here.admin, 'me'));
    expect(me).toMatchObject({ type: 'admin', name: 'admin', unlimited: true, edition: 'commercial' });
    const { name, client } = await integration('Magento_Catalog::products');
    expect(ok(await read(client, 'me'))).toMatchObject({
      type: 'integration',
      name,
      unlimited: false,
      resources: ['Magento_Catalog::products'],
    });
    fails(await read(here.guest, 'me'), 401, 'The console is for admin users and integrations.');
  });

  it('shows nothing to those who are not granted it, and changes nothing for them', async () => {
    const { client } = await integration('Magento_Catalog::products');
    for (const path of ['bulks', 'settings', 'audit', 'integrations', 'permissions', 'users', 'roles', 'sessions']) {
      fails(await read(client, path), 401, /isn't authorized to access Magento_/);
      fails(await read(here.guest, path), 401);
    }
    for (const [method, path, body] of [
      ['PUT', 'settings', { path: 'general/locale/code', value: 'de_DE' }],
      ['POST', 'integrations', { name: unique('no'), resources: [] }],
      ['DELETE', 'sessions/1', undefined],
      ['POST', 'bulks/none/retry', {}],
    ] as const) {
      fails(await write(client, method, path, body), 401);
    }
    ok(await read(here.admin, 'me'));
  });

  it('lets nobody grant what is not granted to them', async () => {
    const { name, client } = await integration(
      'Magento_Integration::integrations',
      'Magento_User::acl_users',
      'Magento_User::acl_roles',
      'Magento_Cms::page',
    );
    const refused = /You cannot grant permissions that you do not have/;
    const post = (resources: string[]) => write(client, 'POST', 'integrations', { name: unique('i'), resources });
    fails(await post(['Magento_Backend::all']), 403, refused);
    fails(await post(['Magento_Cms::page', 'Magento_Sales::sales']), 403, refused);
    ok(await post(['Magento_Cms::page']));
    fails(await write(client, 'PUT', `integrations/${name}`, { resources: ['Magento_Sales::sales'] }), 403, refused);
    fails(await write(client, 'PUT', 'roles/Administrators', { resources: ['Magento_Cms::page'] }), 403, refused);
    fails(await write(client, 'PUT', 'users/admin', { password: 'Another1pass' }), 403, refused);
    const stronger = unique('i');
    const resources = ['Magento_Sales::sales'];
    ok(await write(here.admin, 'POST', 'integrations', { name: stronger, resources }));
    fails(await write(client, 'PUT', `integrations/${stronger}`, { is_active: false }), 403, refused);
    fails(await write(client, 'DELETE', `integrations/${stronger}/token`), 403, refused);
    fails(await write(client, 'DELETE', 'sessions/1'), 403, refused);
    fails(await write(here.admin, 'DELETE', 'sessions/987654'), 404);
    const user = { username: unique('u'), email: `${unique('u')}@example.com`, firstname: 'A', lastname: 'B' };
    fails(await write(client, 'POST', 'users', { ...user, role: 'Administrators' }), 403, refused);
    const role = unique('Editors');
    ok(await write(client, 'PUT', `roles/${role}`, { resources: ['Magento_Cms::page'] }));
    ok(await write(client, 'POST', 'users', { ...user, role }));
  });

  it('makes integrations and shows their keys once, changes what they may, and revokes them', async () => {
    const { name, client } = await integration('Magento_Backend::store');
    const find = async () =>
      ok(await read(here.admin, 'integrations')).find((one: { name: string }) => one.name === name);
    expect(await find()).toMatchObject({ is_active: true, unlimited: false, resources: ['Magento_Backend::store'] });
    expect(JSON.stringify(ok(await read(here.admin, 'integrations')))).not.toMatch(/secret|token/);
    fails(await write(here.admin, 'POST', 'integrations', { name, resources: [] }), 400);
    fails(await write(here.admin, 'PUT', `integrations/${name}`, { resources: ['Nothing::here'] }), 400);
    ok(await write(here.admin, 'PUT', `integrations/${name}`, { resources: ['Magento_Cms::page'] }));
    expect(await find()).toMatchObject({ resources: ['Magento_Cms::page'] });
    ok(await write(here.admin, 'PUT', `integrations/${name}`, { is_active: false }));
    expect(await find()).toMatchObject({ is_active: false });
    ok(await write(here.admin, 'PUT', `integrations/${name}`, { is_active: true }));
    ok(await read(client, 'me'));
    ok(await write(here.admin, 'DELETE', `integrations/${name}/token`));
    fails(await read(client, 'me'), 401);
    fails(await write(here.admin, 'DELETE', 'integrations/nobody/token'), 404);
  });

  it('makes admin users of a role, ends their sessions, and shows no password again', async () => {
    const [username, role] = [unique('user'), unique('Role')];
    ok(await write(here.admin, 'PUT', `roles/${role}`, { resources: ['Magento_Cms::page'] }));
    const sent = { username, email: `${username}@example.com`, firstname: 'Ada', lastname: 'Example', role };
    const made = ok(await write(here.admin, 'POST', 'users', sent));
    const signIn = (password: string) => here.guest.post('/V1/integration/admin/token', { username, password });
    const user = here.guest.as(ok(await signIn(made.password)));
    expect(ok(await read(user, 'me'))).toMatchObject({ name: username, resources: ['Magento_Cms::page'] });
    const session = ok(await read(here.admin, 'sessions')).find((one: { name: string }) => one.name === username);
    expect(session).toMatchObject({ user_type: 'admin', user_id: made.user_id, tokens: 1 });
    ok(await write(here.admin, 'DELETE', `sessions/${made.user_id}`));
    fails(await read(user, 'me'), 401);
    fails(await write(here.admin, 'PUT', `users/${username}`, { password: 'short' }), 400);
    ok(await write(here.admin, 'PUT', `users/${username}`, { password: 'Another1pass' }));
    ok(await signIn('Another1pass'));
    ok(await write(here.admin, 'PUT', `users/${username}`, { is_active: false }));
    fails(await signIn('Another1pass'), 401);
    expect(JSON.stringify(ok(await read(here.admin, 'users')))).not.toMatch(/Another1pass|argon2/);
    expect(JSON.stringify(ok(await read(here.admin, 'audit')))).not.toContain('Another1pass');
  });

  it('shows settings by scope with what overrides them, and changes them', async () => {
    const path = 'general/store_information/name';
    const find = async (scope = '') => ok(await read(here.admin, `settings?search=${path}${scope}`)).items[0];
    const view = '&scope=stores&code=default';
    const inherited = await find(view);
    expect(inherited.source === undefined || inherited.source === 'shipped').toBe(true);
    ok(await write(here.admin, 'PUT', 'settings', { path, value: 'Mugs', scope: 'websites', code: 'base' }));
    expect(await find(view)).toMatchObject({ value: 'Mugs', source: 'websites' });
    expect((await find())?.value).not.toBe('Mugs');
    ok(await write(here.admin, 'PUT', 'settings', { path, value: 'Cups', scope: 'stores', code: 'default' }));
    expect(await find(view)).toMatchObject({ value: 'Cups', source: 'stores' });
    ok(await write(here.admin, 'PUT', 'settings', { path, scope: 'stores', code: 'default' }));
    expect(await find(view)).toMatchObject({ value: 'Mugs', source: 'websites' });
    ok(await write(here.admin, 'PUT', 'settings', { path, scope: 'websites', code: 'base' }));
    expect(await find(view)).toEqual(inherited);
    const refuse = (sent: object) => write(here.admin, 'PUT', 'settings', sent);
    fails(await refuse({ path: 'souk/no/such', value: '1' }), 400, 'The configuration path "souk/no/such" is unknown.');
    fails(await refuse({ path, value: 'x', scope: 'stores', code: 'nowhere' }), 404);
    fails(await refuse({ path: 'souk/audit/enabled', value: 'perhaps' }), 400);
    fails(await refuse({ value: 'x' }), 400, /path/);
  });

  it('lists the changed settings alone, and the choices of each', async () => {
    const path = 'souk/audit/enabled';
    const changed = async () => ok(await read(here.admin, 'settings?changed=true')).items as { path: string }[];
    const paths = async () => (await changed()).map((one) => one.path);
    expect(await paths()).not.toContain(path);
    ok(await write(here.admin, 'PUT', 'settings', { path, value: '1' }));
    expect(await paths()).not.toContain(path);
    ok(await write(here.admin, 'PUT', 'settings', { path, value: '0' }));
    expect((await changed()).find((one) => one.path === path)).toMatchObject({
      value: '0',
      shipped: '1',
      choices: [
        { value: '1', name: 'Yes' },
        { value: '0', name: 'No' },
      ],
      is_number: false,
    });
    ok(await write(here.admin, 'PUT', 'settings', { path }));
    expect(await paths()).not.toContain(path);
    const [lifetime] = ok(await read(here.admin, 'settings?search=oauth/access_token_lifetime/admin')).items;
    expect(lifetime.is_number).toBe(true);
    expect(lifetime.choices ?? null).toBe(null);
  });

  it('masks secrets among the settings', async () => {
    const all = ok(await read(here.admin, 'settings?search=')).items;
    const { path } = all.find((one: { secret: boolean }) => one.secret);
    ok(await write(here.admin, 'PUT', 'settings', { path, value: 'sesame-open' }));
    const shown = ok(await read(here.admin, `settings?search=${path}`)).items[0];
    expect(shown).toMatchObject({ value: '******', secret: true });
    expect(ok(await read(here.admin, 'settings?search=sesame')).items).toEqual([]);
    ok(await write(here.admin, 'PUT', 'settings', { path }));
  });

  it('records in the audit log what is changed through it', async () => {
    const value = unique('Shop');
    ok(await write(here.admin, 'PUT', 'settings', { path: 'general/store_information/name', value }));
    const entries = ok(await read(here.admin, 'audit?route=/_/console/settings&user=admin&limit=1'));
    expect(entries).toMatchObject([
      { user: 'admin', user_type: 'admin', route: 'PUT /_/console/settings', outcome: 'done' },
    ]);
    fails(await read(here.admin, 'audit?limit=0'), 400, '"limit" must be a whole number from 1 to 1000.');
    expect(ok(await read(here.admin, 'audit?user=nobody'))).toEqual([]);
  });

  it('lists bulks with how far they have come, their operations with what was sent, and none of its secrets', async () => {
    const sku = unique('bulk');
    const product = (name: string) => ({
      product: { sku: name, name, price: 1, attribute_set_id: 4, type_id: 'simple' },
    });
    const bad = { product: { sku: `${sku}-2`, name: 'No set', price: 1, attribute_set_id: 4711 } };
    const { bulk_uuid: uuid } = (await here.admin.post('/async/bulk/V1/products', [product(sku), bad])).body;
    const one = async () => ok(await read(here.admin, `bulks?uuid=${uuid}`))[0];
    await until(async () => (await one()).counts.every(({ status }: { status: number }) => status !== 4));
    expect(await one()).toMatchObject({ uuid, operation_count: 2, user_type: 'admin' });
    expect(
      (await one()).counts.toSorted((a: { status: number }, b: { status: number }) => a.status - b.status),
    ).toEqual([
      { status: 1, count: 1 },
      { status: 3, count: 1 },
    ]);
    const operations = ok(await read(here.admin, `bulks/${uuid}/operations`));
    expect(operations.map(({ id, status }: { id: number; status: number }) => [id, status])).toEqual([
      [0, 1],
      [1, 3],
    ]);
    expect(operations[1]).toMatchObject({ input: bad, attempts: 1 });
    expect(operations[1].result_message).toBeTruthy();
    expect(ok(await read(here.admin, `bulks/${uuid}/operations?status=3&after=0`))).toHaveLength(1);
    expect(ok(await read(here.admin, `bulks?status=3&topic=PRODUCTREPOSITORY`))[0].uuid).toBe(uuid);
    expect(ok(await read(here.admin, `bulks?before=1`))).toEqual([]);
    fails(await read(here.admin, 'bulks/none/operations'), 404);
    // Nothing of it failed in a way that passes.
    expect(ok(await write(here.admin, 'POST', `bulks/${uuid}/retry`))).toBe(0);
  });

  it('shows what was sent with a failed operation without its secrets', async () => {
    const customer = { email: 'no address', firstname: 'A', lastname: 'B', website_id: 1 };
    const sent = { customer, password: 'Hidden1word' };
    const { bulk_uuid: uuid } = (await here.admin.post('/async/V1/customers', sent)).body;
    await until(async () => ok(await read(here.admin, `bulks?uuid=${uuid}&status=3`)).length === 1);
    const [operation] = ok(await read(here.admin, `bulks/${uuid}/operations`));
    expect(operation.input).toMatchObject({ customer: { email: 'no address' } });
    expect(JSON.stringify(operation)).not.toContain('Hidden1word');
  });
});
