import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDeliveryRetention } from '../../src/modules/io-events/retention.ts';
import { deliveryLog } from '../../src/modules/io-events/tables.ts';
import { engines } from '../storage/databases.ts';
import { hasFirst, nearEnd } from '../storage/first-partition.ts';
import { fails, ok, unique, until, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { isSigned, startReceiver, type Receiver, type Told } from './receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe.each(engines)('deliveries of events on %s', (kind) => {
  let here: Here;
  let caller: Client;
  let receiver: Receiver;
  let provider: string;
  let moved = 0;

  beforeAll(async () => {
    here = await startHere(kind, { env: { SOUK_RELEASE: '2.4.9' } });
    // Its token does not expire when the clock is set.
    caller = await here.granted('integration', 'all');
  });
  afterAll(() => here?.stop());

  beforeEach(async () => {
    await here.configure({ 'souk/events/allow_private': '127.0.0.1' });
    receiver = await startReceiver();
    provider = unique('target');
    ok(await caller.post('/V1/eventing/eventProvider', { eventProvider: target({}) }));
  });
  afterEach(async () => {
    for (const { name } of ok(await caller.get('/V1/eventing/getEventSubscriptions'))) {
      ok(await caller.post(`/V1/eventing/eventUnsubscribe/${name}`));
    }
    await receiver.stop();
    moved = 0;
    ok(await here.guest.raw('PUT', '/_/clock', { now: null }));
  });

  const target = (workspace: object) => ({
    provider_id: provider,
    label: 'ERP',
    workspace_configuration: JSON.stringify({ url: receiver.url, secret, ...workspace }),
  });
  const change = async (workspace: object) =>
    ok(await caller.put('/V1/eventing/eventProvider', { eventProvider: target(workspace) }));
  const subscribe = async (name: string, more: object = {}) =>
    ok(await caller.post('/V1/eventing/eventSubscribe', { event: { name, provider_id: provider, ...more } }));
  const make = (sku: string, over: object = {}) => newProduct({ admin: caller }, { sku, ...over });
  const put = async (sku: string, price: number) =>
    ok(await caller.store('all').put(`/V1/products/${sku}`, { product: { price } }));
  const taken = (sku: string, count: number) =>
    until(async () => receiver.taken(sku).length >= count && receiver.taken(sku));
  /** Moves the platform's clock on. */
  const pass = async (seconds: number) => {
    moved += seconds * 1000;
    ok(await here.guest.raw('PUT', '/_/clock', { now: new Date(Date.now() + moved).toISOString() }));
  };
  const state = () =>
    here.souk.storage.reader
      .selectFrom('event_provider_state as s')
      .innerJoin('event_provider as p', 'p.id', 's.provider')
      .selectAll('s')
      .select('p.disabled')
      .where('p.provider_id', '=', provider)
      .executeTakeFirstOrThrow();
  const waiting = async () =>
    here.souk.storage.reader
      .selectFrom('event_waiting')
      .selectAll()
      .where('provider', '=', (await state()).provider)
      .orderBy('id')
      .execute();
  const deliveries = async () =>
    here.souk.storage.reader
      .selectFrom('event_delivery')
      .selectAll()
      .where('provider', '=', (await state()).provider)
      .orderBy('id')
      .execute();
  const words = (events: readonly Told[]) => events.map(({ data }) => data.action);

  it('are signed CloudEvents with the fields that were asked for', async () => {
    await change({ headers: { Authorization: 'Bearer erp' } });
    await subscribe('product.*', { fields: [{ name: 'price' }, { name: 'extension_attributes.website_ids' }] });
    await subscribe('observer.cataloginventory_stock_item_save_commit_after', { fields: [{ name: 'qty' }] });
    const sku = unique('told');
    await make(sku, { extension_attributes: {} });
    await put(sku, 7);
    const events = await taken(sku, 3);
    const own = events.filter(({ type }) => type.startsWith('souk.product.'));
    expect(own.map(({ type }) => type)).toEqual(['souk.product.created', 'souk.product.changed']);
    expect(own[1]).toMatchObject({
      specversion: '1.0',
      id: String(own[1]!.data.position),
      source: expect.stringMatching(/^http:/),
      subject: sku,
      data: {
        entity: 'product',
        key: sku,
        fields: ['price'],
        value: { price: 7, extension_attributes: { website_ids: [1] } },
      },
    });
    expect(Object.keys(own[1]!.data.value!)).toEqual(['price', 'extension_attributes']);
    expect(events.find(({ data }) => data.entity === 'stock')).toMatchObject({
      type: 'com.adobe.commerce.observer.cataloginventory_stock_item_save_commit_after',
      data: { value: { qty: null } },
    });
    ok(await caller.delete(`/V1/products/${sku}`));
    const gone = (await taken(sku, 4)).at(-1)!;
    expect(gone).toMatchObject({ type: 'souk.product.deleted', data: { action: 'deleted', key: sku } });
    expect(gone.data).not.toHaveProperty('value');
    for (const request of receiver.requests) {
      expect(isSigned(request, secret)).toBe(true);
      expect(request.headers).toMatchObject({
        authorization: 'Bearer erp',
        'content-type': 'application/cloudevents+json',
      });
    }
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(receiver.requests.length);
    const check = ok(await caller.get('/V1/adobe_io_events/check_configuration'));
    expect(check).toMatchObject({ status: 'error', provider_id_configured: '' });
    ok(await caller.put('/V1/eventing/updateConfiguration', { config: { provider_id: provider } }));
    expect(ok(await caller.get('/V1/adobe_io_events/check_configuration'))).toEqual({
      status: 'ok',
      technical_service_account_configured: true,
      technical_service_account_can_connect_to_io_events: true,
      provider_id_configured: provider,
      provider_id_valid: true,
    });
    // The server counts what it has delivered after the receiver has taken it.
    await until(async () =>
      (await here.guest.raw('GET', '/metrics')).text.includes(
        `souk_webhook_delivered_total{provider="${provider}"} ${receiver.taken().length}\n`,
      ),
    );
  });

  it('name entities by id, as the interface does, and have the known fields of deleted ones', async () => {
    const group = 'observer.customer_group';
    await subscribe(`${group}_save_commit_after`, { fields: [{ name: 'id' }, { name: '_isNew' }, { name: 'code' }] });
    await subscribe(`${group}_delete_commit_after`, { fields: [{ name: 'id' }] });
    const source = 'context_store.get_store.get_id';
    await subscribe('observer.catalog_product_delete_commit_after', {
      fields: [{ name: 'sku' }, { name: 'id' }, { name: 'price' }, { name: 'context.store_id', source }],
    });
    const code = unique('group');
    const { id } = ok(await caller.post('/V1/customerGroups', { group: { code, tax_class_id: 3 } }));
    ok(await caller.put(`/V1/customerGroups/${id}`, { group: { code: `${code}-2`, tax_class_id: 3 } }));
    expect((await taken(String(id), 2)).map(({ data }) => data.value)).toEqual([
      { id, _isNew: true, code: expect.stringContaining(code) },
      { id, _isNew: false, code: `${code}-2` },
    ]);
    ok(await caller.delete(`/V1/customerGroups/${id}`));
    expect((await taken(String(id), 3)).at(-1)).toMatchObject({ data: { entity: 'customer_group', value: { id } } });
    const sku = unique('gone');
    const made = await make(sku);
    ok(await caller.delete(`/V1/products/${sku}`));
    const [gone] = await taken(sku, 1);
    expect(gone!.data.value).toEqual({ sku, id: made.id, context: { store_id: null } });
  });

  it('come in batches, and pass rules', async () => {
    await change({ batch: 100 });
    const stem = unique('ruled');
    await subscribe('expensive', {
      parent: 'product.*',
      rules: [
        { field: 'key', operator: 'regex', value: `/^${stem.toUpperCase()}-[0-9]+$/i` },
        { field: 'price', operator: 'greaterThan', value: '10' },
        { field: 'price', operator: 'onChange', value: '' },
        { field: 'status', operator: 'in', value: '1, 2' },
        { field: 'value.type_id', operator: 'equal', value: 'simple' },
      ],
    });
    receiver.answer = async () => ({ status: 204 });
    await here.configure({ 'adobe_io_events/eventing/enabled': '0' });
    for (const price of [5, 11, 12]) await newProduct({ admin: caller }, { sku: `${stem}-${price}`, price });
    ok(await caller.store('all').put(`/V1/products/${stem}-11`, { product: { name: 'Other' } }));
    await newProduct({ admin: caller }, { sku: `${stem}-x`, price: 99 });
    await here.configure({ 'adobe_io_events/eventing/enabled': '1' });
    await until(async () => receiver.taken().length >= 2);
    expect(receiver.taken().map(({ subject, type }) => `${type} ${subject}`)).toEqual([
      `souk.expensive ${stem}-11`,
      `souk.expensive ${stem}-12`,
    ]);
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.requests[0]!.headers['content-type']).toBe('application/cloudevents-batch+json');
    expect(isSigned(receiver.requests[0]!, secret)).toBe(true);
  });

  it('keep the order of each entity where one fails, and others go on', async () => {
    const [bad, good] = [unique('bad'), unique('good')];
    await subscribe('product.*');
    let isBroken = true;
    receiver.answer = (events) => ({ status: isBroken && events[0]!.data.key === bad ? 500 : 200 });
    await make(bad);
    await until(async () => (await waiting()).length === 1);
    await put(bad, 6);
    await make(good);
    await put(bad, 7);
    await put(good, 6);
    expect(words(await taken(good, 2))).toEqual(['created', 'changed']);
    await until(async () => (await waiting()).length === 3);
    expect(receiver.taken(bad)).toEqual([]);
    // Where the test is slow, the first has been tried more than once.
    const [tries, ...behind] = (await waiting()).map(({ attempts }) => attempts);
    expect(tries).toBeGreaterThan(0);
    expect(behind).toEqual([0, 0]);
    isBroken = false;
    await pass(3600);
    const events = await taken(bad, 3);
    expect(words(events)).toEqual(['created', 'changed', 'changed']);
    const positions = events.map(({ data }) => data.position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    await until(async () => (await waiting()).length === 0);
    const first = receiver.requests.filter(({ events: [event] }) => event!.id === events[0]!.id);
    expect(new Set(first.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const failed = (await deliveries()).filter(({ status }) => status === 500);
    expect(failed.length).toBeGreaterThanOrEqual(tries!);
  });

  it('are given up after the last attempt, and delivered again when that is asked for', async () => {
    const [bad, good] = [unique('bad'), unique('good')];
    await subscribe('product.*');
    receiver.answer = (events) => ({ status: events[0]!.data.key === bad ? 422 : 200, body: 'no such thing' });
    await make(bad);
    for (let attempt = 1; attempt <= 10; attempt++) {
      // Where the test is slow, the platform is ahead of it.
      await until(async () => ((await waiting())[0]?.attempts ?? 0) >= attempt);
      // What works in between keeps the provider from being left alone.
      await make(`${good}-${attempt}`);
      await taken(`${good}-${attempt}`, 1);
      await pass(30 * 3600);
    }
    await until(async () => (await waiting())[0]?.is_dead === 1);
    expect(await waiting()).toMatchObject([{ attempts: 11, error: 'HTTP 422: no such thing' }]);
    expect((await state()).dead).toBe(1);
    expect((await here.guest.raw('GET', '/metrics')).text).toContain(
      `souk_webhook_dead_letters{provider="${provider}"} 1`,
    );
    await put(bad, 9);
    receiver.answer = () => ({ status: 200 });
    const { replayDeadLetters } = await import('../../src/modules/io-events/replay.ts');
    await here.souk.systemCall().transaction((call) => replayDeadLetters(call, provider));
    await until(async () => receiver.taken(bad).some(({ data }) => data.action === 'created'));
    await until(async () => (await waiting()).length === 0 || (await pass(6)));
  });

  it('leave a provider alone that does not answer, and lose nothing', async () => {
    await subscribe('product.created');
    receiver.answer = () => ({ status: 503 });
    const stem = unique('down');
    for (let i = 0; i < 12; i++) await make(`${stem}-${i}`);
    await until(async () => (await state()).failures >= 5);
    const { position } = await state();
    expect(receiver.requests.length).toBeLessThan(5 + 8);
    for (let i = 12; i < 20; i++) await make(`${stem}-${i}`);
    await pass(12);
    await until(async () => (await state()).failures >= 6);
    expect((await state()).position).toBeGreaterThanOrEqual(position);
    expect((await here.guest.raw('GET', '/metrics')).text).toContain(
      `souk_webhook_circuits_open{provider="${provider}"} 1`,
    );
    receiver.answer = () => ({ status: 200 });
    await until(async () => {
      await pass(60);
      return receiver.taken().length === 20;
    });
    expect(new Set(receiver.taken().map(({ id }) => id)).size).toBe(20);
    await until(async () => (await state()).failures === 0 && (await waiting()).length === 0);
  });

  it('wait as long as the receiver asks for', async () => {
    await subscribe('product.created');
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    const sku = unique('later');
    await make(sku);
    await until(async () => (await waiting()).length === 1);
    receiver.answer = () => ({ status: 200 });
    const { resume_at } = await state();
    expect(resume_at - Date.now()).toBeGreaterThan(3_500_000);
    expect((await waiting())[0]!.due_at - Date.now()).toBeGreaterThan(3_500_000);
    await pass(3700);
    await taken(sku, 1);
  });

  it('end where the receiver says that it is gone, until the provider is changed', async () => {
    await subscribe('product.created');
    receiver.answer = () => ({ status: 410 });
    const sku = unique('gone');
    await make(sku);
    await until(async () => (await state()).disabled !== '');
    receiver.answer = () => ({ status: 200 });
    await make(`${sku}-2`);
    await change({});
    await taken(`${sku}-2`, 1);
    await pass(6);
    await taken(sku, 1);
    expect(receiver.requests.filter(({ status }) => status === 410)).toHaveLength(1);
  });

  it('never go to private addresses that are not allowed, nor follow a redirect', async () => {
    await subscribe('product.created');
    const elsewhere = await startReceiver();
    try {
      receiver.answer = () => ({ status: 302, headers: { location: elsewhere.url } });
      await make(unique('redirected'));
      await until(async () => (await deliveries()).some(({ status }) => status === 302));
      expect(elsewhere.requests).toEqual([]);
      await here.configure({ 'souk/events/allow_private': '0' });
      await pass(6);
      await until(async () => (await deliveries()).some(({ error }) => error.includes('not https')));
      const https = { workspace_configuration: JSON.stringify({ url: `https://localhost:${receiver.port}/` }) };
      ok(await caller.put('/V1/eventing/eventProvider', { eventProvider: { provider_id: provider, ...https } }));
      await pass(60);
      await until(async () =>
        (await deliveries()).some(({ error }) => error === 'the address of localhost is private'),
      );
      expect(receiver.requests).toHaveLength(1);
    } finally {
      await elsewhere.stop();
    }
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '169.254.169.254',
      '10.0.0.1',
      '0x7f.1',
      '2130706433',
      '[::ffff:127.0.0.1]',
      '[fe80::1]',
      '[fd00::1]',
      '[64:ff9b::7f00:1]',
      '100.64.0.1',
      '0.0.0.0',
    ]) {
      const workspace_configuration = JSON.stringify({ url: `https://${host}/` });
      const eventProvider = { provider_id: provider, workspace_configuration };
      fails(await caller.put('/V1/eventing/eventProvider', { eventProvider }), 400, /its address is private/);
    }
  });

  it('are forgotten when they are past their lifetime', async () => {
    await subscribe('product.created');
    await nearEnd(here.souk.storage, deliveryLog, 2);
    for (let count = 1; count <= 4; count++) {
      await make(unique('kept'));
      await until(async () => (await deliveries()).length === count);
    }
    expect(await hasFirst(here.souk.storage, deliveryLog)).toBe(kind === 'postgres');
    // Other tests have moved the clock on by days.
    await pass(99 * 86_400);
    await here.configure({ 'souk/operations/retention_interval': '0.05' });
    const retention = startDeliveryRetention(here.souk.platform);
    await until(async () => (await deliveries()).length === 0);
    await retention.stop();
    await here.configure({ 'souk/operations/retention_interval': '' });
    expect(await hasFirst(here.souk.storage, deliveryLog)).toBe(false);
    await make(unique('kept'));
    await until(async () => (await deliveries()).length === 1);
  });
});
