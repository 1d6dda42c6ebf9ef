import { createServer, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSpanSender } from '../../src/platform/tracing/collector.ts';
import { openTelemetry as library } from '../../src/platform/tracing/opentelemetry.ts';
import { createAllowance, createSampler } from '../../src/platform/tracing/sampler.ts';
import { isSampled, startRoot } from '../../src/platform/tracing/spans.ts';
import { summaryOf } from '../../src/platform/tracing/statement-groups.ts';
import { readSettings } from '../../src/program/environment/settings.ts';
import { ok, unique, until } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { product } from '../support/products.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { startAskedServer } from '../webhooks/hook.ts';
import { startCollector, type Collector } from './collector.ts';

const trace = 'abcdefabcdefabcdefabcdefabcdefab';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

const settingsOf = (env: NodeJS.ProcessEnv) => readSettings(env).tracing;
const spanCount = async (here: Here, outcome: string): Promise<number> => {
  const { text } = await here.guest.raw('GET', '/metrics');
  return Number(new RegExp(`souk_trace_spans_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)![1]);
};

describe('the collector', () => {
  let collector: Collector;
  beforeEach(async () => {
    collector = await startCollector();
  });
  afterEach(() => collector.stop());

  /** A sender with spans that end at once. */
  const senderOf = (more: NodeJS.ProcessEnv = {}) => {
    const settings = settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '5', ...more })!;
    const lines: string[] = [];
    const sender = createSpanSender(library, settings, pino({}, { write: (line) => void lines.push(line) }));
    const tracer = new library.TracerProvider({ spanProcessors: [sender.processor] }).getTracer('test');
    const root = { kind: 'internal', attributes: {}, startedAt: performance.now() } as const;
    const spans = (count: number): void => {
      for (let i = 0; i < count; i++) startRoot(library, tracer, { ...root, name: `span ${i}` }).end();
    };
    return { sender, spans, lines };
  };

  it('gets spans in protobuf unless told', async () => {
    const { sender, spans } = senderOf();
    spans(2);
    await sender.close();
    expect(collector.binarySpans).toEqual([
      { traceId: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'span 0' },
      { traceId: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'span 1' },
    ]);
    expect(collector.requests[0]!.headers['content-type']).toBe('application/x-protobuf');
    expect(sender.counts()).toEqual({ sent: 2, dropped: 0, failed: 0 });
  });

  it('gets them again when it was busy', async () => {
    collector.status = 503;
    const { sender, spans } = senderOf();
    spans(1);
    await until(async () => collector.requests.length > 0);
    collector.status = 200;
    await until(async () => collector.binarySpans.length > 0);
    await sender.close();
    expect(sender.counts()).toEqual({ sent: 1, dropped: 0, failed: 0 });
  });

  it('does not get those again that it has rejected; the log says so once', async () => {
    collector.status = 400;
    const { sender, spans, lines } = senderOf();
    spans(3);
    await until(async () => sender.counts().failed === 3);
    spans(1);
    await until(async () => sender.counts().failed === 4);
    expect(collector.requests).toHaveLength(2);
    expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['the collector responded with status 400']);
    await sender.close();
  });

  it('that never responds costs spans, which are counted, and no stop waits for it for long', async () => {
    collector.status = 'none';
    const { sender, spans } = senderOf({ OTEL_BSP_MAX_QUEUE_SIZE: '1000' });
    spans(512);
    await until(async () => collector.requests.length === 1);
    spans(1200);
    expect(sender.counts()).toEqual({ sent: 0, dropped: 200, failed: 0 });
    await sender.close();
    expect(sender.counts()).toEqual({ sent: 0, dropped: 200, failed: 1512 });
    spans(1);
    expect(sender.counts().dropped).toBe(201);
  });

  it('may be away: calls succeed, and the server stops', async () => {
    const away = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => away.once('listening', resolve));
    const { port } = away.address() as AddressInfo;
    await new Promise((resolve) => away.close(resolve));
    const url = `http://127.0.0.1:${port}`;
    const here = await startHere('sqlite', { env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '5' } });
    ok(await here.admin.get('/V1/store/storeViews'));
    await until(async () => (await spanCount(here, 'failed')) > 0);
    ok(await here.admin.get('/V1/store/storeViews'));
    await here.stop();
  });
});

describe('sampling', () => {
  let collector: Collector;
  let here: Here;
  beforeAll(async () => {
    collector = await startCollector();
    here = await startHere('sqlite', {
      env: {
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_BSP_SCHEDULE_DELAY: '5',
        OTEL_TRACES_SAMPLER: 'parentbased_always_off',
      },
    });
  });
  afterAll(async () => {
    await here?.stop();
    await collector?.stop();
  });

  it('follows callers, where the setting says so', async () => {
    ok(await here.admin.get('/V1/store/storeViews'));
    ok(await here.admin.get('/V1/store/storeViews', { traceparent }));
    const span = await collector.span(({ name }) => name === 'GET /V1/store/storeViews');
    expect(span).toMatchObject({ traceId: trace, parentSpanId: '00f067aa0ba902b7' });
    expect(collector.requests[0]!.path).toBe('/own/path');
    expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([trace]));
  });

  it('follows only so many of them: the rest is sampled as without a caller', () => {
    const sampler = createSampler(library, { isParentBased: true, ratio: 0 });
    const tracer = new library.TracerProvider({ sampler }).getTracer('test');
    const parent = { traceId: trace, spanId: '00f067aa0ba902b7', traceFlags: 1, isRemote: true };
    const root = { name: 'call', kind: 'server', attributes: {}, parent } as const;
    const sampled = Array.from({ length: 20_000 }, () =>
      isSampled(startRoot(library, tracer, { ...root, startedAt: performance.now() })),
    ).filter(Boolean);
    expect(sampled.length).toBeGreaterThanOrEqual(200);
    expect(sampled.length).toBeLessThan(10_000);
  });

  it('allows events at a rate', () => {
    let now = 0;
    const mayPass = createAllowance(10, 3, () => now);
    const passed = (count: number) => Array.from({ length: count }, mayPass).filter(Boolean).length;
    expect(passed(5)).toBe(3);
    now += 100;
    expect(passed(5)).toBe(1);
    now += 60_000;
    expect(passed(5)).toBe(3);
  });
});

