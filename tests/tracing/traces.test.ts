import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver } from '../io-events/receiver.ts';
import { engines } from '../storage/databases.ts';
import { ok, unique, until, type Client } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct, product } from '../support/products.ts';
import { startAskedServer, type AskedServer } from '../webhooks/hook.ts';
import { startCollector, type CollectedSpan, type Collector } from './collector.ts';

const SAVE = 'plugin.magento.catalog.api.product_repository.save';
const traceId = () =>
  unique('')
    .padStart(32, '0')
    .replaceAll(/[^0-9a-f]/g, 'a');
const SERVER = 2;
const CONSUMER = 5;

describe.each(engines)('traces on %s', (kind) => {
  let collector: Collector;
  let here: Here;
  let caller: Client;
  let hooked: AskedServer;

  beforeAll(async () => {
    collector = await startCollector();
    hooked = await startAskedServer();
    here = await startHere(kind, {
      consumer: true,
      env: {
        SOUK_RELEASE: '2.4.9',
        SOUK_LOG: 'debug',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=k%3D1,x-tenant=shop',
        OTEL_BSP_SCHEDULE_DELAY: '10',
        OTEL_SERVICE_NAME: 'shop',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
      },
    });
    caller = await here.granted('integration', 'all');
    await here.configure({ 'souk/events/allow_private': '127.0.0.1' });
  });
  afterAll(async () => {
    await here?.stop();
    await hooked?.stop();
    await collector?.stop();
  });
  beforeEach(async () => {
    hooked.reset();
    for (const webhook of ok(await caller.get('/V1/webhooks/list'))) {
      ok(await caller.post('/V1/webhooks/unsubscribe', { webhook }));
    }
  });

  const hook = async (webhook_type: 'before' | 'after') =>
    ok(
      await caller.post('/V1/webhooks/subscribe', {
        webhook: {
          webhook_method: SAVE,
          webhook_type,
          batch_name: webhook_type,
          hook_name: 'check',
          url: `${hooked.url}?key=hook-secret`,
          required: true,
        },
      }),
    );
  const requestSpan = (id: string) =>
    collector.span((one) => one.kind === SERVER && one.values['souk.request.id'] === id);
  const traced = async (send: (headers: Record<string, string>) => Promise<unknown>) => {
    const id = unique('request');
    await send({ 'x-request-id': id });
    return requestSpan(id);
  };
  const names = (span: CollectedSpan) => collector.below(span).map(({ name }) => name);

  it('have a span for a call, one for each stage, and one for each group of statements', async () => {
    const sku = unique('traced');
    const span = await traced((headers) => caller.post('/V1/products', { product: product({ sku }) }, headers));
    expect(span).toMatchObject({ name: 'POST /V1/products', isFailed: false });
    expect(span.values).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/V1/products',
      'http.response.status_code': 200,
      'url.path': '/rest/V1/products',
      'souk.caller.type': 'integration',
    });
    expect(span.resource).toMatchObject({ 'service.name': 'shop', 'deployment.environment.name': 'test' });
    expect(span.parentSpanId).toBeUndefined();
    expect(names(span)).toEqual(['authenticate', 'admit', 'decode', 'perform', 'respond']);
    const stages = collector.below(span);
    for (const [index, stage] of stages.entries()) {
      expect(BigInt(stage.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(stage.startTimeUnixNano));
      const before = stages[index - 1] ?? { endTimeUnixNano: span.startTimeUnixNano };
      expect(BigInt(stage.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(before.endTimeUnixNano) - 1_000_000n);
    }
    const handler = collector.below(stages[3]!).find(({ name }) => name === 'handler');
    expect(handler!.values).toEqual({ 'souk.operation': 'POST /V1/products' });
    expect(names(handler!)).toContain('encode');
    const statements = collector.below(handler!).filter(({ values }) => values['db.system.name'] !== undefined);
    const insert = statements.find(({ name }) => name === 'INSERT catalog_product');
    expect(insert!.values).toMatchObject({
      'db.system.name': kind === 'postgres' ? 'postgresql' : 'sqlite',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'catalog_product',
      'db.query.summary': 'INSERT catalog_product',
      'souk.statements': expect.anything(),
    });
    expect(new Set(statements.map(({ name }) => name)).size).toBe(statements.length);
    expect(collector.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'api-key': 'k=1', 'x-tenant': 'shop' },
    });
  });

  it('continue those of callers, and hand them on to hooks before and after', async () => {
    await hook('before');
    await hook('after');
    const [trace, parent] = [traceId(), '00f067aa0ba902b7'];
    const span = await traced((headers) =>
      caller.post(
        '/V1/products',
        { product: product({ sku: unique('continued') }) },
        { ...headers, traceparent: `00-${trace}-${parent}-01`, tracestate: 'vendor=opaque' },
      ),
    );
    expect(span).toMatchObject({ traceId: trace, parentSpanId: parent, traceState: 'vendor=opaque' });
    const perform = collector.below(span).find(({ name }) => name === 'perform');
    expect(names(perform!)).toEqual(expect.arrayContaining(['hooks before', 'handler', 'hooks after']));
    const calls = collector.spans.filter(({ traceId: of, name }) => of === trace && name === 'hook');
    expect(calls.map(({ values }) => values)).toEqual(
      [1, 2].map(() => ({
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(hooked.url).port),
      })),
    );
    expect(hooked.asked.map(({ headers }) => [headers.traceparent, headers.tracestate]).toSorted()).toEqual(
      calls.map(({ spanId }) => [`00-${trace}-${spanId}-01`, 'vendor=opaque']).toSorted(),
    );
  });

  it('begin anew where the header is invalid', async () => {
    const trace = traceId();
    const invalid = [
      `00-${trace}-0000000000000000-01`,
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `ff-${trace}-00f067aa0ba902b7-01`,
      `00-${trace}-00f067aa0ba902b7-01-more`,
      `00-${trace.toUpperCase().replaceAll(/\d/g, 'A')}-00f067aa0ba902b7-01`,
      'nonsense',
      `00-${trace}-00f067aa0ba902b7-01, 00-${trace}-00f067aa0ba902b7-01`,
    ];
    for (const traceparent of invalid) {
      const span = await traced((headers) => caller.get('/V1/store/storeViews', { ...headers, traceparent }));
      expect(span.traceId, traceparent).not.toBe(trace);
      expect(span.parentSpanId, traceparent).toBeUndefined();
    }
    // A later version may have more fields.
    const later = await traced((headers) =>
      caller.get('/V1/store/storeViews', { ...headers, traceparent: `01-${trace}-00f067aa0ba902b7-01-more` }),
    );
    expect(later.traceId).toBe(trace);
  });

  it('are not sent for callers that sample nothing, but handed on and logged', async () => {
    await hook('before');
    const trace = traceId();
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-00` };
    ok(await caller.post('/V1/products', { product: product({ sku: unique('silent') }) }, headers));
    expect(hooked.asked[0]!.headers.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
    const line = await until(async () => here.logged.find((one) => one.includes(trace)));
    expect(JSON.parse(line)).toMatchObject({ msg: 'answered', trace_id: trace, span_id: expect.any(String) });
    // What comes later is sent later.
    await traced((other) => caller.get('/V1/store/storeViews', other));
    expect(collector.spans.filter((one) => one.traceId === trace)).toEqual([]);
  });

  it('are those of log lines', async () => {
    const span = await traced((headers) => caller.get('/V1/products/none-such', headers));
    expect(span).toMatchObject({ name: 'GET /V1/products/:sku', isFailed: false });
    expect(span.values['http.response.status_code']).toBe(404);
    const perform = collector.below(span).find(({ name }) => name === 'perform');
    expect(perform).toMatchObject({ isFailed: true, values: { 'error.type': 'noSuchEntity' } });
    const line = here.logged.find((one) => one.includes(span.traceId));
    expect(JSON.parse(line!)).toMatchObject({ status: 404, trace_id: span.traceId });
  });

  it('have operations of GraphQL by type and name, with the statements of queries and mutations', async () => {
    const client = graphqlClient(here);
    const { sku } = await newProduct({ admin: caller }, { sku: unique('queried') });
    const query = `query Found { products(filter: { sku: { eq: "${sku}" } }) { items { name } } }`;
    const span = await traced((headers) => client.send(query, {}, headers));
    expect(span).toMatchObject({ name: 'POST /graphql', isFailed: false });
    expect(span.values).toMatchObject({
      'http.route': '/graphql',
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'Found',
      'souk.graphql.result': 'complete',
      'http.response.status_code': 200,
    });
    expect(names(span)).toEqual(['authenticate', 'admit', 'decode', 'perform', 'respond']);
    const made = await traced((headers) => client.send('mutation { createEmptyCart }', {}, headers));
    const perform = collector.below(made).find(({ name }) => name === 'perform');
    const handler = collector.below(perform!).find(({ name }) => name === 'handler');
    expect(handler!.values['souk.operation']).toBe('mutation createEmptyCart');
    expect(names(handler!)).toContain('INSERT quote');
  });

  it('of operations of a bulk are linked to its request, and reach hooks', async () => {
    await hook('before');
    const skus = [unique('first'), unique('second')];
    const trace = traceId();
    const span = await traced((headers) =>
      caller.post(
        '/async/bulk/V1/products',
        skus.map((sku) => ({ product: product({ sku }) })),
        { ...headers, traceparent: `00-${trace}-00f067aa0ba902b7-01` },
      ),
    );
    expect(span).toMatchObject({ traceId: trace, name: 'POST /async/bulk/V1/products' });
    await collector.span(({ links = [], values }) => links[0]?.traceId === trace && values['souk.operation.key'] === 1);
    const operations = collector.spans.filter(({ links = [] }) => links[0]?.traceId === trace);
    expect(operations).toHaveLength(2);
    const stored = await here.souk.storage.reader
      .selectFrom('bulk')
      .select('traceparent')
      .where('traceparent', 'like', `00-${trace}-%`)
      .executeTakeFirstOrThrow();
    for (const operation of operations) {
      expect(operation.traceId).not.toBe(trace);
      expect(operation.kind).toBe(CONSUMER);
      expect(operation.name).toBe('operation async.magento.catalog.api.productrepositoryinterface.save.post');
      expect(operation.links!.map(({ spanId }) => stored.traceparent!.includes(spanId))).toEqual([true]);
      const request = hooked.asked.find(({ headers }) => headers.traceparent?.includes(operation.traceId));
      expect(request!.headers.traceparent).toMatch(/-01$/);
      expect(
        collector.spans.some((one) => one.traceId === operation.traceId && one.name === 'INSERT catalog_product'),
      ).toBe(true);
    }
  });

  it('of operations without hooks count their statements, and show failures', async () => {
    const { sku } = await newProduct({ admin: caller }, { sku: unique('there') });
    const trace = traceId();
    const updates = [
      { sku, product: { price: 4 } },
      { sku, product: { attribute_set_id: 99_999 } },
    ];
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    expect((await caller.send('PUT', '/async/bulk/V1/products/bySku', updates, headers)).status).toBe(202);
    const [good, bad] = await Promise.all(
      [0, 1].map((key) =>
        collector.span(({ links, values }) => links?.[0]?.traceId === trace && values['souk.operation.key'] === key),
      ),
    );
    expect(good!.isFailed).toBe(false);
    expect(names(good!).filter((name) => name.startsWith('UPDATE catalog_product'))).not.toEqual([]);
    expect(bad!.isFailed).toBe(true);
  });

  it('of events and emails are linked to the calls that caused them', async () => {
    const receiver = await startReceiver();
    try {
      const provider_id = unique('target');
      const workspace_configuration = JSON.stringify({ url: receiver.url });
      ok(
        await caller.post('/V1/eventing/eventProvider', {
          eventProvider: { provider_id, label: 'E', workspace_configuration },
        }),
      );
      const name = 'observer.catalog_product_save_after';
      ok(await caller.post('/V1/eventing/eventSubscribe', { event: { name, provider_id } }));
      const span = await traced((headers) =>
        caller.post('/V1/products', { product: product({ sku: unique('told') }) }, headers),
      );
      const linked = ({ links = [] }: CollectedSpan) => links.some((one) => one.traceId === span.traceId);
      const delivery = await collector.span((one) => one.name === 'deliver events' && linked(one));
      expect(delivery.values['souk.event.state']).toBe('delivered');
      const sent = receiver.requests.find(({ headers }) => String(headers.traceparent).includes(delivery.traceId));
      expect(collector.below(delivery)).toMatchObject([
        { name: 'send events', spanId: String(sent!.headers.traceparent).split('-')[2] },
      ]);
      const customer = { email: `${unique('ada')}@example.com`, firstname: 'Ada', lastname: 'Example' };
      const signUp = await traced((headers) =>
        here.guest.post('/V1/customers', { customer, password: 'Secret-123!' }, headers),
      );
      const email = await collector.span(
        (one) => one.name === 'send email' && one.links?.[0]?.traceId === signUp.traceId,
      );
      expect(email.values).toEqual({ 'souk.email.template': expect.any(String), 'souk.email.transport': 'file' });
    } finally {
      await receiver.stop();
    }
  });

  it('contain no secrets and no values of requests', async () => {
    const password = unique('Password-1!');
    const email = `${unique('eve')}@example.com`;
    const customer = { email, firstname: 'Eve', lastname: 'Example' };
    const { headers: _, body: cart } = await here.guest.post('/V1/guest-carts');
    const spans = await Promise.all([
      traced((headers) => here.guest.post('/V1/customers', { customer, password }, headers)),
      traced((headers) =>
        here.guest.post('/V1/integration/customer/token', { username: email, password: `${password}x` }, headers),
      ),
      traced((headers) => here.guest.get(`/V1/guest-carts/${cart}/items?secret=${password}`, headers)),
      traced((headers) => here.guest.get(`/V1/guest-carts/${cart}/no-such-part`, headers)),
      traced((headers) => here.guest.raw('GET', `/media/${password}`, undefined, headers)),
      traced((headers) =>
        graphqlClient(here).send('query ($id: String!) { cart(cart_id: $id) { id } }', { id: cart }, headers),
      ),
    ]);
    expect(spans[2].values).toMatchObject({ 'http.route': '/V1/guest-carts/:cartId/items' });
    expect(spans[3].values['url.path']).toBeUndefined();
    const text = collector.requests.map((request) => request.text).join('\n');
    for (const secret of [password, email, cart, caller.token!, 'hook-secret']) expect(text).not.toContain(secret);
  });

  it('are counted by /metrics, which has none of its own', async () => {
    const { text } = await here.guest.raw('GET', '/metrics');
    expect(Number(/souk_trace_spans_total\{outcome="sent"\} (\d+)/.exec(text)![1])).toBeGreaterThan(10);
    expect(text).toContain('souk_trace_spans_total{outcome="dropped"} 0');
    expect(collector.spans.filter(({ name }) => name.includes('metrics'))).toEqual([]);
  });
});
