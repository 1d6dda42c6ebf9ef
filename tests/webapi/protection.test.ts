import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configurationErrors } from '../../src/platform/configuration/errors.ts';
import { setConfiguration } from '../../src/platform/configuration/settings.ts';
import { PlatformError } from '../../src/kernel/errors.ts';
import { anonymous, route } from '../../src/kernel/route.ts';
import * as t from '../../src/kernel/types.ts';
import { readSettings } from '../../src/program/environment/settings.ts';
import { isRetriable } from '../../src/storage/errors.ts';
import { withDeadline } from '../../src/platform/execution/deadline.ts';
import { createDatabase, engines } from '../storage/databases.ts';
import { fails, ok, type Answer } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { createTestApi } from './support.ts';

const SHOP = 'https://shop.example';

describe('pages of other origins', () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere('sqlite', {
      env: {
        SOUK_CORS_ORIGINS: `${SHOP}, https://app.example`,
        SOUK_CORS_CREDENTIALS: '1',
        SOUK_HSTS: '3600',
        SOUK_TRUSTED_PROXIES: '127.0.0.1',
      },
    });
  });
  afterAll(() => here?.stop());

  const preflight = (path: string, origin: string): Promise<Answer> =>
    here.guest.raw('OPTIONS', path, undefined, {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type',
    });

  test.each(['/rest/V1/products/x', '/rest/async/bulk/V1/products', '/openapi.json'])(
    'may ask whether they may call %s',
    async (path) => {
      const { status, headers, text } = await preflight(path, SHOP);
      expect([status, text]).toEqual([204, '']);
      expect(headers.get('access-control-allow-origin')).toBe(SHOP);
      expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE');
      expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type');
      expect(headers.get('access-control-allow-credentials')).toBe('true');
    },
  );

  test('read answers and errors, with the headers that tell them something', async () => {
    for (const path of ['/V1/directory/currency', '/V1/products', '/V1/nothing']) {
      const { headers } = await here.guest.get(path, { origin: SHOP });
      expect(headers.get('access-control-allow-origin'), path).toBe(SHOP);
      expect(headers.get('vary')).toMatch(/origin/i);
      for (const name of ['ETag', 'X-Store-Scope', 'RateLimit-Remaining', 'Retry-After']) {
        expect(headers.get('access-control-expose-headers')).toContain(name);
      }
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test('of origins that are not named get no leave', async () => {
    for (const origin of ['https://evil.example', 'null', `${SHOP}.evil.example`, 'http://shop.example']) {
      expect((await preflight('/rest/V1/products', origin)).headers.get('access-control-allow-origin')).toBe(null);
      const { headers } = await here.guest.get('/V1/directory/currency', { origin });
      expect(headers.get('access-control-allow-origin')).toBe(null);
    }
  });

  test('that ask for nothing are answered as before', async () => {
    fails(await here.guest.raw('OPTIONS', '/rest/V1/products'), 405);
    const closed = await createTestApi();
    const answer = await closed.app.inject({ method: 'GET', url: '/rest/V1/products/x', headers: { origin: SHOP } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await closed.app.inject({ method: 'OPTIONS', url: '/rest/V1/products' })).statusCode).toBe(405);
    await closed.app.close();
  });

  test('every answer guards the browser that shows it', async () => {
    const paths = ['/rest/V1/directory/currency', '/rest/V1/nothing', '/swagger', '/swagger/page.js', '/health/live'];
    for (const path of [...paths, '/openapi.json', '/media/none.png', '/nowhere', '/']) {
      const { headers } = await here.guest.raw('GET', path);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('x-frame-options'), path).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
      if (!path.startsWith('/rest'))
        expect(headers.get('content-security-policy'), path).toMatch(/default-src '(none|self)'/);
      expect(headers.get('strict-transport-security'), path).toBe(null);
      const secure = await here.guest.raw('GET', path, undefined, { 'x-forwarded-proto': 'https' });
      expect(secure.headers.get('strict-transport-security'), path).toBe('max-age=3600');
    }
  });
});

