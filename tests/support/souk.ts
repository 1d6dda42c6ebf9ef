import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { pino } from 'pino';
import { createInstalled, engines } from '../storage/databases.ts';
import { loadParts, type Parts } from './built.ts';
import { Client, ok } from './client.ts';
import { serverFolder } from './folders.ts';
import { runCommand, type CommandOutcome } from './commands.ts';

export * from './client.ts';

const PASSWORD = 'Admin123!';

/** A website or store view, by its code. */
export interface SettingsScope {
  readonly scope: 'websites' | 'stores';
  readonly scope_code: string;
}

/** A running server with a database of its own, and callers for it. */
export interface Souk {
  readonly base: string;
  readonly admin: Client;
  readonly guest: Client;
  readonly password: string;
  /** The environment the server runs with, for further commands. */
  readonly env: NodeJS.ProcessEnv;
  /**
   * Runs `souk <args>` against the same database, in the server's way: in this process or as one of its own. It resolves whatever the exit
   * status is.
   */
  cli(...args: string[]): Promise<CommandOutcome>;
  /**
   * Sets platform configuration by path, null to inherit it again: all of it or none, effective when it resolves. What only
   * a command does (paths that nothing reads) is done with `cli`.
   */
  configure(settings: Readonly<Record<string, string | null>>, scope?: SettingsScope): Promise<void>;
  /** A process of `souk <args>` that goes on, such as a consumer. */
  spawn(...args: string[]): ChildProcess;
  /** What the server has logged so far; a process: what it has written to its standard output and error. */
  output(): string;
  /** Ends the server as SIGTERM does, and starts it again on the same database. */
  restart(env?: Record<string, string>): Promise<void>;
  /** Ends the server and removes its database and files. */
  stop(): Promise<void>;
}

/** A server that is a process of its own, as it is when a user starts it: for tests of what becomes of processes. */
export interface SoukProcess extends Souk {
  /** Process id of the server. */
  readonly pid: number;
  /** Sends a signal to the server (SIGKILL unless told) and waits for its end. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a server on a fresh database (SQLite, or PostgreSQL when TEST_DATABASE_URL names a server) in the test's own process,
 * where it is warm already and costs a fraction of what a process does. It is the built program, and asked by HTTP all the same.
 */
export async function startSouk({ env: more = {} }: { env?: Record<string, string> } = {}): Promise<Souk> {
  const parts = await loadParts();
  const folder = serverFolder('souk-test-');
  const database = await createInstalled(engines.at(-1)!);
  const env = environment({ SOUK_VAR: folder, DATABASE_URL: database.url, ...more });
  let log = '';
  const open = (changed: Record<string, string> = {}): Promise<Opened> =>
    openHere(parts, { ...env, ...changed }, (line) => (log += line));
  let opened = await open();
  return {
    get base() {
      return opened.guest.base;
    },
    get admin() {
      return opened.admin;
    },
    get guest() {
      return opened.guest;
    },
    env,
    ...doorsOf(
      () => opened.guest,
      env,
      (...args) => runCommand(parts, env, args),
    ),
    restart: async (changed) => {
      await opened.close();
      opened = await open(changed);
    },
    output: () => log,
    stop: async () => {
      await opened.close();
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server that was opened in this process. */
interface Opened {
  readonly guest: Client;
  readonly admin: Client;
  close(): Promise<void>;
}

async function openHere(parts: Parts, env: NodeJS.ProcessEnv, write: (line: string) => void): Promise<Opened> {
  const settings = parts.readSettings(env);
  const souk = await parts.openSouk(settings, pino({ level: settings.logLevel }, { write }));
  const server = await parts.startServer(souk, { consumer: true, peers: parts.lonePeers() });
  const guest = new Client(server.address);
  return {
    guest,
    admin: guest.as(await parts.issueToken(souk.systemCall(), { type: 'admin', id: 1 })),
    close: async () => {
      await server.stop();
      await souk.close();
    },
  };
}

/** Starts a server on a fresh database (or on that of `env`) as a process of its own. */
export async function startProcess({
  env: more = {},
  args = [],
}: { env?: Record<string, string>; args?: string[] } = {}): Promise<SoukProcess> {
  const folder = serverFolder('souk-test-');
  const database = await createInstalled(engines.at(-1)!);
  const env = environment({ SOUK_VAR: folder, DATABASE_URL: database.url, ...more });
  let log = '';
  let server = await launch(env, args, (text) => (log += text));
  let admin: Client;
  let guest: Client;
  const connect = async (): Promise<void> => {
    guest = new Client(server.base);
    admin = guest.as(ok(await guest.post('/V1/integration/admin/token', { username: 'admin', password: PASSWORD })));
  };
  await connect();
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    if (server.child.exitCode !== null || server.child.signalCode !== null) return;
    const ended = new Promise((resolve) => server.child.once('exit', resolve));
    server.child.kill(signal);
    await ended;
  };
  return {
    get base() {
      return server.base;
    },
    get admin() {
      return admin;
    },
    get guest() {
      return guest;
    },
    get pid() {
      return server.child.pid!;
    },
    env,
    ...doorsOf(
      () => guest,
      env,
      (...args) => runProcess(env, args),
    ),
    kill,
    restart: async (changed = {}) => {
      await kill('SIGTERM');
      server = await launch({ ...env, ...changed }, args, (text) => (log += text));
      await connect();
    },
    stop: async () => {
      await kill('SIGTERM');
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
    },
    output: () => log,
  };
}

/** The environment of a server of the tests and of its commands. */
function environment(more: Record<string, string>): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    SOUK_ADMIN_USER: 'admin',
    SOUK_ADMIN_PASSWORD: PASSWORD,
    SOUK_LOG: 'warn',
    SOUK_CONTROL: '1',
    SOUK_SHUTDOWN_GRACE: '0',
    ...more,
  };
  delete env.NODE_OPTIONS;
  return env;
}

/** What is done to a server's installation beside calling it. */
function doorsOf(
  server: () => Client,
  env: NodeJS.ProcessEnv,
  run: (...args: string[]) => Promise<CommandOutcome>,
): Pick<Souk, 'password' | 'cli' | 'configure' | 'spawn'> {
  return {
    password: PASSWORD,
    cli: run,
    configure: async (settings, scope) => {
      ok(await server().raw('PUT', '/_/configuration', { settings, ...scope }));
    },
    spawn: (...args) => spawn(process.execPath, [entry(), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  };
}

function entry(): string {
  const file = process.env.SOUK_TEST_ENTRY;
  if (!file) throw new Error('run the tests with vitest: its set-up builds the server');
  return file;
}

function launch(
  env: NodeJS.ProcessEnv,
  args: string[],
  collect: (text: string) => void,
): Promise<{ base: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [entry(), 'serve', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let seen = '';
    const read = (data: Buffer): void => {
      seen += data.toString();
      collect(data.toString());
      const base = /http:\/\/127\.0\.0\.1:\d+/.exec(seen)?.[0];
      // The line is printed once calls and the consumer work.
      if (base) resolve({ base, child });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', (data: Buffer) => {
      seen += data.toString();
      collect(data.toString());
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready:\n${seen}`)));
  });
}

function runProcess(env: NodeJS.ProcessEnv, args: string[]): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [entry(), ...args], { env, timeout: 170_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}
