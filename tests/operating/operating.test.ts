import { newProduct, product } from '../support/products.ts';
import { hasProgram } from '../support/programs.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { criteria, fails, ok, startProcess, until, type Answer, type SoukProcess } from '../support/souk.ts';

let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess();
});
afterAll(() => souk?.stop());

describe('health and metrics', () => {
  test('a server that serves is alive and ready', async () => {
    expect((await souk.guest.raw('GET', '/health/live')).status).toBe(200);
    expect((await souk.guest.raw('GET', '/health/ready')).body).toEqual({ status: 'ok' });
  });

  test('requests are counted by declared route and status, never by address', async () => {
    await souk.admin.get('/V1/products/nobody-knows-this');
    const { text } = await souk.guest.raw('GET', '/metrics');
    expect(text).toMatch(
      /souk_http_request_duration_seconds_count\{[^}]*route="\/V1\/products\/:sku"[^}]*status="404"[^}]*\} \d+/,
    );
    expect(text).not.toContain('nobody-knows-this');
    expect(text).toMatch(/^souk_queue_depth 0$/m);
    expect(text).toMatch(/^souk_outbox_entries\{topic="mail"\} 0$/m);
    expect(text).toMatch(/^souk_outbox_oldest_seconds\{topic="mail"\} 0$/m);
  });

  test('how late the event loop is and how long it stands for garbage are counted', async () => {
    await until(async () => {
      // Garbage is made until some has been collected: a server that has done little has none.
      await Promise.all(Array.from({ length: 10 }, () => souk.guest.get('/V1/directory/countries')));
      const { text } = await souk.guest.raw('GET', '/metrics');
      return (
        /^souk_event_loop_delay_seconds_count [1-9]/m.test(text) &&
        /^souk_garbage_collection_duration_seconds_count\{kind="minor"\} [1-9]/m.test(text)
      );
    });
  });

  test('every answer carries an id that its log lines carry too', async () => {
    const { headers } = await souk.admin.get('/V1/store/websites');
    expect(headers.get('x-request-id')).toMatch(/\S{8,}/);
  });
});

describe('the first minute', () => {
  test.skipIf(!hasProgram('curl'))('the call that is printed works as printed', async () => {
    const line = /curl .*/.exec(souk.output())![0];
    const { execFileSync } = await import('node:child_process');
    const answer = execFileSync('sh', ['-c', line], { encoding: 'utf8', env: souk.env });
    expect(JSON.parse(answer).map((website: { code: string }) => website.code)).toContain('base');
  });

  test('every command explains itself', async () => {
    const { stdout, code } = await souk.cli('--help');
    expect(code).toBe(0);
    const commands = [...stdout.matchAll(/^ {2}([a-z:]+)/gm)].map((match) => match[1]!);
    for (const name of ['serve', 'setup', 'config:set', 'import', 'bulk:status', 'queue:consumers:start'])
      expect(commands).toContain(name);
    const help = await souk.cli('serve', '--help');
    expect(help.stdout).toContain('--demo');
  });

  test('commands of commercial modules are not there in the open edition', async () => {
    souk.env.SOUK_EDITION = 'open';
    const { code, stderr } = await souk.cli('reward:rate:list');
    delete souk.env.SOUK_EDITION;
    expect([code !== 0, stderr]).toEqual([true, expect.stringContaining("unknown command 'reward:rate:list'")]);
    expect((await souk.cli('reward:rate:list')).code).toBe(0);
  });

  test('a wrong setting ends with a sentence, not a stack', async () => {
    const { execFile } = await import('node:child_process');
    const ended = await new Promise<{ code: number; stderr: string }>((resolve) => {
      execFile(
        process.execPath,
        [process.env.SOUK_TEST_ENTRY!, 'serve'],
        { env: { ...souk.env, PORT: 'many' } },
        (error, _, stderr) => resolve({ code: Number(error?.code ?? 0), stderr }),
      );
    });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toBe('souk: PORT is "many": use a whole number from 0 to 65535\n');
  });
});

