import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fails, ok, startSouk, type Client, type Souk } from '../support/souk.ts';
import {
  basic,
  newApplication,
  openSession,
  ports,
  printed,
  profile,
  session,
  TOKEN,
  userPath,
  type Application,
} from './service.ts';

let souk: Souk;
let sandbox: Client;
let production: Client;
let ann: Application;
let bob: Application;
beforeAll(async () => {
  const on = await ports();
  ({ sandbox, production } = on);
  souk = await startSouk({ env: { ...on.env, SOUK_TRUSTED_PROXIES: '127.0.0.1,::1' } });
  ann = await newApplication(souk);
  bob = await newApplication(souk);
});
afterAll(() => souk?.stop());

const WRONG = 'The application id or secret is wrong.';
const DEAD = 'The session token is unknown or has expired.';

describe('a session token', () => {
  test('is answered with the user and its lifetime; what else the body says is ignored', async () => {
    const body = ok(await session(sandbox, ann, { grant_type: 'session', scope: ['a'], user: { id: 1 } }));
    expect(body).toEqual({
      mage_id: ann.mage_id,
      ust: expect.stringMatching(/^\w{32}\.\w{13}$/),
      expires_in: 360,
    });
    expect(ann.mage_id).toMatch(/^MAG\d{9}$/);
  });

  test('D111: lives as long as the installation says, however long is asked for', async () => {
    for (const expires_in of [7200, 1, 'x', null]) {
      expect(ok(await session(sandbox, ann, { grant_type: 'session', expires_in })).expires_in).toBe(360);
    }
  });

  test('is given whatever the Content-Type says, as JSON and never to be kept', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=utf-8']) {
      const answer = await session(sandbox, ann, { grant_type: 'session' }, { 'content-type': type });
      ok(answer);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  const missing = 'grant_type is missing: it has to be "session".';
  test.each(['{}', '{"grant_type": null}', '{"__proto__": {"grant_type": "session"}}'])(
    'is refused for %s',
    async (body) => {
      fails(await session(sandbox, ann, body), 400, missing);
    },
  );

  test.each(['', 'SESSION', ' session', 'password', 'client_credentials', ['session'], { session: 1 }, 1, true])(
    'is refused for the grant type %j',
    async (grant_type) => {
      const message = 'grant_type is not supported: it has to be "session".';
      fails(await session(sandbox, ann, { grant_type }), 400, message);
    },
  );

  test.each([
    '',
    'x',
    '{',
    '[]',
    '["session"]',
    '"session"',
    '1',
    'null',
    'grant_type=session',
    '{"grant_type":"session"',
  ])('is refused for the body %j, which is no JSON object', async (body) => {
    fails(await session(sandbox, ann, body), 400, 'The request body has to be a JSON object.');
  });

  test('is refused for wrong credentials, and nobody learns which part is wrong', async () => {
    const wrong = [
      basic(ann.application_id, `${ann.application_secret}x`),
      basic(ann.application_id, ''),
      basic(ann.application_id, bob.application_secret),
      basic(bob.application_id, ann.application_secret),
      basic('AAAAAAAAAA', ann.application_secret),
      basic('ann\0', ann.application_secret),
      basic(ann.application_id.toLowerCase(), ann.application_secret),
      basic(ann.mage_id, ann.application_secret),
    ];
    for (const headers of wrong) {
      const answer = await sandbox.raw('POST', TOKEN, { grant_type: 'session' }, headers);
      fails(answer, 401, WRONG);
      expect(answer.text).toBe(JSON.stringify({ message: WRONG }));
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Souk Marketplace sandbox", charset="UTF-8"');
    }
  });

  test('is refused for credentials that cannot be read', async () => {
    const encoded = (text: string | Buffer): string => Buffer.from(text).toString('base64');
    const broken = [
      '',
      'Basic',
      'Basic !!!',
      'Basic =',
      `Basic ${encoded(ann.application_id)}`,
      `Basic ${encoded(`:${ann.application_secret}`)}`,
      `Basic ${encoded(Buffer.from([0xff, 0xfe, 0x3a, 0xff]))}`,
      `Basic ${encoded(`${ann.application_id}:${ann.application_secret}`)} x`,
      `Bearer ${ann.application_secret}`,
      `Digest username="${ann.application_id}"`,
    ];
    for (const authorization of broken) {
      const answer = await sandbox.raw('POST', TOKEN, { grant_type: 'session' }, { authorization });
      fails(answer, 401, 'HTTP Basic authentication with application id and secret is required.');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    }
    fails(await sandbox.raw('POST', TOKEN, { grant_type: 'session' }), 401);
  });

  test('stays good when there are others, also of another application of the user', async () => {
    const create = ['marketplace:app:create', '--env', 'sandbox', '--user', ann.mage_id, '--json'];
    const second = await printed<Application>(souk, ...create);
    const tokens = [
      await openSession(sandbox, ann),
      await openSession(sandbox, ann),
      await openSession(sandbox, second),
    ];
    expect(new Set(tokens).size).toBe(3);
    for (const ust of tokens) expect(ok(await profile(sandbox, ann.mage_id, ust)).mage_id).toBe(ann.mage_id);
  });

  test('dies when its time has passed', async () => {
    const ust = await openSession(sandbox, ann);
    const clock = (seconds: number | null): Promise<unknown> => {
      const now = seconds === null ? null : new Date(Date.now() + seconds * 1000).toISOString();
      return souk.guest.raw('PUT', '/_/clock', { now });
    };
    try {
      await clock(300);
      ok(await profile(sandbox, ann.mage_id, ust));
      await clock(400);
      fails(await profile(sandbox, ann.mage_id, ust), 401, DEAD);
      ok(await profile(sandbox, ann.mage_id, await openSession(sandbox, ann)));
    } finally {
      await clock(null);
    }
  });
});

describe('a profile', () => {
  test('D112: is shown to its own user: who it is, and since when', async () => {
    const answer = await profile(sandbox, ann.mage_id, await openSession(sandbox, ann));
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(ok(answer)).toEqual({
      mage_id: ann.mage_id,
      name: 'Ann Author',
      company: null,
      email: expect.stringMatching(/^user-\d+@example\.com$/),
      created_at: time,
      updated_at: time,
    });
    const ust = await openSession(sandbox, ann);
    const summary = await sandbox.as(ust).raw('GET', `${userPath(ann.mage_id)}?style=summary`);
    expect(ok(summary)).toEqual(answer.body);
  });

  test("of another user is 403, one that is not there 404, whatever stands in the user's place", async () => {
    const ust = await openSession(sandbox, ann);
    fails(await profile(sandbox, bob.mage_id, ust), 403, 'The session token belongs to another user.');
    for (const id of ['MAG000000000', 'x', '%', '%00', '%FF', '..%2f', ann.mage_id.toLowerCase(), 'a'.repeat(2000)]) {
      fails(await profile(sandbox, id, ust), 404, 'There is no user with this mage_id.');
    }
  });

  test('asks for a token that is good', async () => {
    const missing = await sandbox.raw('GET', userPath(ann.mage_id));
    fails(missing, 401, 'A session token is required as bearer.');
    expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="Souk Marketplace sandbox"');
    const own = await openSession(sandbox, ann);
    for (const ust of ['x', `${own}x`, own.slice(1), own.toUpperCase(), ann.application_secret, 'a'.repeat(10_000)]) {
      const refused = await profile(sandbox, ann.mage_id, ust);
      fails(refused, 401, DEAD);
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer /);
      fails(await profile(sandbox, 'MAG000000000', ust), 401, DEAD);
    }
    const headers = basic(ann.application_id, ann.application_secret);
    fails(await sandbox.raw('GET', userPath(ann.mage_id), undefined, headers), 401);
  });
});

