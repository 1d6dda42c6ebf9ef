import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

describe.each(engines)('the session of the console, on %s', (kind) => {
  let here: Here;
  let token: string;
  beforeAll(async () => {
    here = await startHere(kind);
    token = await signIn();
  });
  afterAll(() => here?.stop());

  const signIn = async (): Promise<string> => (await here.callerOf('admin', 1)).token!;
  const request = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    fetch(`${here.base}${path}`, { method, headers, ...(body !== undefined && { body }) });
  const open = (bearer: string) => request('PUT', '/_/console/session', { authorization: `Bearer ${bearer}` });
  const cookieOf = (response: Response): string => response.headers.get('set-cookie')!.split(';')[0]!;
  const page = () => ({ 'x-souk-console': '1', origin: here.base, 'sec-fetch-site': 'same-origin' });
  const name = async (headers: Record<string, string>): Promise<string | undefined> =>
    ((await (await request('GET', '/_/console/me', headers)).json()) as { name?: string }).name;

  it('keeps the token in a cookie that scripts and other sites cannot use, as long as the token is valid', async () => {
    const response = await open(token);
    expect(response.status).toBe(200);
    const cookie = response.headers.get('set-cookie')!;
    expect(cookie).toMatch(/^souk-console-\d+=\w{32}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=14400$/);
    expect(await name({ ...page(), cookie: cookieOf(response) })).toBe('admin');
  });

  it('is for admin users and integrations', async () => {
    for (const bearer of ['x'.repeat(32), (await here.callerOf('customer', await newCustomer())).token!]) {
      const response = await open(bearer);
      expect(response.status).toBe(401);
      expect(response.headers.get('set-cookie')).toBe(null);
    }
    const integration = await here.granted('integration', ['Magento_Cms::page']);
    expect((await open(integration.token!)).headers.get('set-cookie')).not.toContain('Max-Age');
    expect((await request('PUT', '/_/console/session')).status).toBe(401);
  });

  const newCustomer = async (): Promise<number> => {
    const customer = { email: 'session@example.com', firstname: 'E', lastname: 'E' };
    return ok(await here.admin.post('/V1/customers', { customer })).id as number;
  };

  it('signs no request but those of the pages of the server', async () => {
    const cookie = cookieOf(await open(token));
    const { base } = here;
    const elsewhere = 'https://evil.example';
    const foreign: Record<string, string>[] = [
      { cookie },
      { cookie, origin: base },
      { cookie, 'x-souk-console': '1', origin: elsewhere },
      { cookie, 'x-souk-console': '1', origin: 'null' },
      { cookie, 'x-souk-console': '1', origin: base, 'sec-fetch-site': 'same-site' },
      { cookie, 'x-souk-console': '1', origin: base, 'sec-fetch-site': 'cross-site' },
      { cookie: `souk-console-1=${token}`, ...page() },
    ];
    const store = JSON.stringify({ path: 'general/store_information/name', value: 'Taken over' });
    const json = { 'content-type': 'application/json' };
    for (const headers of foreign) {
      expect((await request('GET', '/rest/V1/store/storeConfigs', headers)).status).toBe(401);
      expect((await request('GET', '/_/console/me', headers)).status).toBe(401);
      expect((await request('GET', '/_/console/overview', headers)).status).toBe(401);
      expect((await request('PUT', '/_/console/settings', { ...headers, ...json }, store)).status).toBe(401);
      expect((await request('PUT', '/_/console/session', headers)).status).toBe(401);
      expect((await request('DELETE', '/_/console/session', headers)).status).toBe(200);
    }
    // A call that changes data has to say where it comes from; a call that reads does not.
    const silent = { cookie, 'x-souk-console': '1' };
    expect((await request('PUT', '/_/console/settings', { ...silent, ...json }, store)).status).toBe(401);
    expect(await name(silent)).toBe('admin');
    expect((await request('GET', '/rest/V1/store/storeConfigs', { cookie, ...page() })).status).toBe(200);
    expect((await request('PUT', '/_/console/settings', { cookie, ...page(), ...json }, store)).status).toBe(200);
  });

  it('leaves the credentials of a request in force', async () => {
    const cookie = cookieOf(await open(token));
    const integration = await here.granted('integration', ['Magento_Cms::page']);
    expect(await name({ ...page(), cookie, authorization: `Bearer ${integration.token}` })).not.toBe('admin');
    const wrong = { ...page(), cookie, authorization: 'Bearer nothing' };
    expect((await request('GET', '/_/console/me', wrong)).status).toBe(401);
  });

  it('says whether somebody is signed in', async () => {
    const is = async (headers: Record<string, string>): Promise<unknown> =>
      await (await request('GET', '/_/console/session', headers)).json();
    const cookie = cookieOf(await open(token));
    expect(await is({ cookie, ...page() })).toBe(true);
    expect(await is({ cookie })).toBe(false);
    expect(await is({})).toBe(false);
  });

  it('ends everywhere when it is left, and by itself with the token', async () => {
    const bearer = await signIn();
    const cookie = cookieOf(await open(bearer));
    const left = await request('DELETE', '/_/console/session', { ...page(), cookie });
    expect(left.headers.get('set-cookie')).toMatch(/^souk-console-\d+=; .*Max-Age=0$/);
    expect((await request('GET', '/_/console/me', { ...page(), cookie })).status).toBe(401);
    expect((await request('GET', '/_/console/me', { authorization: `Bearer ${bearer}` })).status).toBe(401);

    const integration = await here.granted('integration', ['Magento_Cms::page']);
    const ofIntegration = cookieOf(await open(integration.token!));
    await request('DELETE', '/_/console/session', { ...page(), cookie: ofIntegration });
    ok(await integration.raw('GET', '/_/console/me'));

    const expiring = cookieOf(await open(token));
    here.souk.clock.set(new Date(Date.now() + 5 * 3_600_000));
    expect((await request('GET', '/_/console/me', { ...page(), cookie: expiring })).status).toBe(401);
    here.souk.clock.set(undefined);
  });

  it('is kept for HTTPS alone where the server is reached by it', async () => {
    const secure = await startHere(kind, { env: { SOUK_BASE_URL: 'https://shop.example' } });
    const bearer = (await secure.callerOf('admin', 1)).token!;
    const url = `${secure.base}/_/console/session`;
    const opened = await fetch(url, { method: 'PUT', headers: { authorization: `Bearer ${bearer}` } });
    const cookie = opened.headers.get('set-cookie')!;
    expect(cookie).toMatch(
      /^__Host-souk-console-\d+=\w{32}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=14400$/,
    );
    const read = (sent: string, origin: string): Promise<Response> =>
      fetch(`${secure.base}/_/console/me`, { headers: { cookie: sent, origin, 'x-souk-console': '1' } });
    const [own] = cookie.split(';') as [string];
    expect((await read(own, 'https://shop.example')).status).toBe(200);
    expect((await read(own, 'https://other.example')).status).toBe(401);
    expect((await read(own.replace('__Host-', ''), 'https://shop.example')).status).toBe(401);
    await secure.stop();
  });

  it('does not exist where the console is closed', async () => {
    const closed = await startHere(kind, { env: { SOUK_CONSOLE: '0' } });
    const { base } = closed;
    const bearer = (await closed.callerOf('admin', 1)).token!;
    const cookie = `souk-console-${new URL(base).port}=${bearer}`;
    const headers = { cookie, 'x-souk-console': '1' };
    expect((await fetch(`${base}/rest/V1/store/storeConfigs`, { headers })).status).toBe(401);
    await closed.stop();
  });
});
