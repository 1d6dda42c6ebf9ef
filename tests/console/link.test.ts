import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok } from '../support/client.ts';
import { startProcess, startSouk, type Souk } from '../support/souk.ts';

describe('the link that signs into the console', () => {
  let souk: Souk;
  beforeAll(async () => {
    souk = await startSouk();
  });
  afterAll(() => souk?.stop());

  const redeem = (code: string) => souk.guest.raw('POST', '/_/console/session', { code });
  async function code(...args: string[]): Promise<string> {
    const { stdout, code: status } = await souk.cli('console', ...args);
    expect(status).toBe(0);
    return /\/console#link=(\w{32})\s*$/.exec(stdout)![1]!;
  }

  it('signs the first unlimited admin user in, once', async () => {
    const link = await code();
    const token = ok(await redeem(link));
    expect(ok(await souk.guest.as(token).raw('GET', '/_/console/me'))).toMatchObject({
      name: 'admin',
      unlimited: true,
    });
    fails(await redeem(link), 401, /^This link was used or has expired/);
    fails(await redeem('nothing'), 401);
    fails(await souk.guest.raw('POST', '/_/console/session', {}), 400);
  });

  it('has the address of the server that runs, and otherwise that of the settings', async () => {
    const served = await startProcess();
    try {
      expect((await served.cli('console')).stdout).toContain(`${served.base}/console#link=`);
      await served.kill();
      expect((await served.cli('console')).stdout).toMatch(/^http:\/\/127\.0\.0\.1:0\/console#link=/);
    } finally {
      await served.stop();
    }
  });

  it('is over after ten minutes', async () => {
    const link = await code('--user', 'ADMIN');
    const later = new Date(Date.now() + 11 * 60_000).toISOString();
    ok(await souk.guest.raw('PUT', '/_/clock', { now: later }));
    fails(await redeem(link), 401);
    ok(await souk.guest.raw('PUT', '/_/clock', { now: null }));
  });

  it('is for admin users who may sign in', async () => {
    expect(await souk.cli('console', '--user', 'nobody')).toMatchObject({ code: 1, stdout: '' });
  });

  it('serves the console under a policy that lets it load nothing from elsewhere, unless it is closed', async () => {
    const page = await souk.guest.raw('GET', '/console/settings');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    const [script] = /\/console\/assets\/[^"]+\.js/.exec(page.text)!;
    expect((await souk.guest.raw('GET', script)).headers.get('cache-control')).toContain('immutable');
    expect((await souk.guest.raw('GET', '/console/assets/..%2f..%2fsouk.mjs')).status).toBe(403);
    const closed = await startSouk({ env: { SOUK_CONSOLE: '0' } });
    expect((await closed.guest.raw('GET', '/console')).status).toBe(404);
    expect((await closed.admin.raw('GET', '/_/console/me')).status).toBe(404);
    await closed.stop();
  });
});