describe('the modules that show the interface', () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere('sqlite');
  });
  afterAll(() => here?.stop());

  const state = async (): Promise<Record<string, number>> => {
    const paths = ['/swagger', '/swagger/page.js', '/swagger/assets/swagger-ui.css', '/openapi.json'];
    paths.push('/rest/schema', '/rest/default/schema?services=all', '/rest/async/schema', '/rest/all/async/schema');
    const answers = await Promise.all(
      paths.map(async (path) => [path, (await here.admin.raw('GET', path)).status] as const),
    );
    return Object.fromEntries(answers);
  };
  const names = async (): Promise<string[]> =>
    (ok(await here.admin.get('/V1/modules')) as string[]).filter((name) => name.startsWith('Magento_Swagger'));
  const page = { '/swagger': 200, '/swagger/page.js': 200, '/swagger/assets/swagger-ui.css': 200 };
  const calls = { '/openapi.json': 200, '/rest/schema': 200, '/rest/default/schema?services=all': 200 };
  const asynchronous = { '/rest/async/schema': 200, '/rest/all/async/schema': 200 };
  const gone = (paths: object): object => Object.fromEntries(Object.keys(paths).map((path) => [path, 404]));

  test.each([
    ['', { ...page, ...calls, ...asynchronous }],
    ['Magento_Swagger', { ...gone(page), ...calls, ...asynchronous }],
    ['Magento_SwaggerWebapi', { ...page, ...gone(calls), ...asynchronous }],
    ['Magento_SwaggerWebapiAsync', { ...page, ...calls, ...gone(asynchronous) }],
    [
      'Magento_SwaggerWebapi,Magento_SwaggerWebapiAsync',
      { ...page, '/swagger': 404, ...gone(calls), ...gone(asynchronous) },
    ],
  ])('are closed one by one: %s', async (disabled, expected) => {
    await here.configure({ 'souk/modules/disabled': disabled });
    expect(await state()).toEqual(expected);
    const all = ['Magento_Swagger', 'Magento_SwaggerWebapi', 'Magento_SwaggerWebapiAsync'];
    expect(await names()).toEqual(all.filter((name) => !disabled.split(',').includes(name)));
    // Everything else goes on.
    ok(await here.admin.get('/V1/store/websites'));
  });

  test('answer as a path that never was, and the page offers what is left', async () => {
    await here.configure({ 'souk/modules/disabled': 'Magento_Swagger,Magento_SwaggerWebapi' });
    fails(await here.admin.get('/schema?services=all'), 404, 'Request does not match any route.');
    fails(await here.admin.raw('GET', '/swagger'), 404, 'Request does not match any route.');
    await here.configure({ 'souk/modules/disabled': 'Magento_SwaggerWebapi' });
    const { text } = await here.admin.raw('GET', '/swagger');
    expect(text).toContain('>asynchronous<');
    expect(text).not.toContain('>synchronous<');
  });
});

