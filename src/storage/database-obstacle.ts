import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Client } from 'pg';
import { isRetriable } from './errors.ts';
import { PostgresAddress } from './postgres-address.ts';
import { serverClient } from './server-client.ts';

/** Why a database cannot be used. */
interface DatabaseObstacle {
  /** A clause for people, without passwords. */
  readonly reason: string;
  /** Whether waiting may help, for instance while a server is still starting. */
  readonly passes: boolean;
}

/** Milliseconds that a server has to answer at all. */
const patience = 4000;

/** Tries to reach the database at `url`; gives the obstacle, undefined when there is none. */
export async function databaseObstacle(url: string): Promise<DatabaseObstacle | undefined> {
  return /^postgres(ql)?:/.test(url) ? await obstacleToServer(url) : obstacleToFile(url.replace(/^sqlite:/, ''));
}

/** That of the last server, where there are several and none is the primary. */
async function obstacleToServer(url: string): Promise<DatabaseObstacle | undefined> {
  const address = new PostgresAddress(url);
  let obstacle: DatabaseObstacle | undefined;
  for (let i = 0; i < address.urls.length; i++) {
    obstacle = await obstacleToOne(address);
    if (!obstacle) return undefined;
  }
  return obstacle;
}

async function obstacleToOne(address: PostgresAddress): Promise<DatabaseObstacle | undefined> {
  let client: Client | undefined;
  try {
    const ServerClient = serverClient(address, { connecting: patience });
    client = new ServerClient({ query_timeout: patience });
    // A connection that breaks later makes the query fail.
    client.on('error', () => {});
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return { reason: `${placeOf(client)} ${reasonOf(error as NodeJS.ErrnoException)}`, passes: mayPass(error) };
  } finally {
    // Ends at once, without waiting for a server that does not answer.
    void client?.end().catch(() => {});
  }
}

function obstacleToFile(file: string): DatabaseObstacle | undefined {
  const path = resolve(file);
  try {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, 'a', 0o600));
    return undefined;
  } catch (error) {
    return { reason: `${path} cannot be written (${(error as NodeJS.ErrnoException).code})`, passes: false };
  }
}

/** `host:port/name` of the database, without user and password. */
function placeOf(client: Client | undefined): string {
  return client ? `${client.host}:${client.port}/${client.database}` : 'it';
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (isSilence(error)) return 'does not answer';
  const { code, message } = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : error;
  if (code === 'ECONNREFUSED') return 'refuses the connection';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has an unknown name';
  return `says "${message}"`;
}

function isSilence(error: Error): boolean {
  return /time-?out/i.test(error.message);
}

const unreachable = new Set(['ENOTFOUND', 'ENETUNREACH', 'EHOSTDOWN']);

function mayPass(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return isRetriable(error) || isSilence(error as Error) || unreachable.has(code ?? '');
}
