import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/shop-client.ts';
import { startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});

afterAll(() => souk?.stop());

describe('a token', () => {
  test('of a source is asked for once, and once more when it is refused', async () => {
    const asked: (string | undefined)[] = [];
    let given = 'not-a-token';
    const shop = createClient({
      baseUrl: `${souk.base}/`,
      token: (refused) => {
        asked.push(refused);
        return given;
      },
    });
    // Refused twice: the error is that of the call.
    await expect(shop.modules.getModules()).rejects.toMatchObject({ status: 401 });
    expect(asked).toEqual([undefined, 'not-a-token']);
    given = souk.admin.token!;
    const both = await Promise.all([shop.modules.getModules(), shop.stores.list()]);
    expect(both.map(({ length }) => length > 0)).toEqual([true, true]);
    await shop.websites.list();
    expect(asked).toEqual([undefined, 'not-a-token', 'not-a-token']);
  });

  test('that is revoked while the client is used is renewed by its source', async () => {
    const signIn = async (): Promise<string> =>
      await createClient({ baseUrl: souk.base }).adminTokens.createAdminAccessToken({
        username: 'admin',
        password: souk.password,
      });
    let token = '';
    const shop = createClient({ baseUrl: souk.base, token: async () => (token = await signIn()) });
    await shop.websites.list();
    const first = token;
    await souk.cli('admin:user:password', 'admin', souk.password);
    await expect(createClient({ baseUrl: souk.base, token: first }).websites.list()).rejects.toMatchObject({
      status: 401,
    });
    expect((await shop.websites.list()).length).toBeGreaterThan(0);
    expect(token).not.toBe(first);
  });

  test('whose source fails fails the call, and is asked for again by the next', async () => {
    let fails = true;
    const token = (): string => {
      if (fails) throw new Error('nobody is there');
      return souk.admin.token!;
    };
    await souk.restart();
    const shop = createClient({ baseUrl: souk.base, token });
    await expect(shop.websites.list()).rejects.toThrow('nobody is there');
    fails = false;
    expect((await shop.websites.list()).length).toBeGreaterThan(0);
  });

  test('that none is needed for is none', async () => {
    const guest = createClient({ baseUrl: souk.base, token: () => undefined });
    expect((await guest.currencyInformationAcquirer.getCurrencyInfo()).base_currency_code).toBe('USD');
    await expect(guest.websites.list()).rejects.toMatchObject({ status: 401 });
  });
});

describe('a call that comes too often', () => {
  test('is repeated after the time that the server names', async () => {
    await souk.configure({ 'souk/rate_limit/requests': '3', 'souk/rate_limit/window': '3' });
    const sent: number[] = [];
    const counting: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      sent.push(response.status);
      return response;
    };
    const guest = createClient({ baseUrl: souk.base, fetch: counting });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => guest.currencyInformationAcquirer.getCurrencyInfo()),
    );
    expect(answers.map(({ base_currency_code }) => base_currency_code)).toEqual(Array(5).fill('USD'));
    expect(sent.filter((status) => status === 200)).toHaveLength(5);
    expect(sent).toContain(429);
    const impatient = createClient({ baseUrl: souk.base, retries: 0 });
    const calls = Array.from({ length: 6 }, () => impatient.currencyInformationAcquirer.getCurrencyInfo());
    const refused = (await Promise.allSettled(calls)).find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { status: 429, retryAfter: expect.any(Number) } });
    await souk.configure({ 'souk/rate_limit/requests': null, 'souk/rate_limit/window': null });
  });
});

/** A server that answers each request with the next of some answers. */
async function answering(
  ...answers: ((request: IncomingMessage, response: ServerResponse) => void)[]
): Promise<{ base: string; server: Server; asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) =>
    answers[Math.min(asked++, answers.length - 1)]!(request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, asked: () => asked };
}

