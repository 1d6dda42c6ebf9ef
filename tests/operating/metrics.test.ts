import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Overview } from '../../src/faces/overview/present.ts';
import { operationNames } from '../../src/faces/graphql/measured.ts';
import { engines } from '../storage/databases.ts';
import { ok, until } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

describe.each(engines)('metrics of GraphQL and the feed on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(kind, { env: { SOUK_CONTROL: '1' } });
    ok(await here.guest.raw('POST', '/_/seed', {}));
  });
  afterAll(() => here?.stop());

  const metrics = async (): Promise<string> => (await here.guest.raw('GET', '/metrics')).text;
  /** The value of a series whose labels contain all given texts; 0: there is none. */
  const valueOf = async (name: string, ...labels: string[]): Promise<number> =>
    (await metrics())
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  const ask = (query: string, more: object = {}) => here.guest.raw('POST', '/graphql', { query, ...more });
  const count = 'souk_graphql_request_duration_seconds_count';

  it('counts requests by operation, and by path and status like other routes', async () => {
    const before = await valueOf('souk_http_request_duration_seconds_count', 'route="/graphql"', 'status="200"');
    await ask('{ products(search: "bag") { total_count } }');
    await ask('query CartPage { storeConfig { locale } }');
    await ask('query CartPage { storeConfig { locale } }');
    expect(await valueOf(count, 'operation="query products"', 'result="complete"', 'path="/graphql"')).toBe(1);
    expect(await valueOf(count, 'operation="query CartPage"', 'result="complete"')).toBe(2);
    expect(await valueOf('souk_http_request_duration_seconds_count', 'route="/graphql"', 'status="200"')).toBe(
      before + 3,
    );
  });

  it('tells failed and partial responses apart, and counts errors by category', async () => {
    const partial = '{ storeConfig { locale } cart(cart_id: "none") { id } }';
    expect((await ask(partial)).body.data.storeConfig.locale).toBe('en_US');
    expect(await valueOf(count, 'operation="query storeConfig, cart"', 'result="partial"')).toBe(1);
    await ask('{ cart(cart_id: "none") { id } }');
    expect(await valueOf(count, 'operation="query cart"', 'result="failed"')).toBe(1);
    expect(await valueOf('souk_graphql_errors_total', 'category="graphql-no-such-entity"')).toBe(2);
    await ask('query Wrong { nothingLikeThis }');
    await ask('{ not closed');
    await ask('{ storeConfig { locale } }', { variables: 'x' });
    expect(await valueOf(count, 'operation="invalid"', 'result="failed"')).toBe(3);
    expect(await valueOf('souk_graphql_errors_total', 'category="document"')).toBe(2);
    expect(await valueOf('souk_graphql_errors_total', 'category="graphql-input"')).toBe(1);
    expect(await metrics()).not.toContain('Wrong');
  });

  it('counts bodies that are too large and methods that are not served', async () => {
    const large = await here.guest.raw('POST', '/graphql', { query: 'x'.repeat(2 ** 20) });
    expect(large.status).toBe(413);
    expect(await valueOf('souk_http_request_duration_seconds_count', 'route="/graphql"', 'status="413"')).toBe(1);
    expect((await here.guest.raw('DELETE', '/graphql')).status).toBe(405);
    expect(await valueOf('souk_http_request_duration_seconds_count', 'method="DELETE"', 'status="405"')).toBe(1);
  });

  it('counts the feed of changes, streams at their start', async () => {
    ok(await here.admin.raw('GET', '/_/changes?after=latest'));
    expect((await here.guest.raw('GET', '/_/changes')).status).toBe(401);
    const stream = await fetch(`${here.base}/_/changes`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${here.admin.token}` },
    });
    const requests = 'souk_http_request_duration_seconds_count';
    await until(async () => (await valueOf(requests, 'route="/_/changes"', 'status="200"')) === 2);
    expect(await valueOf(requests, 'route="/_/changes"', 'status="401"')).toBe(1);
    await stream.body!.cancel();
  });

  it('names operations in the overview, and counts errors there as rejected requests', async () => {
    await ask('query Shown { cart(cart_id: "none") { id } }');
    const routes = await until(async () => {
      const found: Overview = ok(await here.admin.raw('GET', '/_/console/overview'));
      return found.routes.some(({ route }) => route.endsWith('Shown')) && found;
    });
    expect(routes.routes).toContainEqual({ route: 'POST /graphql query Shown', requests: 1, failed: 0 });
    expect(routes.buckets.reduce((sum, { refused }) => sum + refused, 0)).toBeGreaterThanOrEqual(2);
  });
});

it('the names of operations are limited; the others share one', () => {
  const labelOf = operationNames(2);
  const of = (name: string, isValid = true) =>
    labelOf({ name, isValid, result: 'complete', categories: [], templates: [] });
  expect([of('query a'), of('query x', false), of('query b'), of('query c'), of('query a')]).toEqual([
    'query a',
    'invalid',
    'query b',
    'other',
    'query a',
  ]);
});

it('metrics have a port of their own if one is set; then the shop does not serve them', async () => {
  const port = await freePort();
  const here = await startHere('sqlite', { env: { SOUK_METRICS_PORT: String(port), SOUK_METRICS_TOKEN: 'm3trics' } });
  try {
    expect((await here.guest.raw('GET', '/metrics')).status).toBe(404);
    const url = new URL(here.base);
    url.port = String(port);
    expect((await fetch(`${url.origin}/metrics`)).status).toBe(401);
    const response = await fetch(`${url.origin}/metrics`, { headers: { authorization: 'Bearer m3trics' } });
    expect(await response.text()).toContain('souk_queue_depth 0');
    expect((await fetch(`${url.origin}/health/live`)).status).toBe(404);
  } finally {
    await here.stop();
  }
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
