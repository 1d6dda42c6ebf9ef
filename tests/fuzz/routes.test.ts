import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRegistry } from '../../src/kernel/register.ts';
import type { RegisteredRoute } from '../../src/kernel/registry.ts';
import { modules } from '../../src/modules.ts';
import { startProcess, type SoukProcess } from '../support/souk.ts';
import { anyValue, createChance, hostileValue, pathValue, jsonBomb, xmlBody, xmlBomb, type Chance } from './hostile.ts';

/**
 * Every route of the registry, called as nobody should call it: whatever comes is answered, never with a 5xx, and nothing of
 * the inside shows. FUZZ_SEED and FUZZ_ROUNDS ask for other and for more requests.
 */

const seed = Number(process.env.FUZZ_SEED ?? 1);
const rounds = Number(process.env.FUZZ_ROUNDS ?? 3);
const { routes } = buildRegistry(modules, 'commercial', '2.4.8');

let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess({ env: { SOUK_LOG: 'error' } });
  // What is sent to the sign-in routes are many wrong attempts from one address.
  await souk.configure({ 'souk/attempts/accounts': '1000000', 'souk/attempts/address': '1000000' });
});
afterAll(() => souk?.stop());

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

const inside = /SQLITE|SQLSTATE|node_modules|\.ts:\d|at .*\(|Kysely|select .* from/i;

async function send(request: Request): Promise<void> {
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

function urlOf({ route }: RegisteredRoute, chance: Chance, value = pathValue): string {
  return `/rest${chance.pick(['', '/all', '/default'])}${route.path.replace(/:\w+/g, () => value(chance))}`;
}

/** A path that is likely to lead to something. */
function plainUrl(registered: RegisteredRoute, chance: Chance): string {
  return urlOf(registered, chance, () => chance.pick(['1', '2', '4', 'default', 'simple']));
}

function queryOf({ route }: RegisteredRoute, chance: Chance): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    } else {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed().slice(0, 500))}`);
    }
  };
  for (const [name, type] of Object.entries(route.input)) add(name, hostileValue(type, chance));
  return pairs.length > 0 ? `?${pairs.join('&').slice(0, 8000)}` : '';
}

/** Requests that every route has to survive, by kind. */
function requestsFor(registered: RegisteredRoute, chance: Chance): Request[] {
  const { route } = registered;
  const { method } = route;
  if (method === 'GET' || method === 'DELETE') {
    return [
      { method, path: urlOf(registered, chance) },
      { method, path: plainUrl(registered, chance) + queryOf(registered, chance) },
      {
        method,
        path: `${plainUrl(registered, chance)}?fields=${chance.pick(['a[', 'items[a]', ']', '%00', 'a,b[c[d]]'])}`,
      },
      { method, path: plainUrl(registered, chance), headers: { accept: 'application/xml' } },
    ];
  }
  const values = (): Record<string, unknown> =>
    Object.fromEntries(Object.entries(route.input).map(([name, type]) => [name, hostileValue(type, chance)]));
  const input = (): string => JSON.stringify(values());
  const wrong = Object.fromEntries(Object.keys(route.input).map((name) => [name, anyValue(chance)]));
  const unknown = Object.fromEntries(Object.keys(route.input).map((name) => [name, { no_such_field: 1 }]));
  const name = Object.keys(route.input).at(-1) ?? 'a';
  const deep = `{${JSON.stringify(name)}:${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}}`;
  return [
    { method, path: plainUrl(registered, chance), body: chance.pick(['{', '{"a":', 'null', '"x"', '[1]', '{]}']) },
    { method, path: plainUrl(registered, chance), body: deep },
    { method, path: plainUrl(registered, chance), body: `{${JSON.stringify(name)}:${jsonBomb(chance)}}` },
    {
      method,
      path: plainUrl(registered, chance),
      body: `<r><${name}>${xmlBomb(chance)}</${name}></r>`,
      headers: { 'content-type': 'application/xml' },
    },
    { method, path: plainUrl(registered, chance), body: JSON.stringify(wrong) },
    { method, path: plainUrl(registered, chance), body: JSON.stringify(unknown) },
    { method, path: urlOf(registered, chance), body: input() },
    { method, path: plainUrl(registered, chance), body: input() },
    { method, path: plainUrl(registered, chance), body: input() },
    ...[1, 2].map(() => ({
      method,
      path: plainUrl(registered, chance),
      body: xmlBody(values(), chance),
      headers: { 'content-type': 'application/xml' },
    })),
    ...(registered.bulkPath
      ? [
          {
            method,
            path: `/rest/async/bulk${registered.bulkPath}`,
            body: `[${input()},${chance.pick(['{}', '1', input()])}]`,
          },
        ]
      : []),
    {
      method,
      path: plainUrl(registered, chance),
      body: chance.pick([
        '<a',
        '<r><a>1</a>',
        '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r><a>&e;</a></r>',
        '<r/>',
      ]),
      headers: { 'content-type': 'application/xml' },
    },
  ];
}

describe.each(
  routes.map((registered) => ({ name: `${registered.route.method} ${registered.route.path}`, registered })),
)('$name', ({ registered }) => {
  test('answers whatever it is sent', async () => {
    const own = [...registered.route.path].reduce((sum, character) => sum * 31 + character.charCodeAt(0), seed);
    const chance = createChance(own + registered.route.method.length);
    for (let round = 0; round < rounds; round++) {
      for (const request of requestsFor(registered, chance)) await send(request);
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
