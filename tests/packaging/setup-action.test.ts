import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasProgram } from '../support/programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const action = join(root, 'examples/ci/setup-souk');
const hasPrograms = ['bash', 'curl'].every(hasProgram);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'souk-action-'));
  for (const name of ['output', 'env']) writeFileSync(join(folder, name), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs the step of the action as a runner does; resolves with its exit status, output and outputs. */
async function runStep(inputs: Readonly<Record<string, string>>) {
  const env = {
    ...process.env,
    GITHUB_ACTION_PATH: action,
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_ENV: join(folder, 'env'),
    RUNNER_TEMP: folder,
    SOUK_COMMAND: join(root, 'bin/souk'),
    SOUK_DEMO: 'false',
    SOUK_TIMEOUT: '120',
    SOUK_ADMIN_PASSWORD: 'Admin123!',
    PORT: String(await freePort()),
    ...inputs,
  };
  const ended = await new Promise<{ failed: boolean; text: string }>((resolve) => {
    execFile('bash', [join(action, 'start.sh')], { env, cwd: folder }, (error, out, err) =>
      resolve({ failed: error !== null, text: out + err }),
    );
  });
  const lines = readFileSync(env.GITHUB_OUTPUT, 'utf8').trim().split('\n');
  const outputs = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.split('=')[1] ?? '']));
  return { ...ended, outputs, environment: readFileSync(env.GITHUB_ENV, 'utf8') };
}

describe('the action setup-souk', () => {
  it.skipIf(!hasPrograms)('starts a server that answers, and gives its address and a token', async () => {
    const { failed, text, outputs, environment } = await runStep({});
    expect(text).toContain('Souk is ready');
    try {
      expect(failed).toBe(false);
      expect(environment).toBe(`SOUK_URL=${outputs.url}\n`);
      const headers = { authorization: `Bearer ${outputs.token}` };
      expect((await fetch(`${outputs.url}/rest/V1/store/websites`, { headers })).status).toBe(200);
      expect(text).toContain(`::add-mask::${outputs.token}`);
    } finally {
      process.kill(Number(outputs.pid));
    }
  });

  it.skipIf(!hasPrograms)('prints the log of a server that does not start', async () => {
    const { failed, text } = await runStep({ DATABASE_URL: 'mysql://localhost/souk' });
    expect(failed).toBe(true);
    expect(text).toContain('::error::Souk has ended before it was ready.');
    expect(text).toContain('DATABASE_URL has to start with');
  });

  it('has each variable that its script reads', () => {
    const declared = readFileSync(join(action, 'action.yml'), 'utf8');
    for (const name of ['SOUK_COMMAND', 'SOUK_DEMO', 'SOUK_TIMEOUT', 'SOUK_ADMIN_PASSWORD', 'PORT'])
      expect(declared).toMatch(new RegExp(`^ +${name}: \\$\\{\\{ inputs\\.\\w+ \\}\\}$`, 'm'));
    expect(declared).toContain('"$GITHUB_ACTION_PATH/start.sh"');
  });
});
