import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { clientFolder } from '../support/shop-client.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = process.env.SOUK_TEST_ENTRY!;

/** The end of a program. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The examples in a folder of their own, installed as their README says. */
export interface Examples {
  readonly folder: string;
  /** Runs `node <args>` there until it ends. */
  run(env: Record<string, string>, ...args: string[]): Promise<Ended>;
  /** Runs a shell's script there until it ends; what it leaves behind ends with it. */
  script(env: Record<string, string>, text: string): Promise<Ended>;
  /** Starts `node <args>` there; with what it says of itself first. */
  start(env: Record<string, string>, ...args: string[]): Promise<{ child: ChildProcess; line: string }>;
  remove(): void;
}

/** Copies the examples, with the typed client, the program and a stand-in for testcontainers as their libraries. */
export function installExamples(): Examples {
  const folder = mkdtempSync(join(tmpdir(), 'souk-examples-'));
  cpSync(join(root, 'examples'), folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  const modules = join(folder, 'node_modules');
  const client = join(modules, 'souk-client');
  mkdirSync(client, { recursive: true });
  cpSync(join(root, 'packages/client/package.json'), join(client, 'package.json'));
  symlinkSync(clientFolder, join(client, 'dist'));
  // As npm links it, around the program of this run.
  const program = join(modules, 'souk');
  mkdirSync(program);
  const launcher = pathToFileURL(join(root, 'bin/pinned-node.mjs')).href;
  writeFileSync(
    join(program, 'start.mjs'),
    `#!/usr/bin/env node
import { runPinned } from '${launcher}';
runPinned(['${entry}', ...process.argv.slice(2)]);
`,
  );
  chmodSync(join(program, 'start.mjs'), 0o755);
  mkdirSync(join(modules, '.bin'));
  symlinkSync('../souk/start.mjs', join(modules, '.bin/souk'));
  const containers = join(modules, 'testcontainers');
  mkdirSync(containers);
  cpSync(new URL('testcontainers.mjs', import.meta.url), join(containers, 'index.mjs'));
  writeFileSync(join(containers, 'package.json'), '{"name":"testcontainers","exports":"./index.mjs"}');

  const environment = (env: Record<string, string>): NodeJS.ProcessEnv => {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    return { PATH, HOME, NODE_COMPILE_CACHE, SOUK_TEST_ENTRY: entry, ...env };
  };
  const finish = (program: string, args: string[], env: Record<string, string>): Promise<Ended> =>
    new Promise((done) => {
      execFile(program, args, { cwd: folder, env: environment(env), timeout: 170_000 }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });
  return {
    folder,
    run: (env, ...args) => finish(process.execPath, args, env),
    script: (env, text) => finish('bash', ['-ec', `trap 'kill $(jobs -p) && wait' EXIT\n${text}`], env),
    start: async (env, ...args) => {
      const child = spawn(process.execPath, args, { cwd: folder, env: environment(env) });
      const line = await new Promise<string>((done, failed) => {
        let seen = '';
        child.stdout.on('data', (data: Buffer) => {
          seen += data.toString();
          if (seen.includes('\n')) done(seen.trim());
        });
        child.stderr.on('data', (data: Buffer) => (seen += data.toString()));
        child.once('exit', () => failed(new Error(`ended before it said anything: ${seen}`)));
      });
      return { child, line };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