describe('without an endpoint', () => {
  let souk: Souk;
  beforeAll(async () => {
    souk = await startSouk({
      env: { SOUK_RELEASE: '2.4.9', OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'x' },
    });
  });
  afterAll(() => souk?.stop());

  it('nothing is traced: hooks get no header, logs no ids, and metrics no counter', async () => {
    const hooked = await startAskedServer();
    try {
      await souk.configure({ 'souk/events/allow_private': '127.0.0.1' });
      const webhook = {
        webhook_method: 'plugin.magento.catalog.api.product_repository.save',
        webhook_type: 'before',
        batch_name: 'checks',
        hook_name: 'check',
        url: hooked.url,
        required: true,
      };
      ok(await souk.admin.post('/V1/webhooks/subscribe', { webhook }));
      ok(await souk.admin.post('/V1/products', { product: product({ sku: unique('plain') }) }, { traceparent }));
      expect(hooked.asked).toHaveLength(1);
      expect(hooked.asked[0]!.headers).not.toHaveProperty('traceparent');
      expect((await souk.guest.raw('GET', '/metrics')).text).not.toContain('souk_trace_spans');
      expect(souk.output()).not.toContain(trace);
    } finally {
      await hooked.stop();
    }
  });

  it('the built program traces with one, from the library beside it', async () => {
    const collector = await startCollector();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '5' };
    try {
      await souk.restart(env);
      ok(await souk.admin.get('/V1/store/storeViews', { traceparent }));
      await until(async () => collector.binarySpans.some((one) => one.name === 'GET /V1/store/storeViews'));
      expect(collector.binarySpans.map(({ traceId }) => traceId)).toContain(trace);
    } finally {
      await souk.restart();
      await collector.stop();
    }
  });
});

describe('settings', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

  it('have the standard names, values and defaults', () => {
    expect(settingsOf(endpoint)).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      format: 'protobuf',
      timeout: 10_000,
      delay: 5000,
      maxWaiting: 2048,
      resource: { 'service.name': 'souk' },
      sampler: { isParentBased: true, ratio: 1 },
    });
    expect(
      settingsOf({
        ...endpoint,
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://other/traces',
        OTEL_EXPORTER_OTLP_HEADERS: 'a=1, b=x%2Cy',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=2',
        OTEL_RESOURCE_ATTRIBUTES: 'service.name=named',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toMatchObject({
      url: 'https://other/traces',
      headers: { a: '2', b: 'x,y' },
      resource: { 'service.name': 'named' },
      sampler: { isParentBased: false, ratio: 0.25 },
    });
    expect(settingsOf({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined();
  });

  it('of other programs do not matter without an endpoint, and are refused with one', () => {
    const others = {
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'jaeger_remote',
      OTEL_EXPORTER_OTLP_HEADERS: 'key-1234',
      OTEL_RESOURCE_ATTRIBUTES: 'a=%zz',
      OTEL_TRACES_SAMPLER_ARG: '2',
    };
    expect(settingsOf(others)).toBeUndefined();
    const refusal = (name: keyof typeof others) => () => settingsOf({ ...endpoint, [name]: others[name] });
    expect(refusal('OTEL_EXPORTER_OTLP_PROTOCOL')).toThrow('use http/protobuf or http/json');
    expect(refusal('OTEL_TRACES_SAMPLER')).toThrow('OTEL_TRACES_SAMPLER is "jaeger_remote"');
    expect(refusal('OTEL_EXPORTER_OTLP_HEADERS')).toThrow(/^OTEL_EXPORTER_OTLP_HEADERS has to be name=value pairs$/);
    expect(refusal('OTEL_RESOURCE_ATTRIBUTES')).toThrow('cannot be decoded');
    expect(refusal('OTEL_TRACES_SAMPLER_ARG')).toThrow('use a number from 0 to 1');
  });

  it('refuse one port for two purposes', () => {
    expect(() => readSettings({ PORT: '8080', SOUK_METRICS_PORT: '8080' })).toThrow('SOUK_METRICS_PORT');
  });
});

it.each([
  ['select "a"."b" from "catalog_product" as "a" where "a"."x" = ?', 'SELECT catalog_product'],
  ['insert into "quote" ("a") values ($1) on conflict ("a") do update set "a" = 1', 'INSERT quote'],
  ['with "due" as (select "id" from "outbox" for update skip locked) update "outbox" set "a" = ?', 'UPDATE outbox'],
  ['delete from "bulk" where "id" in (select "id" from "other")', 'DELETE bulk'],
  ["select 'update secret set x' as y", 'SELECT'],
  ['select pg_advisory_xact_lock($1)', 'SELECT'],
  ['savepoint s1', 'SAVEPOINT'],
  ['select * from "a" for no key update of "a"', 'SELECT a'],
])('the summary of %s is %s', (sql, text) => expect(summaryOf(sql).text).toBe(text));