describe('a call that takes too long', () => {
  test('is answered by 503 in the shape of the platform', async () => {
    const slow = route({
      method: 'GET',
      path: '/V1/slow',
      service: 'catalogProductRepositoryV1',
      operation: 'slow',
      summary: 'For tests.',
      access: anonymous,
      input: {},
      output: t.string,
      handle: () => pause(60_000, 'late', { ref: false }),
    });
    const api = await createTestApi({ routes: [slow], settings: { callTimeout: 1 } });
    const { status, body } = await api.send('GET', '/rest/V1/slow');
    expect([status, body]).toEqual([
      503,
      {
        message: 'The request took longer than %seconds seconds and was canceled. Nothing was changed.',
        parameters: { seconds: 1 },
      },
    ]);
    expect((await api.send('GET', '/rest/V1/products/quick')).status).toBe(200);
    await api.app.close();
  });

  describe.each(engines)('on %s', (kind) => {
    let here: Here;
    beforeAll(async () => {
      here = await startHere(kind);
    });
    afterAll(() => here?.stop());
    const countRoles = async (name: string): Promise<number> =>
      (
        await here.souk.storage.reader
          .selectFrom('authorization_role')
          .select('role_id')
          .where('role_name', '=', name)
          .execute()
      ).length;
    const insert = (name: string) => ({ role_name: name, resources: '[]' });

    test('changes nothing', async () => {
      let ended: Promise<unknown> = Promise.resolve();
      const given = withDeadline(here.souk.systemCall(), { seconds: 0.05 }, (call) => {
        const work = call.transaction(async ({ db }) => {
          await db.insertInto('authorization_role').values(insert('late')).execute();
          await pause(300);
        });
        ended = work.catch((error: Error) => error.message);
        return work;
      });
      await expect(given).rejects.toThrow('took longer than');
      expect(await ended).toBe('the call was given up');
      expect(await countRoles('late')).toBe(0);
    });

    test('is waited for once it has begun to commit', async () => {
      const value = await withDeadline(here.souk.systemCall(), { seconds: 4 }, async (call) => {
        await call.transaction(({ db }) => db.insertInto('authorization_role').values(insert('kept')).execute());
        await pause(4500);
        return 'done';
      });
      expect([value, await countRoles('kept')]).toEqual(['done', 1]);
    });
  });

  test.runIf(engines.includes('postgres'))(
    'a statement of PostgreSQL is given up by the server, and the connection goes on',
    async () => {
      const database = await createDatabase('postgres');
      try {
        const storage = await database.open({ lockWait: 500, patience: 1000, poolSize: 1 });
        const slow = await Promise.allSettled([
          sql`select pg_sleep(30)`.execute(storage.reader),
          storage.transaction((db) => sql`select pg_sleep(30)`.execute(db)),
        ]);
        for (const ended of slow) {
          const { reason } = ended as PromiseRejectedResult;
          expect((reason as { code?: string }).code).toBe('57014');
          expect(isRetriable(reason)).toBe(true);
        }
        expect((await sql<{ one: number }>`select 1 as one`.execute(storage.reader)).rows).toEqual([{ one: 1 }]);
        // A migration waits longer, and so do its statements.
        await storage.transaction((db) => sql`select pg_sleep(2)`.execute(db), { wait: 10_000 });
      } finally {
        await database.remove();
      }
    },
  );
});

describe('a request that arrives too slowly', () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere('sqlite', { env: { SOUK_HEADERS_TIMEOUT: '1', SOUK_REQUEST_TIMEOUT: '1' } });
  });
  afterAll(() => here?.stop());

  test.each([
    ['in its head', 'GET /rest/V1/products HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'in its body',
      'POST /rest/V1/integration/admin/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"user',
    ],
  ])('%s is answered by 408 and cut off', async (_, head) => {
    const { hostname, port } = new URL(here.base);
    const socket = connect(Number(port), hostname);
    socket.write(head);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toContain('{"message":"Request Timeout"}');
    ok(await here.guest.get('/V1/directory/currency'));
  });
});

describe('settings', () => {
  test.each([
    [{ SOUK_CORS_ORIGINS: 'shop.example' }, 'SOUK_CORS_ORIGINS has "shop.example": use origins such as'],
    [{ SOUK_CORS_ORIGINS: `${SHOP}/path` }, 'use origins such as'],
    [{ SOUK_CORS_ORIGINS: '*', SOUK_CORS_CREDENTIALS: '1' }, 'name the origins'],
    [{ SOUK_TRUSTED_PROXIES: 'proxy.local' }, 'SOUK_TRUSTED_PROXIES has "proxy.local": use addresses'],
    [{ SOUK_TRUSTED_PROXIES: '10.0.0.0/33' }, 'use addresses'],
    [{ SOUK_CALL_TIMEOUT: '-1' }, 'SOUK_CALL_TIMEOUT is "-1"'],
    [{ SOUK_HEADERS_TIMEOUT: '0' }, 'SOUK_HEADERS_TIMEOUT is "0"'],
  ])('that will not do are refused: %o', (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });

  test('are lists with blanks, or nothing', () => {
    expect(readSettings({ SOUK_TRUSTED_PROXIES: ' 10.0.0.0/8, ::1,' }).trustedProxies).toEqual(['10.0.0.0/8', '::1']);
    expect(readSettings({ SOUK_CORS_ORIGINS: '*' }).cors).toEqual({ origins: '*', credentials: false });
    expect(readSettings({}).cors).toBeUndefined();
  });
});

