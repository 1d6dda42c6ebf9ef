import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import kit from '../../packages/kit/package.json' with { type: 'json' };
import { startSouk, type TestServer } from '../../packages/kit/src/testing.ts';
import { createInstalled, engines } from '../storage/databases.ts';
import type { ShownRequest } from './guide-steps.ts';
import { program } from './shops.ts';

const house = fileURLToPath(new URL('../..', import.meta.url));

/** A folder in which the packages of a reader are installed: the kit as npm packs it, and the compiler. */
export function installKit(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'souk-guide-'));
  const modules = join(path, 'node_modules');
  const link = (name: string): void => {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(house, 'node_modules', name), join(modules, name));
  };
  for (const name of [...Object.keys(kit.dependencies), 'typescript', '@types/node']) link(name);
  execFileSync(process.execPath, [join(house, 'scripts/build-kit.mjs'), join(modules, '@souk/kit/dist')]);
  cpSync(join(house, 'packages/kit/package.json'), join(modules, '@souk/kit/package.json'));
  // The package souk is the program of this run.
  mkdirSync(join(modules, 'souk/bin'), { recursive: true });
  writeFileSync(join(modules, 'souk/package.json'), '{ "name": "souk", "bin": "bin/start.mjs" }');
  writeFileSync(join(modules, 'souk/bin/start.mjs'), `#!/usr/bin/env node\nimport ${JSON.stringify(program)};\n`, {
    mode: 0o755,
  });
  mkdirSync(join(modules, '.bin'));
  symlinkSync('../souk/bin/start.mjs', join(modules, '.bin/souk'));
  symlinkSync('../typescript/bin/tsc', join(modules, '.bin/tsc'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A person who follows one chapter: writes its files, runs its commands, and sends its requests to a server of the files. */
export interface Reader {
  write(name: string, text: string): void;
  /** The output of a command. `souk serve` starts the server, and has the output until it listens or ends. */
  run(command: string): Promise<string>;
  /** Sends a request, to a server of the files as they are. */
  send(request: ShownRequest): Promise<{ readonly status: number; readonly body: unknown }>;
  stop(): Promise<void>;
}

/** A reader with a folder below that of the packages, and an installed database. */
export async function newReader(packages: string, chapter: string): Promise<Reader> {
  const folder = join(packages, chapter);
  mkdirSync(folder, { recursive: true });
  const database = await createInstalled(engines.at(-1)!);
  const env = { DATABASE_URL: database.url, SOUK_LOG: 'warn' };
  let server: TestServer | undefined;
  /** The server has the files as they are. */
  let isCurrent = false;

  const stop = async (): Promise<void> => {
    await server?.stop();
    server = undefined;
  };
  const serve = async (): Promise<TestServer> => {
    await stop();
    isCurrent = true;
    return (server = await startSouk({
      config: join(folder, 'souk.config.ts'),
      program,
      env: { ...env, SOUK_VAR: join(folder, 'var') },
    }));
  };
  return {
    write(name, text) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
      isCurrent = false;
    },
    async run(command) {
      if (command !== 'souk serve') return outputOf(command, folder, { ...env, PATH: pathWith(packages) });
      return serve().then(
        (started) => started.output(),
        (error: unknown) => String(error),
      );
    },
    async send({ method, path, caller, body }) {
      const { base, admin, signIn } = server && isCurrent ? server : await serve();
      const token = caller === 'ada' ? (await signIn('ada@example.com', 'Secret-123')).token : admin.token;
      const init: RequestInit = {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(caller === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      };
      const response = await fetch(base + path, init);
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
    async stop() {
      await stop();
      await database.remove();
    },
  };
}

const pathWith = (packages: string): string => `${join(packages, 'node_modules/.bin')}:${process.env.PATH}`;

/** The environment of this process without that of the npm which runs the tests: it would install into the wrong folder. */
const ownEnvironment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

/** The output of a command that succeeds or fails. */
function outputOf(command: string, folder: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', command], { cwd: folder, env: { ...ownEnvironment, ...env } }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
