import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as PostgresClient } from 'pg';
import { Client, ok } from './client.ts';

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
  /** Process id of the server. */
  readonly pid: number;
  /**
   * Runs `souk <args>` against the same database; resolves whatever the exit status is, once the server knows what the command
   * has changed (without its control plane: after a moment only).
   */
  cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  /**
   * Sets platform configuration by path, null to inherit it again: all of it or none, effective when it resolves. What only
   * a command does (paths that nothing reads) is done with `cli`.
   */
  configure(settings: Readonly<Record<string, string | null>>, scope?: SettingsScope): Promise<void>;
  /** Has a further process of the installation, by its address, know at once as well what `configure` and `cli` change. */
  join(base: string): void;
  /** A process of `souk <args>` that goes on, such as a consumer. */
  spawn(...args: string[]): ChildProcess;
  /** Sends a signal to the server (SIGKILL unless told) and waits for its end. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the server again on the same database. */
  restart(env?: Record<string, string>): Promise<void>;
  /** Ends the server and removes its database and files. */
  stop(): Promise<void>;
  /** What the server has written to its standard output and error so far. */
  output(): string;
}

/** Starts a server on a fresh database: SQLite, or PostgreSQL when TEST_DATABASE_URL names a server. */
export async function startSouk(options: { env?: Record<string, string>; args?: string[] } = {}): Promise<Souk> {
  const folder = mkdtempSync(join(tmpdir(), 'souk-test-'));
  const database = await createDatabase(folder);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    SOUK_VAR: folder,
    SOUK_ADMIN_USER: 'admin',
    SOUK_ADMIN_PASSWORD: PASSWORD,
    SOUK_LOG: 'warn',
    SOUK_CONTROL: '1',
    SOUK_SHUTDOWN_GRACE: '0',
    ...options.env,
    DATABASE_URL: options.env?.DATABASE_URL ?? database.url,
  };
  delete env.NODE_OPTIONS;
  let log = '';
  let server = await launch(env, options.args ?? [], (text) => (log += text));
  let admin: Client;
  let guest: Client;
  const connect = async (): Promise<void> => {
    guest = new Client(server.base);
    admin = guest.as(ok(await guest.post('/V1/integration/admin/token', { username: 'admin', password: PASSWORD })));
  };
  await connect();
  const joined: string[] = [];
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
    password: PASSWORD,
    env,
    cli: async (...args) => {
      const ended = await run(env, args);
      await Promise.all([server.base, ...joined].map(refresh));
      return ended;
    },
    configure: async (settings, scope = undefined) => {
      ok(await guest.raw('PUT', '/_/configuration', { settings, ...scope }));
      await Promise.all(joined.map(refresh));
    },
    join: (base) => void joined.push(base),
    spawn: (...args) => spawn(process.execPath, [entry(), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
    kill,
    restart: async (more = {}) => {
      await kill('SIGTERM');
      server = await launch({ ...env, ...more }, options.args ?? [], (text) => (log += text));
      await connect();
    },
    stop: async () => {
      await kill('SIGTERM');
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
    output: () => log,
  };
}

function entry(): string {
  const file = process.env.SOUK_TEST_ENTRY;
  if (!file) throw new Error('run the tests with vitest: its set-up builds the server');
  return file;
}

async function createDatabase(folder: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    const file = join(folder, 'souk.db');
    copyFileSync(process.env.SOUK_TEST_TEMPLATE!, file);
    return { url: `sqlite:${file}`, drop: async () => {} };
  }
  const name = `souk_test_${randomBytes(6).toString('hex')}`;
  const command = async (sql: string): Promise<void> => {
    const client = new PostgresClient({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  // Copied rather than installed each time.
  await command(`create database ${name} template ${process.env.SOUK_TEST_TEMPLATE}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => command(`drop database if exists ${name} with (force)`) };
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

/** Has a server take over what a command or another server has changed; one that is not there learns it when it starts. */
export async function refresh(base: string): Promise<void> {
  const options = { method: 'POST', signal: AbortSignal.timeout(10_000) };
  await fetch(`${base}/_/refresh`, options).catch(() => undefined);
}

function run(env: NodeJS.ProcessEnv, args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [entry(), ...args], { env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}