/** What stands between a client and its server may answer what the server never does. */
describe('something on the way', () => {
  const answer =
    (status: number, headers: Record<string, string>, body = '') =>
    (_: IncomingMessage, response: ServerResponse): void =>
      void response.writeHead(status, headers).end(body);

  test.each([
    ['a number', '0'],
    ['a time', new Date(Date.now() - 1000).toUTCString()],
  ])('asks to wait by %s', async (_, wait) => {
    const proxy = await answering(
      answer(503, { 'retry-after': wait }),
      answer(200, {}, '{"base_currency_code":"USD"}'),
    );
    const shop = createClient({ baseUrl: proxy.base });
    expect(await shop.currencyInformationAcquirer.getCurrencyInfo()).toEqual({ base_currency_code: 'USD' });
    proxy.server.close();
  });

  test('asks to wait for longer than the client does, or does not say how long', async () => {
    for (const headers of [{ 'retry-after': '61' }, {}, { 'retry-after': 'soon' }] as Record<string, string>[]) {
      const proxy = await answering(answer(503, headers));
      const shop = createClient({ baseUrl: proxy.base });
      await expect(shop.websites.list()).rejects.toMatchObject({ status: 503 });
      expect(proxy.asked()).toBe(1);
      proxy.server.close();
    }
  });

  test('asks to wait again and again', async () => {
    const proxy = await answering(answer(429, { 'retry-after': '0' }));
    await expect(createClient({ baseUrl: proxy.base }).websites.list()).rejects.toMatchObject({ status: 429 });
    expect(proxy.asked()).toBe(4);
    proxy.server.close();
  });

  test('is not waited for once the signal says so', async () => {
    const proxy = await answering(answer(503, { 'retry-after': '50' }));
    const signal = AbortSignal.timeout(100);
    await expect(createClient({ baseUrl: proxy.base }).websites.list({}, { signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    proxy.server.close();
  });

  test('answers no JSON', async () => {
    const proxy = await answering(answer(502, { 'content-type': 'text/html' }, '<h1>Bad gateway</h1>'));
    const call = createClient({ baseUrl: proxy.base }).websites.list();
    await expect(call).rejects.toMatchObject({ status: 502, message: 'The server answered 502.' });
    proxy.server.close();
  });
});

describe('a connection that is lost', () => {
  const lose = (request: IncomingMessage): void => void request.socket.destroy();

  test('before the response has the call repeated, which takes effect once', async () => {
    const keys: unknown[] = [];
    const groups = new Set<number | undefined>();
    // The server executes each request; the first two responses are lost.
    const send: typeof fetch = async (url, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const response = await fetch(url, init);
      groups.add(((await response.clone().json()) as { id?: number }).id);
      if (keys.length < 3) throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
      return response;
    };
    const shop = createClient({ baseUrl: souk.base, token: souk.admin.token!, fetch: send });
    const code = unique('lost');
    const saved = await shop.customerGroups.save({ group: { code, tax_class_id: 3 } });
    expect(saved.code).toBe(code);
    expect([...groups]).toEqual([saved.id]);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toEqual(Array(3).fill(expect.any(String)));
  });

  test('again and again is an error that names the call and the address', async () => {
    const proxy = await answering(lose);
    const call = createClient({ baseUrl: proxy.base, retries: 1 }).websites.list();
    await expect(call).rejects.toMatchObject({
      name: 'SoukUnreachable',
      message: expect.stringMatching(/^GET \/V1\/store\/websites at http:\/\/127\.0\.0\.1:\d+: /),
    });
    expect(proxy.asked()).toBe(2);
    proxy.server.close();
  });

  test('has asynchronous calls fail at once: they may have been accepted', async () => {
    const proxy = await answering(lose);
    const shop = createClient({ baseUrl: proxy.base, token: 'any' });
    const call = shop.async.customerGroups.save({ group: { code: 'any', tax_class_id: 3 } });
    await expect(call).rejects.toMatchObject({ name: 'SoukUnreachable' });
    expect(proxy.asked()).toBe(1);
    proxy.server.close();
  });
});

test('an error has its message in JSON', async () => {
  const error = await createClient({ baseUrl: souk.base, token: souk.admin.token! })
    .products.get({ sku: 'nothing' })
    .catch((thrown: unknown) => thrown);
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: 'SoukError',
    status: 404,
    message: (error as Error).message,
  });
});

test('headers are those of the client and of the call', async () => {
  const headers = { 'x-request-id': 'of-the-client' };
  const shop = createClient({ baseUrl: souk.base, token: souk.admin.token!, headers });
  const failing = shop.products.get({ sku: 'nothing' });
  await expect(failing).rejects.toMatchObject({ requestId: 'of-the-client' });
  const call = shop.products.get({ sku: 'nothing' }, { headers: { 'x-request-id': 'of-the-call' } });
  await expect(call).rejects.toMatchObject({ requestId: 'of-the-call' });
});

test('a client of one store view is that of another with other options', async () => {
  const shop = createClient({ baseUrl: souk.base, token: souk.admin.token!, store: 'nowhere' });
  await expect(shop.websites.list()).rejects.toMatchObject({ status: 400 });
  expect((await shop.with({ store: 'default' }).websites.list()).length).toBeGreaterThan(0);
});
