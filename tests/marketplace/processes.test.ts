import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { fails, ok, startProcess, until, type Client, type SoukProcess } from '../support/souk.ts';
import { newApplication, openSession, ports, profile, session } from './service.ts';

let souk: SoukProcess | undefined;
afterEach(async () => {
  await souk?.stop();
  souk = undefined;
});

/** A process of `souk <args>` beside the server, with other settings; resolves when it has printed `pattern`. */
async function beside(env: Record<string, string>, pattern: RegExp, ...args: string[]) {
  Object.assign(souk!.env, env);
  const child = souk!.spawn(...args);
  let text = '';
  await new Promise<void>((resolve, reject) => {
    const read = (data: Buffer): void => {
      text += data.toString();
      if (pattern.test(text)) resolve();
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${text}`)));
  });
  return {
    text: () => text,
    end: async (signal: NodeJS.Signals = 'SIGTERM') => {
      const ended = once(child, 'exit');
      child.kill(signal);
      return (await ended)[0] as number | null;
    },
  };
}

const alive = (client: Client): Promise<boolean> =>
  client.raw('GET', '/health/live').then(
    ({ status }) => status === 200,
    () => false,
  );

test('two servers on one database know the same tokens, and kill -9 loses none', async () => {
  const [one, two] = [await ports(), await ports()];
  souk = await startProcess({ env: one.env });
  const ann = await newApplication(souk);
  const alone = await beside(two.env, /production: \S+/, 'marketplace:serve');
  expect(alone.text()).toContain(`Package submission, sandbox: ${two.sandbox.base}/rest/v1\n`);
  const [first, second] = [await openSession(one.sandbox, ann), await openSession(two.sandbox, ann)];
  for (const client of [one.sandbox, two.sandbox]) {
    for (const ust of [first, second]) ok(await profile(client, ann.mage_id, ust));
  }
  await alone.end('SIGKILL');
  await souk.kill('SIGKILL');
  expect([await alive(one.sandbox), await alive(two.sandbox)]).toEqual([false, false]);
  await souk.restart({ ...one.env });
  for (const ust of [first, second]) ok(await profile(one.sandbox, ann.mage_id, ust));
});

test('a token dies after the seconds of the setting, on the server that did not issue it as well', async () => {
  const [one, two] = [await ports(), await ports()];
  souk = await startProcess({ env: { ...one.env, MARKETPLACE_TOKEN_LIFETIME: '3' } });
  const ann = await newApplication(souk);
  const other = await beside(two.env, /production: \S+/, 'marketplace:serve');
  const { ust, expires_in } = ok(await session(one.sandbox, ann));
  expect(expires_in).toBe(3);
  ok(await profile(two.sandbox, ann.mage_id, ust));
  await expect.poll(async () => (await profile(two.sandbox, ann.mage_id, ust)).status).toBe(401);
  fails(await profile(one.sandbox, ann.mage_id, ust), 401, 'The session token is unknown or has expired.');
  expect(await other.end()).toBe(0);
});

test('alone, it serves nothing of the shop, and ends in peace', async () => {
  const on = await ports();
  souk = await startProcess();
  const alone = await beside({ ...on.env, MARKETPLACE_SANDBOX_PORT: '0' }, /production: \S+/, 'marketplace:serve');
  expect(alone.text()).not.toContain('sandbox');
  const ann = await newApplication(souk, 'production');
  const caller = on.production.as(await openSession(on.production, ann));
  ok(await caller.raw('GET', `/rest/v1/users/${ann.mage_id}`));
  fails(await caller.raw('GET', '/rest/V1/modules'), 404);
  expect(await alone.end()).toBe(0);
  expect(await alive(on.production)).toBe(false);
});

test('web processes of one server share its ports, and end without a refused call', async () => {
  const on = await ports();
  souk = await startProcess({ env: { ...on.env, SOUK_SHUTDOWN_GRACE: '1' }, args: ['--workers', '2'] });
  const ann = await newApplication(souk);
  const ust = await openSession(on.sandbox, ann);
  // Ids of requests begin with the process that gave them; the system chooses who takes a connection.
  const seen = new Set<string>();
  await until(async () => {
    // Each over a connection of its own: one process may have accepted all that are kept open.
    const apart = { connection: 'close' };
    const answers = await Promise.all(Array.from({ length: 40 }, () => profile(on.sandbox, ann.mage_id, ust, apart)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { headers } of answers) seen.add(headers.get('x-request-id')!.split('-')[0]!);
    return seen.size === 2;
  });
  const ending = souk.kill('SIGTERM');
  const ready = (): Promise<number> => on.sandbox.raw('GET', '/health/ready').then(({ status }) => status);
  await expect.poll(ready).toBe(503);
  ok(await profile(on.sandbox, ann.mage_id, ust));
  await ending;
  expect(await alive(on.sandbox)).toBe(false);
});

test('settings that cannot be are told by name', async () => {
  souk = await startProcess();
  const failed = async (env: Record<string, string>, command = 'marketplace:serve'): Promise<string> => {
    const before = { ...souk!.env };
    Object.assign(souk!.env, env);
    const ended = await souk!.cli(command);
    Object.assign(souk!.env, { MARKETPLACE_SANDBOX_PORT: '', MARKETPLACE_PRODUCTION_PORT: '', ...before });
    expect(ended.code).toBe(1);
    return ended.stderr;
  };
  const port = new URL(souk.base).port;
  expect(await failed({})).toBe(
    'souk: no environment is enabled: set MARKETPLACE_SANDBOX_PORT or MARKETPLACE_PRODUCTION_PORT to a port\n',
  );
  for (const command of ['marketplace:serve', 'serve']) {
    expect(await failed({ MARKETPLACE_SANDBOX_PORT: port }, command)).toBe(
      `souk: port ${port} of 127.0.0.1 is in use by another program: set MARKETPLACE_SANDBOX_PORT to another port, or to 0 for none\n`,
    );
  }
  expect(await failed({ MARKETPLACE_SANDBOX_PORT: '7', MARKETPLACE_PRODUCTION_PORT: '7' })).toBe(
    'souk: MARKETPLACE_PRODUCTION_PORT and MARKETPLACE_SANDBOX_PORT are both 7: use two ports\n',
  );
  expect(await failed({ MARKETPLACE_SANDBOX_PORT: 'x' })).toMatch(
    /^souk: MARKETPLACE_SANDBOX_PORT is "x": use a whole/,
  );
  expect(await failed({ MARKETPLACE_TOKEN_LIFETIME: '0' })).toMatch(/^souk: MARKETPLACE_TOKEN_LIFETIME is "0": use/);
});