describe('input limits', () => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere('sqlite');
    await here.configure({ 'webapi/validation/input_limit_enabled': '1' });
  });
  afterAll(() => here?.stop());

  const prices = (count: number): unknown => ({
    prices: Array.from({ length: count }, () => ({ sku: 'none', price: 1, store_id: 0 })),
  });
  const tooMany = (answer: Answer, max: number, more = {}): void =>
    expect(fails(answer, 400)).toEqual({
      message: 'Maximum items of type "%type" is %max',
      parameters: { type: '\\Magento\\Catalog\\Api\\Data\\BasePriceInterface', max, ...more },
    });

  test('of lists hold for calls by one setting, for asynchronous and bulk calls by another', async () => {
    const path = '/V1/products/base-prices';
    ok(await here.admin.post(path, prices(30)));
    expect((await here.admin.post(`/async${path}`, prices(5000))).status).toBe(202);
    tooMany(await here.admin.post(`/async${path}`, prices(5001)), 5000);
    tooMany(await here.admin.post(`/async/bulk${path}`, [prices(1), prices(5001)]), 5000, { index: 1 });
    await here.configure({
      'webapi/validation/complex_array_limit': '2',
      'webapi/validation/asynchronous_array_limit': '3',
    });
    ok(await here.admin.post(path, prices(2)));
    tooMany(await here.admin.post(path, prices(3)), 2);
    expect((await here.admin.post(`/async${path}`, prices(3))).status).toBe(202);
    tooMany(await here.admin.post(`/async${path}`, prices(4)), 3);
    tooMany(await here.admin.post(`/async/bulk${path}`, [prices(4)]), 3, { index: 0 });
    // A bulk may be longer than a list inside it.
    expect(
      (
        await here.admin.post(
          `/async/bulk${path}`,
          Array.from({ length: 9 }, () => prices(1)),
        )
      ).status,
    ).toBe(202);
  });

  test('of pages hold for every list, and default where the client says nothing', async () => {
    await here.configure({ 'webapi/validation/maximum_page_size': '3', 'webapi/validation/default_page_size': '2' });
    for (const list of [
      '/V1/products',
      '/V1/orders',
      '/V1/customers/search',
      '/V1/cmsPage/search',
      '/V1/categories/list',
    ]) {
      expect(fails(await here.admin.get(`${list}?searchCriteria[pageSize]=4`), 400), list).toEqual({
        message: 'Maximum SearchCriteria pageSize is %max',
        parameters: { max: 3 },
      });
      expect(ok(await here.admin.get(`${list}?searchCriteria=`)).search_criteria.page_size, list).toBe(2);
    }
  });

  test.each([
    ['webapi/validation/complex_array_limit', 'many'],
    ['webapi/validation/asynchronous_array_limit', '-1'],
    ['webapi/validation/maximum_page_size', '0'],
    ['webapi/validation/default_page_size', '1.5'],
    ['souk/rate_limit/requests', 'x'],
    ['souk/attempts/address', '0'],
    ['souk/audit/enabled', 'yes'],
    ['souk/modules/disabled', 'Magento_Catalog'],
  ])('%s takes no %s', async (path, value) => {
    const refused = setConfiguration(here.souk.systemCall(), path, value);
    await expect(refused).rejects.toThrow(configurationErrors.invalidValue.template);
    await expect(refused).rejects.toBeInstanceOf(PlatformError);
  });
});
