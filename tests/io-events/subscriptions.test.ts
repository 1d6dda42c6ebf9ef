import { afterAll, beforeAll, expect, test } from 'vitest';
import { fails, ok, until, unique, type Client } from '../support/client.ts';
import { newProduct } from '../support/products.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { isSigned, startReceiver, type Receiver } from './receiver.ts';

let souk: Souk;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  souk = await startSouk({ env: { SOUK_RELEASE: '2.4.9' } });
  await souk.configure({ 'souk/events/allow_private': '127.0.0.1, other.example' });
});
afterAll(async () => {
  await souk?.stop();
  await receiver?.stop();
});

const providers = '/V1/eventing/eventProvider';
const list = async (admin: Client) => ok(await admin.get('/V1/eventing/getEventSubscriptions'));

test('D210: a provider shows its secret when it is made, and never again', async () => {
  const { admin } = souk;
  const workspace = (more: object) => JSON.stringify({ url: receiver.url, ...more });
  const eventProvider = {
    provider_id: 'erp',
    instance_id: 'one',
    label: 'ERP',
    description: 'Takes orders.',
    workspace_configuration: workspace({ headers: { 'X-Key': 'open sesame' } }),
  };
  const made = ok(await admin.post(providers, { eventProvider }));
  expect(made).toMatchObject({ id: expect.any(Number), provider_id: 'erp', instance_id: 'one', label: 'ERP' });
  const { secret } = JSON.parse(made.workspace_configuration) as { secret: string };
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const shown = ok(await admin.get(`${providers}/erp`));
  expect(JSON.parse(shown.workspace_configuration)).toEqual({
    url: receiver.url,
    secret: '******',
    headers: { 'X-Key': '******' },
    batch: 1,
  });
  expect(ok(await admin.get(providers))).toEqual([shown]);
  expect(ok(await admin.get('/V1/eventing/getEventProviders'))).toEqual([shown]);
  // What is masked stays as it is.
  const masked = { ...JSON.parse(shown.workspace_configuration), batch: 5 } as object;
  const change = { provider_id: 'erp', workspace_configuration: JSON.stringify(masked) };
  expect(ok(await admin.put(providers, { eventProvider: change })).workspace_configuration).toContain('"batch":5');
  fails(await admin.post(providers, { eventProvider }), 400, 'There is a provider with the id "erp" already.');
  fails(await admin.get(`${providers}/moon`), 404, 'No such entity with provider_id = moon');
  fails(await admin.delete(`${providers}/moon`), 404);
  ok(await admin.post('/V1/eventing/eventSubscribe', { event: { name: 'product.created', provider_id: 'erp' } }));
  await newProduct({ admin });
  const [request] = await until(async () => receiver.requests.length > 0 && receiver.requests);
  expect(isSigned(request!, secret)).toBe(true);
  expect(request!.headers['x-key']).toBe('open sesame');
  fails(await admin.delete(`${providers}/erp`), 400, /has subscriptions/);
  // Neither the audit log nor what waits in the queue has it.
  const accepted = await admin.send('PUT', `/async${providers}`, { eventProvider: change });
  expect(accepted.status).toBe(202);
  const status = await until(async () => {
    const { operations_list: operations } = ok(await admin.get(`/V1/bulk/${accepted.body.bulk_uuid}/detailed-status`));
    return operations[0].status === 1 && operations[0];
  });
  expect(JSON.stringify(status)).not.toContain('whsec_');
  expect(status.result_serialized_data).toContain('******');
});

test('D210: a workspace of the vendor, or none, is delivered to the URL of the setting, or nowhere', async () => {
  const { admin } = souk;
  const workspace_configuration = JSON.stringify({
    project: { id: '1', name: 'kit', org: { id: '2' }, workspace: {} },
  });
  const make = async (eventProvider: object) => {
    const provider_id = unique('kit');
    const made = ok(await admin.post(providers, { eventProvider: { provider_id, ...eventProvider } }));
    return JSON.parse(made.workspace_configuration) as { url: string; secret: string };
  };
  expect(await make({ workspace_configuration })).toMatchObject({ url: '', secret: expect.stringMatching(/^whsec_/) });
  expect(await make({})).toMatchObject({ url: '' });
  const config = { enabled: true, provider_id: 'by-kit', instance_id: 'i', workspace_configuration };
  expect(ok(await admin.put('/V1/eventing/updateConfiguration', { config }))).toBe(true);
  expect(ok(await admin.get('/V1/adobe_io_events/check_configuration'))).toMatchObject({
    status: 'error',
    provider_id_configured: 'by-kit',
    provider_id_valid: false,
  });
  await souk.configure({ 'souk/events/url': receiver.url });
  expect(await make({ workspace_configuration })).toMatchObject({ url: receiver.url });
  ok(await admin.put('/V1/eventing/updateConfiguration', { config }));
  expect(ok(await admin.get('/V1/adobe_io_events/check_configuration')).provider_id_valid).toBe(true);
  await souk.configure({ 'souk/events/url': '' });
  ok(await admin.delete(`${providers}/by-kit`));
});

