import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok, until, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { startReceiver, type Receiver } from '../io-events/receiver.ts';

describe.each(engines)('what the console asks about events, on %s', (kind) => {
  let here: Here;
  let caller: Client;
  let receiver: Receiver;
  const provider = 'erp';

  beforeAll(async () => {
    here = await startHere(kind, { env: { SOUK_RELEASE: '2.4.9' } });
    // Its token does not expire when the clock is set.
    caller = await here.granted('integration', 'all');
    receiver = await startReceiver();
    await here.configure({ 'souk/events/allow_private': '127.0.0.1' });
    const workspace_configuration = JSON.stringify({ url: receiver.url });
    const eventProvider = { provider_id: provider, label: 'ERP', workspace_configuration };
    ok(await caller.post('/V1/eventing/eventProvider', { eventProvider }));
    ok(await caller.post('/V1/eventing/eventSubscribe', { event: { name: 'product.created', provider_id: provider } }));
  });
  afterAll(async () => {
    await receiver?.stop();
    await here?.stop();
  });

  const read = (path: string, client: Client = caller) => client.raw('GET', `/_/console/events/${path}`);
  const write = (path: string, body: object = {}, client: Client = caller) =>
    client.raw('POST', `/_/console/events/${path}`, body);
  const target = async () => ok(await read('targets')).items[0];
  const make = async (): Promise<string> => (await newProduct({ admin: caller })).sku;
  const waiting = async (query = '') => ok(await read(`waiting?${query}`));

  it('shows how far deliveries have come, and the requests they went by', async () => {
    const sku = await make();
    await until(async () => receiver.taken(sku).length === 1);
    const shown = await until(async () => {
      const one = await target();
      return one.delivered === 1 && one;
    });
    expect(shown).toMatchObject({
      provider_id: provider,
      label: 'ERP',
      url: receiver.url,
      disabled: '',
      subscriptions: ['product.created'],
      failures: 0,
      is_open: false,
      waiting: 0,
      dead: 0,
    });
    const { latest, is_on: isOn } = ok(await read('targets'));
    expect(isOn).toBe(true);
    expect(shown.position).toBeLessThanOrEqual(latest);
    expect(ok(await read('deliveries'))).toMatchObject([{ provider_id: provider, events: 1, status: 200, error: '' }]);
    expect(ok(await read('deliveries?failed=true'))).toEqual([]);
    expect(ok(await read('deliveries?provider=other'))).toEqual([]);
    const [{ id, ...delivery }] = ok(await read('deliveries'));
    const content = ok(await read(`deliveries/${id}`));
    expect(content).toMatchObject({ id, ...delivery, url: receiver.url, response: '' });
    expect(JSON.parse(content.body)).toMatchObject({ specversion: '1.0', data: { key: sku, action: 'created' } });
    fails(await read('deliveries/4711'), 404);
  });

  it('shows what waits with its error, sends it again at once, and replays dead letters', async () => {
    receiver.answer = () => ({ status: 500 });
    const sku = await make();
    const [event] = await until(async () => {
      const all = await waiting();
      return all.length > 0 && all;
    });
    expect(event).toMatchObject({ provider_id: provider, subscription: 'product.created', entity: 'product' });
    expect(event).toMatchObject({ change: { key: sku, action: 'created' }, is_dead: false, attempts: 1 });
    expect(event.error).toMatch(/500/);
    const [failed] = ok(await read('deliveries?failed=true'));
    expect(failed).toMatchObject({ status: 500, events: 1 });
    expect(ok(await read(`deliveries/${failed.id}`)).error).toMatch(/500/);
    await here.souk.systemCall().transaction(({ db }) => db.updateTable('event_waiting').set({ is_dead: 1 }).execute());
    expect(await waiting('dead=true')).toHaveLength(1);
    expect(await waiting('dead=false')).toEqual([]);
    expect((await target()).dead).toBe(1);
    receiver.answer = () => ({ status: 200 });
    expect(ok(await write(`targets/${provider}/replay`))).toBe(1);
    await until(async () => receiver.taken(sku).length === 1);
    await until(async () => (await waiting()).length === 0);

    receiver.answer = () => ({ status: 503 });
    const other = await make();
    const [late] = await until(async () => {
      const all = await waiting();
      return all.length > 0 && all;
    });
    receiver.answer = () => ({ status: 200 });
    expect(ok(await write(`waiting/${late.id}/send`))).toBe(true);
    await until(async () => receiver.taken(other).length === 1);
    await until(async () => (await waiting()).length === 0);
    fails(await write('waiting/0/send'), 404);
  });

  it('tells everything after a position again, which the log must have', async () => {
    const { latest, horizon } = ok(await read('targets'));
    const before = receiver.taken().length;
    ok(await write(`targets/${provider}/replay`, { from: horizon }));
    await until(async () => receiver.taken().length > before);
    fails(await write(`targets/${provider}/replay`, { from: latest + 1000 }), 400, /^Use a position in the log, from/);
    fails(await write('targets/nobody/replay'), 400);
  });

  it('sends a signed test event, and shows the request and the response without moving on', async () => {
    receiver.answer = () => ({ status: 200 });
    const before = await target();
    const sent = ok(await write(`targets/${provider}/test`));
    expect(sent).toMatchObject({ request: { url: receiver.url }, status: 200, error: '' });
    expect(JSON.parse(sent.request.body)).toMatchObject({ specversion: '1.0', type: 'souk.test' });
    const headers = sent.request.headers.map(({ name }: { name: string }) => name);
    expect(headers).toEqual(['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']);
    receiver.answer = () => ({ status: 500 });
    expect(ok(await write(`targets/${provider}/test`))).toMatchObject({ status: 500, error: 'HTTP 500' });
    receiver.answer = () => ({ status: 200 });
    const { position, delivered, failed, waiting: queued } = before;
    expect(await target()).toMatchObject({ position, delivered, failed, waiting: queued });
    fails(await write('targets/nobody/test'), 404);
    const workspace_configuration = JSON.stringify({ url: 'http://10.1.2.3/events' });
    const eventProvider = { provider_id: 'inside', label: 'Inside', workspace_configuration };
    const made = await caller.post('/V1/eventing/eventProvider', { eventProvider });
    // An address within the network of the server is refused, at the latest when it is called.
    if (made.status === 200) expect(ok(await write('targets/inside/test'))).toMatchObject({ status: 0 });
    else expect(made.status).toBe(400);
  });

  it('is for those who are granted it', async () => {
    const other = await here.granted('integration', ['Magento_Catalog::products']);
    for (const path of ['targets', 'deliveries', 'deliveries/1', 'waiting'])
      fails(await read(path, other), 401, /adobe_io_events/);
    fails(await write(`targets/${provider}/replay`, {}, other), 401);
    fails(await write('waiting/1/send', {}, other), 401);
    fails(await write(`targets/${provider}/test`, {}, other), 401);
    const open = await startHere(kind, { env: { SOUK_EDITION: 'open' } });
    expect((await open.admin.raw('GET', '/_/console/events/targets')).status).toBe(404);
    await open.stop();
  });
});
