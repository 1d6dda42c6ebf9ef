import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** A Souk server for measurements. */
export interface Bench {
  readonly base: string;
  readonly token: string;
  readonly pid: number;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** Starts a server on a new or the given folder; DATABASE_URL, of `more` or the environment, chooses another database. */
export async function startBench(
  folder = mkdtempSync(join(tmpdir(), 'souk-bench-')),
  args: string[] = [],
  more: Record<string, string> = {},
): Promise<Bench> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...more,
    PORT: '0',
    SOUK_CONTROL: '1',
    SOUK_VAR: folder,
    SOUK_ADMIN_PASSWORD: 'Admin123!',
    SOUK_LOG: 'error',
  };
  const child = spawn('bin/souk', ['serve', ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const base = await firstAddress(child);
  const token = (await call(base, 'POST', '/rest/V1/integration/admin/token', undefined, {
    username: 'admin',
    password: 'Admin123!',
  })) as string;
  return { base, token, pid: child.pid!, folder, env, stop: () => end(child) };
}

/** Servers that a measurement which fails would leave behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Ends a child process and waits for it. */
export async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Removes a folder of a measurement. */
export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Resolves with the address that a server prints when it is ready. */
export function firstAddress(child: ChildProcess): Promise<string> {
  return firstOf(child, /http:\/\/127\.0\.0\.1:\d+/);
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves with the first text of a form that a server prints. */
export function firstOf(child: ChildProcess, form: RegExp): Promise<string> {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (data: Buffer) => {
      text += data.toString();
      const found = form.exec(text)?.[0];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** One request; gives the decoded body, or throws for any status of 400 and more. */
export async function call(
  base: string,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<unknown> {
  const { status, text } = await send(base, method, path, token, body);
  if (status >= 400) throw new Error(`${method} ${path} -> ${status} ${text.slice(0, 300)}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** One request over a kept connection. */
export function send(
  base: string,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<{ status: number; text: string }> {
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const outgoing = request(
      base + path,
      {
        method,
        agent,
        headers: {
          accept: 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => resolve({ status: incoming.statusCode!, text: Buffer.concat(chunks).toString() }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** CPU time a process has used, in seconds, of all its threads; exact where the kernel counts it, else in steps of 10 ms. */
export function cpuSeconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, id) => sum + threadCpuSeconds(pid, Number(id)), 0);
  } catch {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }
}

/** CPU time one thread of a process has used, in seconds; the main thread has the process's number. */
export function threadCpuSeconds(pid: number, thread: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

/** What a load of requests cost. */
export interface Load {
  /** Requests a second as the clients saw them. */
  readonly rate: number;
  /** Server CPU per request, in milliseconds. */
  readonly cpu: number;
  /** 99th percentile of the time of a request, in milliseconds. */
  readonly p99: number;
}

/** CPU and clock in seconds, and greatest memory in MB, of a process. */
export interface ProcessCost {
  readonly cpu: number;
  readonly seconds: number;
  readonly memory: number;
}

/** Waits for the end of a process; its cost. Throws if it fails. */
export async function costOf(child: ChildProcess): Promise<ProcessCost> {
  const begun = performance.now();
  const ended = once(child, 'exit');
  let [cpu, memory] = [0, 0];
  while (child.exitCode === null) {
    try {
      cpu = cpuSeconds(child.pid!);
      memory = Math.max(memory, residentMb(child.pid!));
    } catch {
      // It has ended meanwhile.
      break;
    }
    await pause(10);
  }
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}`);
  return { cpu, seconds: (performance.now() - begun) / 1000, memory };
}

/** Sends `count` requests over `connections` kept connections, after a tenth as warm-up. */
export async function load(
  pid: number,
  one: (i: number) => Promise<unknown>,
  count: number,
  connections = 8,
): Promise<Load> {
  await spread(one, Math.max(connections, Math.floor(count / 10)), connections);
  const before = cpuSeconds(pid);
  const start = performance.now();
  const times = await spread(one, count, connections);
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  return {
    rate: count / seconds,
    cpu: ((cpuSeconds(pid) - before) / count) * 1000,
    p99: times[Math.floor(times.length * 0.99)]!,
  };
}

async function spread(one: (i: number) => Promise<unknown>, count: number, connections: number): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const start = performance.now();
      await one(next++);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return times;
}

/** Prints a row of a table of results. */
export function row(what: string, value: string, goal = ''): void {
  console.log(`${what.padEnd(58)} ${value.padStart(22)}   ${goal}`);
}

/** Seconds of processor of the processes that serve this database on this machine; what writes in the background for all is not in it. */
export async function databaseCpu(db: Client): Promise<number> {
  const { rows } = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
}

/** The PostgreSQL server that a part needs (`TEST_DATABASE_URL`); without one, a row says that `what` is left out. */
export function postgresServer(what: string): string | undefined {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) row(what, 'left out', 'TEST_DATABASE_URL names no PostgreSQL server');
  return server;
}

/** Makes a database of its own on a PostgreSQL server where databases may be made; a copy of `template`, if that is given. */
export async function createDatabase(
  server: string,
  template?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `souk_bench_${randomBytes(6).toString('hex')}`;
  const command = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  const source = template && new URL(template).pathname.slice(1);
  await command(`create database ${name}${source ? ` template ${source}` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => command(`drop database if exists ${name} with (force)`) };
}