test('a data folder that is named relative to the working folder serves its files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'souk-relative-'));
  const other = await startProcess({ env: { SOUK_VAR: relative(process.cwd(), folder) } });
  try {
    writeFileSync(join(folder, 'media', 'note.txt'), 'served');
    expect((await other.guest.raw('GET', '/media/note.txt')).text).toBe('served');
  } finally {
    await other.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('the control plane', () => {
  test('holds operations open, and lets them go', async () => {
    ok(await souk.guest.raw('POST', '/_/queue/pause', {}));
    const accepted = await souk.admin.post('/async/V1/products', { product: product({ sku: 'held' }) });
    expect(accepted.status).toBe(202);
    const status = `/V1/bulk/${accepted.body.bulk_uuid}/status`;
    expect(ok(await souk.admin.get(status)).operations_list[0].status).toBe(4);
    expect(ok(await souk.guest.raw('GET', '/_/queue')).depth).toBe(1);
    ok(await souk.guest.raw('POST', '/_/queue/resume', {}));
    await until(async () => ok(await souk.admin.get(status)).operations_list[0].status === 1);
  });

  test('moves the clock, which products are stamped with', async () => {
    ok(await souk.guest.raw('PUT', '/_/clock', { now: '2031-02-03 04:05:06' }));
    try {
      // Tokens end with the clock as well.
      const token = ok(
        await souk.guest.post('/V1/integration/admin/token', { username: 'admin', password: souk.password }),
      );
      const made = await newProduct({ admin: souk.admin.as(token) }, { sku: 'of-the-future' });
      expect(made.created_at).toMatch(/^2031-02-03 04:05/);
    } finally {
      ok(await souk.guest.raw('PUT', '/_/clock', { now: null }));
    }
  });

  test('answers at once by a setting that a command has changed', async () => {
    expect((await souk.cli('config:set', 'general/locale/weight_unit', 'kgs')).code).toBe(0);
    expect(ok(await souk.admin.get('/V1/store/storeConfigs'))[0].weight_unit).toBe('kgs');
  });

  test('sets configuration, and lets it be inherited again', async () => {
    const put = (body: unknown): Promise<Answer> => souk.guest.raw('PUT', '/_/configuration', body);
    const units = async (): Promise<string[]> =>
      ok(await souk.admin.get('/V1/store/storeConfigs')).map((view: { weight_unit: string }) => view.weight_unit);
    const path = 'general/locale/weight_unit';
    ok(await put({ settings: { [path]: 'lbs' } }));
    expect(ok(await put({ settings: { [path]: 'kgs' }, scope: 'stores', scope_code: 'default' }))).toEqual({
      configured: true,
    });
    expect(await units()).toEqual(['kgs']);
    fails(await put({ settings: { [path]: null, 'general/locale/weight_units': 'lbs' }, scope: 'stores' }), 400);
    const unknown = { [path]: null, 'general/locale/weight_units': 'lbs' };
    fails(await put({ settings: unknown, scope: 'stores', scope_code: 'default' }), 404);
    fails(await put({ settings: { [path]: 1 } }), 400, /^Send/);
    fails(await put([]), 400, /^Send/);
    expect(await units()).toEqual(['kgs']);
    ok(await put({ settings: { [path]: null }, scope: 'stores', scope_code: 'default' }));
    expect(await units()).toEqual(['lbs']);
  });

  test('empties the installation', async () => {
    await newProduct(souk, { sku: 'short-lived' });
    ok(await souk.guest.raw('POST', '/_/reset', {}));
    const token = ok(
      await souk.guest.post('/V1/integration/admin/token', { username: 'admin', password: souk.password }),
    );
    const admin = souk.guest.as(token);
    expect(ok(await admin.get(`/V1/products?${criteria()}`)).total_count).toBe(0);
    expect((await newProduct({ admin }, { sku: 'first-again' })).id).toBe(1);
  });

  test('is not there unless it is asked for', async () => {
    const closed = await startProcess({ env: { SOUK_CONTROL: '0' } });
    try {
      expect((await closed.guest.raw('POST', '/_/reset', {})).status).toBe(404);
    } finally {
      await closed.stop();
    }
  });
});
