/** Tests of modules: a real server with the modules of a configuration file, on a database of its own. */

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { configurationFileNames } from '../../../src/program/added-modules/file-names.ts';

/** The result of a request: its status, and its body as JSON where it is JSON. */
export interface TestResponse {
  readonly status: number;
  readonly body: unknown;
}

/** A caller of the interface. Paths are those of the interface, such as `/V1/products`. */
export interface TestClient {
  readonly token: string | undefined;
  get(path: string): Promise<TestResponse>;
  post(path: string, body?: unknown): Promise<TestResponse>;
  put(path: string, body?: unknown): Promise<TestResponse>;
  delete(path: string): Promise<TestResponse>;
  /** The data and errors of a GraphQL operation. */
  graphql(query: string, variables?: Readonly<Record<string, unknown>>): Promise<TestResponse>;
}

/** A running server of a test. */
export interface TestServer {
  /** `http://127.0.0.1:port` */
  readonly base: string;
  readonly admin: TestClient;
  readonly guest: TestClient;
  /** A caller with a token. */
  as(token: string): TestClient;
  /** A caller who is a customer. Throws when the password is wrong. */
  signIn(email: string, password: string): Promise<TestClient>;
  /** Empties the database and installs it again, with the modules. */
  reset(): Promise<void>;
  /** The output of the server until now. */
  output(): string;
  stop(): Promise<void>;
}

/** Options of a server of a test. */
export interface TestServerOptions {
  /** The configuration file; default: that of the working directory. */
  readonly config?: string;
  /** Environment variables of the server, such as `DATABASE_URL` of an empty database on PostgreSQL; default: SQLite. */
  readonly env?: Readonly<Record<string, string>>;
  /** The program; default: that of the installed package `souk`. */
  readonly program?: string;
}

const password = 'Admin123!';
/** Milliseconds for the start of a server, on a machine that is busy with other work. */
const START_LIMIT = 60_000;

/** Starts a server with the modules of a configuration file. Throws with the output of the server when it does not start. */
export async function startSouk({ config, env = {}, program }: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'souk-module-'));
  const written: string[] = [];
  const child = spawn(process.execPath, [program ?? installedProgram(), 'serve'], {
    env: {
      ...process.env,
      PORT: '0',
      SOUK_VAR: join(folder, 'var'),
      SOUK_CONFIG: config ? resolve(config) : configurationHere(),
      SOUK_ADMIN_USER: 'admin',
      SOUK_ADMIN_PASSWORD: password,
      SOUK_CONTROL: '1',
      SOUK_LOG: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    await endOf(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const base = await addressOf(child, written);
    const guest = client(base);
    return {
      base,
      guest,
      admin: client(base, await tokenOf(guest, 'admin', { username: 'admin', password })),
      as: (token) => client(base, token),
      signIn: async (username, secret) =>
        client(base, await tokenOf(guest, 'customer', { username, password: secret })),
      reset: async () => {
        const { status } = await fetch(`${base}/_/reset`, { method: 'POST' });
        if (status >= 300) throw new Error(`the server is not reset: ${status}`);
      },
      output: () => written.join(''),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function installedProgram(): string {
  const require = createRequire(join(process.cwd(), 'package.json'));
  return join(dirname(require.resolve('souk/package.json')), 'bin/start.mjs');
}

function configurationHere(): string {
  const name = configurationFileNames.find((one) => existsSync(one));
  if (!name) throw new Error(`no configuration file here: use one of ${configurationFileNames.join(', ')}`);
  return resolve(name);
}

/** The address that the server prints once it listens. */
function addressOf(child: ChildProcess, written: string[]): Promise<string> {
  return new Promise((started, failed) => {
    const fail = (reason: string): void => failed(new Error(`Souk ${reason}:\n${written.join('')}`));
    const timer = setTimeout(() => fail('does not start in time'), START_LIMIT);
    const read = (data: Buffer): void => {
      written.push(data.toString());
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(written.join('')) ?? [];
      if (!address) return;
      clearTimeout(timer);
      started(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', (data: Buffer) => written.push(data.toString()));
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ends with status ${code}`);
    });
  });
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolveEnd) => child.once('exit', resolveEnd));
  child.kill('SIGTERM');
  await ended;
}

async function tokenOf(guest: TestClient, kind: 'admin' | 'customer', credentials: object): Promise<string> {
  const { status, body } = await guest.post(`/V1/integration/${kind}/token`, credentials);
  if (status !== 200 || typeof body !== 'string') throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
  return body;
}

function client(base: string, token?: string): TestClient {
  const send = async (method: string, url: string, body?: unknown): Promise<TestResponse> => {
    const response = await fetch(base + url, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  };
  return {
    token,
    get: (path) => send('GET', `/rest${path}`),
    post: (path, body = {}) => send('POST', `/rest${path}`, body),
    put: (path, body = {}) => send('PUT', `/rest${path}`, body),
    delete: (path) => send('DELETE', `/rest${path}`),
    graphql: (query, variables = {}) => send('POST', '/graphql', { query, variables }),
  };
}