describe('the environments', () => {
  test('are apart: what is good in one is nothing in the other', async () => {
    const ust = await openSession(sandbox, ann);
    fails(await profile(production, ann.mage_id, ust), 401, DEAD);
    fails(await session(production, ann), 401, WRONG);
    const other = await newApplication(souk, 'production');
    fails(await profile(production, ann.mage_id, await openSession(production, other)), 404);
    fails(await profile(sandbox, other.mage_id, ust), 404);
  });

  test('know nothing of the shop, and the shop nothing of them', async () => {
    fails(await sandbox.raw('GET', '/rest/V1/store/websites'), 404, 'Request does not match any route.');
    fails(await souk.guest.raw('POST', TOKEN, { grant_type: 'session' }), 400);
    fails(await profile(sandbox, ann.mage_id, souk.admin.token!), 401, DEAD);
    fails(await souk.guest.as(await openSession(sandbox, ann)).get('/V1/store/websites'), 401);
  });
});

describe('methods and paths', () => {
  test.each([
    [TOKEN, 'POST, OPTIONS', ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']],
    ['/rest/v1/users/MAG000000000', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']],
    ['/health/live', 'GET, HEAD, OPTIONS', ['POST', 'DELETE']],
  ])('%s says what it takes: %s', async (path, allow, refused) => {
    for (const method of refused) {
      const answer = await sandbox.raw(method, path);
      expect([answer.status, answer.headers.get('allow')], method).toEqual([405, allow]);
      if (method !== 'HEAD') expect(answer.body.message).toBe(`The ${method} HTTP method is not supported.`);
    }
    const options = await sandbox.raw('OPTIONS', path);
    expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, allow, '']);
  });

  test('HEAD answers as GET does, without the body', async () => {
    const caller = sandbox.as(await openSession(sandbox, ann));
    const answer = await caller.raw('HEAD', userPath(ann.mage_id));
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100);
  });

  test.each([
    '/',
    '/rest',
    '/rest/v1',
    '/rest/v1/users',
    '/rest/v1/users/',
    '/rest/V1/users/x',
    `${TOKEN}/`,
    '/metrics',
  ])('%s is no route', async (path) => {
    const answer = await sandbox.raw('GET', path);
    expect([answer.status, answer.body]).toEqual([404, { message: 'Request does not match any route.' }]);
  });

  test('health is told by each environment', async () => {
    for (const client of [sandbox, production]) {
      for (const path of ['/health/live', '/health/ready']) {
        expect(ok(await client.raw('GET', path))).toEqual({ status: 'ok' });
      }
    }
  });

  test('calls are counted by route in the metrics of the server', async () => {
    await profile(sandbox, ann.mage_id, 'x');
    const metrics = await souk.guest.raw('GET', '/metrics');
    expect(metrics.text).toMatch(/_count\{[^}]*route="\/rest\/v1\/users\/:mage_id"[^}]*status="401"/);
  });
});