test('workspaces that cannot be delivered to are refused', async () => {
  const refused = async (workspace_configuration: string, message: RegExp) =>
    fails(await souk.admin.post(providers, { eventProvider: { workspace_configuration } }), 400, message);
  await refused('text', /no JSON object/);
  await refused('[]', /no JSON object/);
  await refused('{}', /"url" is missing/);
  await refused('{"url":"ftp://example.com"}', /it is no URL/);
  await refused('{"url":"http://example.com"}', /it is not https/);
  await refused('{"url":"https://a:b@example.com"}', /carries a login/);
  const url = 'https://example.com/';
  await refused(JSON.stringify({ url, batch: 501 }), /from 1 to 500/);
  await refused(JSON.stringify({ url, secret: 'whsec_short' }), /"secret" is not/);
  await refused(JSON.stringify({ url, secret: '******' }), /"secret" is not/);
  await refused(JSON.stringify({ url, headers: { Host: 'x' } }), /"Host" cannot be sent/);
  await refused(JSON.stringify({ url, headers: { 'X-A': 'a\r\nX-B: b' } }), /"X-A" cannot be sent/);
  await refused(JSON.stringify({ url, retries: 3 }), /"retries" is unknown/);
  const eventProvider = { provider_id: 'a b', workspace_configuration: JSON.stringify({ url }) };
  fails(await souk.admin.post(providers, { eventProvider }), 400, /provider_id field/);
});

test('D213: subscriptions are listed, changed, replaced and ended', async () => {
  const { admin } = souk;
  const path = '/V1/eventing/eventSubscribe';
  const event = {
    name: 'com.adobe.commerce.observer.sales_order_save_commit_after',
    fields: [{ name: 'increment_id' }, { name: 'items[].sku' }],
    rules: [{ field: 'status', operator: 'equal', value: 'pending' }],
    provider_id: 'erp',
    priority: true,
  };
  ok(await admin.post(path, { event }));
  const shown = {
    name: event.name,
    parent: '',
    fields: event.fields.map(({ name }) => ({ name, converter: '', source: '' })),
    rules: event.rules,
    destination: 'default',
    priority: true,
    hipaa_audit_required: false,
    provider_id: 'erp',
  };
  const find = async () => (await list(admin)).find(({ name }: { name: string }) => name === event.name);
  expect(await find()).toEqual(shown);
  fails(await admin.post(path, { event }), 400, /subscribed already/);
  ok(await admin.post(path, { event: { ...event, rules: [] }, force: true }));
  expect((await find()).rules).toEqual([]);
  ok(await admin.put(`${path}/${event.name}`, { event: { destination: 'other' } }));
  expect(await find()).toEqual({ ...shown, rules: [], destination: 'other' });
  fails(await admin.put(`${path}/moon`, { event: {} }), 404, 'The event "moon" is not subscribed.');
  ok(await admin.post(`/V1/eventing/eventUnsubscribe/${event.name}`));
  expect(await find()).toBeUndefined();
  fails(await admin.post(`/V1/eventing/eventUnsubscribe/${event.name}`), 404);
});

test('D211: D212: what cannot be subscribed is refused', async () => {
  const { admin } = souk;
  const refused = async (event: object, message: RegExp) =>
    fails(
      await admin.post('/V1/eventing/eventSubscribe', { event: { provider_id: 'erp', ...event }, force: true }),
      400,
      message,
    );
  for (const name of [
    '',
    'moon.created',
    'product.painted',
    'observer.moon_save_after',
    'plugin.magento.x',
    'product',
  ]) {
    await refused({ name }, /is unknown\. Events are named/);
  }
  await refused({ name: 'product.created', provider_id: 'moon' }, /no provider "moon"/);
  await refused({ name: 'product.created', provider_id: '' }, /No provider is configured/);
  await refused({ name: 'alias', parent: 'moon.created' }, /"moon.created" is unknown/);
  await refused({ name: 'alias', parent: 'product.created' }, /needs rules/);
  const rules = [{ field: 'sku', operator: 'equal', value: 'a' }];
  await refused({ name: 'product.*', parent: 'product.created', rules }, /not a valid alias/);
  const rule = (operator: string, value: string, field = 'sku') =>
    refused({ name: 'product.*', rules: [{ field, operator, value }] }, /rule of the event cannot be used/);
  await rule('like', 'a');
  await rule('constructor', 'a');
  await rule('greaterThan', 'many');
  await rule('equal', 'a', '__proto__.x y');
  for (const pattern of [
    '(a',
    'a)',
    '[a',
    '*a',
    'a**',
    '(?=a)',
    '(a)\\1',
    'a{3,2}',
    '((a{99}){99}){99}',
    'a'.repeat(251),
  ]) {
    await rule('regex', pattern);
  }
  await refused({ name: 'product.*', fields: [{ name: 'a b' }] }, /is not a field/);
  await refused({ name: 'product.*', fields: [{ name: 'sku', converter: 'Magento\\X' }] }, /has a converter/);
  expect((await list(admin)).map(({ name }: { name: string }) => name)).toEqual(['product.created']);
  fails(await souk.guest.get('/V1/eventing/getEventSubscriptions'), 401);
});

