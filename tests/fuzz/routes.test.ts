import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRegistry } from '../../src/kernel/register.ts';
import type { RegisteredRoute } from '../../src/kernel/registry.ts';
import { modules } from '../../src/program/modules.ts';
import { startProcess, type SoukProcess } from '../support/souk.ts';
import * as fc from '../support/properties.ts';
import { anyValue, hostileValues, jsonBomb, pathValue, xmlBody, xmlBomb } from './hostile.ts';
import { argumentsOf, queryOf, urlOf, type FuzzRequest } from './requests.ts';

/**
 * Every route of the registry, called as nobody should call it: whatever comes is answered, never with a 5xx, and nothing of
 * the inside shows. FUZZ_SEED and FUZZ_SCALE ask for other and for more requests.
 */

const { routes } = buildRegistry(modules, 'commercial', '2.4.8');

let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess({ env: { SOUK_LOG: 'error' } });
  // What is sent to the sign-in routes are many wrong attempts from one address.
  await souk.configure({ 'souk/attempts/accounts': '1000000', 'souk/attempts/address': '1000000' });
});
afterAll(() => souk?.stop());

const inside = /SQLITE|SQLSTATE|node_modules|\.ts:\d|at .*\(|Kysely|select .* from/i;

async function send(request: FuzzRequest): Promise<void> {
  const { method, path, body, headers } = request;
  let answer = await souk.admin.raw(method, path, body, headers);
  if (answer.status === 401 && (await souk.admin.get('/V1/store/websites')).status === 401) {
    // A request before has ended the session.
    await souk.restart();
    answer = await souk.admin.raw(method, path, body, headers);
  }
  const shown = `${method} ${path.slice(0, 300)} ${(body ?? '').slice(0, 1500)} -> ${answer.status} ${answer.text.slice(0, 500)}`;
  const log = answer.status >= 500 ? souk.output().slice(-3000) : '';
  expect(answer.status, `${shown}\n${log}`).toBeLessThan(500);
  if (answer.status >= 400) expect(inside.test(answer.text), shown).toBe(false);
  if (!headers?.accept && answer.status !== 304) expect(() => JSON.parse(answer.text) as unknown, shown).not.toThrow();
}

const hostile = hostileValues({ wrongOneIn: 12 });

/** Requests that every route has to survive, by kind. */
function requestsFor(registered: RegisteredRoute): fc.Arbitrary<FuzzRequest>[] {
  const { route } = registered;
  const { method } = route;
  const anyUrl = urlOf(registered, () => pathValue);
  // A path that is likely to refer to an entity.
  const plainUrl = urlOf(registered, () => fc.constantFrom('1', '2', '4', 'default', 'simple'));
  const values = argumentsOf(registered, hostile);
  const sent = (
    body: fc.Arbitrary<string>,
    { url = plainUrl, headers }: { url?: fc.Arbitrary<string>; headers?: Record<string, string> } = {},
  ): fc.Arbitrary<FuzzRequest> => fc.tuple(url, body).map(([path, text]) => ({ method, path, body: text, headers }));
  const headers = { 'content-type': 'application/xml' };
  const asXml = (body: fc.Arbitrary<string>): fc.Arbitrary<FuzzRequest> => sent(body, { headers });

  if (method === 'GET' || method === 'DELETE') {
    const fields = fc.constantFrom('a[', 'items[a]', ']', '%00', 'a,b[c[d]]');
    return [
      anyUrl.map((path) => ({ method, path })),
      fc.tuple(plainUrl, values).map(([url, query]) => ({ method, path: url + queryOf(query) })),
      fc.tuple(plainUrl, fields).map(([url, text]) => ({ method, path: `${url}?fields=${text}` })),
      plainUrl.map((path) => ({ method, path, headers: { accept: 'application/xml' } })),
    ];
  }
  const input = values.map((all) => JSON.stringify(all));
  const names = Object.keys(route.input);
  const name = names.at(-1) ?? 'a';
  const each = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
    fc.record(Object.fromEntries(names.map((one) => [one, value]))).map((all) => JSON.stringify(all));
  const deep = `{${JSON.stringify(name)}:${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}}`;
  return [
    sent(fc.constantFrom('{', '{"a":', 'null', '"x"', '[1]', '{]}')),
    sent(fc.constant(deep)),
    sent(jsonBomb.map((bomb) => `{${JSON.stringify(name)}:${bomb}}`)),
    sent(each(anyValue)),
    sent(each(fc.constant({ no_such_field: 1 }))),
    sent(input, { url: anyUrl }),
    sent(input),
    sent(input),
    asXml(xmlBomb.map((bomb) => `<r><${name}>${bomb}</${name}></r>`)),
    asXml(values.chain(xmlBody)),
    asXml(values.chain(xmlBody)),
    asXml(
      fc.constantFrom(
        '<a',
        '<r><a>1</a>',
        '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r><a>&e;</a></r>',
        '<r/>',
      ),
    ),
    ...(registered.bulkPath
      ? [
          sent(
            fc.tuple(input, fc.oneof(input, fc.constantFrom('{}', '1'))).map((items) => `[${items.join()}]`),
            { url: fc.constant(`/rest/async/bulk${registered.bulkPath}`) },
          ),
        ]
      : []),
  ];
}

describe.each(
  routes.map((registered) => ({ name: `${registered.route.method} ${registered.route.path}`, registered })),
)('$name', ({ name, registered }) => {
  test('answers every request', async () => {
    for (const [kind, requests] of requestsFor(registered).entries()) {
      const parameters = { seed: fc.seedFor(`${name} ${kind}`), numRuns: 3 * fc.fuzzScale };
      await fc.assert(fc.asyncProperty(requests, send), parameters);
    }
  });
});

describe('whatever the route', () => {
  test.each([
    ['an unknown store', 'GET', '/rest/nosuchstore/V1/directory/currency', undefined, 400],
    ['a path that is no URL', 'GET', '/rest/V1/%zz/%', undefined, 404],
    ['a body over the limit', 'POST', '/rest/V1/integration/admin/token', ' '.repeat(34 * 2 ** 20), 413],
    ['a bulk of a hundred thousand nothings', 'POST', '/rest/async/bulk/V1/nope', '[1]', 404],
    [
      'a query with ten thousand names',
      'GET',
      `/rest/V1/directory/currency?${'a[]=1&'.repeat(10_000)}`,
      undefined,
      200,
    ],
  ])('%s', async (_, method, path, body, status) => {
    expect((await souk.admin.raw(method, path, body)).status).toBe(status);
  });
});
