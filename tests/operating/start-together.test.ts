import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { Client, ok } from '../support/client.ts';

const children: ChildProcess[] = [];
let database: TestDatabase;
let folder: string;
afterEach(async () => {
  await Promise.all(
    children.splice(0).map(async (child) => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    }),
  );
  await database.remove();
  rmSync(folder, { recursive: true });
});

/** Starts `souk <args>`; resolves with what it printed once `pattern` matches. */
function start(args: string[], pattern: RegExp): Promise<string> {
  const child = spawn(process.execPath, [process.env['SOUK_TEST_ENTRY']!, ...args], {
    env: { ...process.env, PORT: '0', SOUK_VAR: folder, DATABASE_URL: database.url, SOUK_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        text += data.toString();
        if (pattern.test(text)) resolve(text);
      });
    }
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${text}`)));
  });
}

test.each(engines)('processes that start together on an empty %s database install it once', async (engine) => {
  database = await createDatabase(engine);
  folder = mkdtempSync(join(tmpdir(), 'souk-together-'));
  const printed = await Promise.all([
    start(['serve', '--no-consumer'], /curl /),
    start(['queue:consumers:start', 'async.operations.all'], /is running/),
    start(['serve', '--workers', '2'], /curl /),
    start(['queue:consumers:start', 'async.operations.all'], /is running/),
  ]);
  const passwords = printed.flatMap((text) => /password: (\S+) \(shown only now\)/.exec(text)?.[1] ?? []);
  expect(passwords).toHaveLength(1);
  for (const text of printed.filter((one) => one.includes('curl'))) {
    const guest = new Client(/http:\/\/127\.0\.0\.1:\d+/.exec(text)![0]);
    const token = ok(await guest.post('/V1/integration/admin/token', { username: 'admin', password: passwords[0] }));
    expect(ok(await guest.as(token).get('/V1/store/websites'))).toHaveLength(2);
  }
});