test('the configuration names the default provider, and makes it of a workspace', async () => {
  const { admin } = souk;
  const configure = (config: object) => admin.put('/V1/eventing/updateConfiguration', { config });
  fails(await configure({ provider_id: 'moon' }), 400, /no provider "moon"/);
  fails(
    await configure({ workspace_configuration: '{"url":"https://example.com"}' }),
    400,
    /No provider is configured/,
  );
  const workspace_configuration = JSON.stringify({ url: 'https://other.example/hook' });
  const config = { enabled: true, merchant_id: 'shop', environment_id: 'test', provider_id: 'main', instance_id: 'i' };
  ok(await configure({ ...config, workspace_configuration }));
  expect(ok(await admin.get(`${providers}/main`))).toMatchObject({ label: 'main', instance_id: 'i' });
  expect(ok(await admin.get('/V1/adobe_io_events/check_configuration'))).toEqual({
    status: 'error',
    technical_service_account_configured: true,
    technical_service_account_can_connect_to_io_events: false,
    provider_id_configured: 'main',
    provider_id_valid: true,
  });
  ok(await admin.post('/V1/eventing/eventSubscribe', { event: { name: 'category.*' } }));
  const made = (await list(admin)).find(({ name }: { name: string }) => name === 'category.*');
  expect(made.provider_id).toBe('main');
  ok(await admin.post('/V1/eventing/eventUnsubscribe/category.*'));
  ok(await admin.delete(`${providers}/main`));
  expect(ok(await admin.get('/V1/adobe_io_events/check_configuration'))).toMatchObject({ provider_id_configured: '' });
});

test('commands subscribe, list and replay', async () => {
  const sku = unique('command');
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await souk.cli(...args);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const command = `webhooks:subscribe product.changed --provider cli --url ${receiver.url} --batch 10`;
  const made = await run(...command.split(' '), '--field', 'sku', 'price', '--rule', `key:equal:${sku}`);
  const secret = /^secret\t(whsec_\S+)$/m.exec(made)![1]!;
  await newProduct(souk, { sku, price: 1 });
  ok(await souk.admin.store('all').put(`/V1/products/${sku}`, { product: { price: 2 } }));
  const arrived = () => receiver.requests.filter((one) => isSigned(one, secret));
  const [request] = await until(async () => arrived().length > 0 && arrived());
  expect(request!.events).toMatchObject([{ type: 'souk.product.changed', data: { value: { sku, price: 2 } } }]);
  const line = await until(async () => {
    const listed = await run('webhooks:list');
    return /^product\.changed\tcli\t.*\t1 delivered\t.*$/m.exec(listed)?.[0];
  });
  expect(line).toContain('0 dead letters');
  expect(await run('webhooks:deliveries', '--provider', 'cli')).toMatch(/\tcli\t\d+-\d+\t1 events\t200\t\d+ ms/);
  const { position } = request!.events[0]!.data;
  await run('webhooks:replay', 'cli', '--from', String(position - 1));
  await until(async () => arrived().length === 2);
  expect(arrived()[1]!.events[0]!.id).toBe(request!.events[0]!.id);
  expect(await run('webhooks:replay', 'cli')).toContain('0 dead letters');
  expect((await souk.cli('webhooks:replay', 'cli', '--from', '99999999')).code).not.toBe(0);
  await run('webhooks:unsubscribe', 'product.changed');
  expect((await souk.cli('webhooks:unsubscribe', 'product.changed')).code).not.toBe(0);
});

test('subscriptions can be for the events of a list, each of which is known', async () => {
  const { admin } = souk;
  const names: string[] = ok(await admin.get('/V1/eventing/supportedList')).map(({ name }: { name: string }) => name);
  expect(names).toContain('observer.catalog_product_save_commit_after');
  expect(names).toContain('observer.customer_group_delete_commit_after');
  const provider_id = 'all';
  const eventProvider = {
    provider_id,
    instance_id: 'all',
    label: 'All',
    workspace_configuration: JSON.stringify({ url: receiver.url }),
  };
  ok(await admin.post(providers, { eventProvider }));
  for (const name of names) {
    ok(await admin.post('/V1/eventing/eventSubscribe', { event: { name, provider_id, fields: [{ name: 'id' }] } }));
    ok(await admin.post(`/V1/eventing/eventUnsubscribe/${name}`, {}));
  }
  fails(await souk.guest.get('/V1/eventing/supportedList'), 401);
});