describe('the limits', () => {
  const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

  test('failed attempts of one address are counted, those that succeed are not', async () => {
    await souk.cli('config:set', 'souk/attempts/address', '3');
    const [here, elsewhere] = [from('198.51.100.1'), from('198.51.100.2')];
    const wrong = { ...ann, application_secret: 'x' };
    for (let i = 0; i < 5; i++) ok(await session(sandbox, ann, undefined, here));
    for (let i = 0; i < 3; i++) fails(await session(sandbox, wrong, undefined, here), 401, WRONG);
    const late = await session(sandbox, ann, undefined, here);
    fails(late, 429, /^Too many attempts\. Please try again in \d+ seconds\.$/);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    fails(await session(production, wrong, undefined, here), 429);
    ok(await session(sandbox, ann, undefined, elsewhere));
    await souk.cli('config:unset', 'souk/attempts/address');
  });

  test('requests of one address are, where the platform limits them', async () => {
    await souk.cli('config:set', 'souk/rate_limit/requests', '2', 'souk/rate_limit/window', '3600');
    const here = from('198.51.100.3');
    for (let i = 0; i < 2; i++) fails(await sandbox.raw('GET', userPath('x'), undefined, here), 401);
    fails(await sandbox.raw('GET', userPath('x'), undefined, here), 429, /^Too many requests\./);
    await souk.cli('config:unset', 'souk/rate_limit/requests', 'souk/rate_limit/window');
  });
});
