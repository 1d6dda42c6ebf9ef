import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Client } from 'pg';
import { elementAt } from '../kernel/lists.ts';
import { errorCode, errorMessage } from '../kernel/thrown.ts';
import { isRetriable } from './errors.ts';
import { PostgresAddress } from './postgres/address.ts';
import { serverClient } from './postgres/server-client.ts';

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
    return { reason: `${placeOf(client)} ${reasonOf(error)}`, passes: mayPass(error) };
  } finally {
    // Ends at once, without waiting for a server that does not answer.
    void client?.end().catch(() => {});
  }
}

/**
 * Where the shop of the database at `url` is missing: the path of the file, or `host:port/name`; undefined when the database has
 * one. Writes nothing. A file that cannot be read counts as a shop: opening it says why.
 */
export async function missingShop(url: string): Promise<string | undefined> {
  if (!/^postgres(ql)?:/.test(url)) {
    const path = resolve(url.replace(/^sqlite:/, ''));
    return hasShop(path) ? undefined : path;
  }
  const address = new PostgresAddress(url);
  for (let i = 1; i < address.urls.length; i++) {
    try {
      return await missingOnServer(address);
    } catch {
      // The next server may be the primary.
    }
  }
  return missingOnServer(address);
}

async function missingOnServer(address: PostgresAddress): Promise<string | undefined> {
  const ServerClient = serverClient(address, { connecting: patience });
  const client = new ServerClient({ query_timeout: patience });
  client.on('error', () => {});
  const isTrue = async (query: string): Promise<boolean> => {
    const { rows } = await client.query<{ found: boolean }>(query);
    return elementAt(rows, 0).found;
  };
  try {
    await client.connect();
    const hasTable = await isTrue(`select to_regclass('schema_migration') is not null as found`);
    const isInstalled = hasTable && (await isTrue('select exists (select from schema_migration) as found'));
    return isInstalled ? undefined : placeOf(client);
  } finally {
    void client.end().catch(() => {});
  }
}

function hasShop(path: string): boolean {
  let file: Sqlite.Database | undefined;
  try {
    if (statSync(path).size === 0) return false;
    file = new Sqlite(path, { readonly: true, fileMustExist: true });
    const table = file.prepare(`select 1 from sqlite_master where name = 'schema_migration'`).get();
    return table !== undefined && file.prepare('select 1 from schema_migration').get() !== undefined;
  } catch (error) {
    return errorCode(error) !== 'ENOENT';
  } finally {
    file?.close();
  }
}

function obstacleToFile(file: string): DatabaseObstacle | undefined {
  const path = resolve(file);
  try {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, 'a', 0o600));
    return undefined;
  } catch (error) {
    return { reason: `${path} cannot be written (${errorCode(error)})`, passes: false };
  }
}

/** `host:port/name` of the database, without user and password. */
function placeOf(client: Client | undefined): string {
  return client ? `${client.host}:${client.port}/${client.database}` : 'it';
}

function reasonOf(error: unknown): string {
  if (isSilence(error)) return 'does not answer';
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = errorCode(cause);
  if (code === 'ECONNREFUSED') return 'refuses the connection';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has an unknown name';
  return `says "${errorMessage(cause)}"`;
}

function isSilence(error: unknown): boolean {
  return /time-?out/i.test(errorMessage(error));
}

const unreachable = new Set(['ENOTFOUND', 'ENETUNREACH', 'EHOSTDOWN']);

function mayPass(error: unknown): boolean {
  return isRetriable(error) || isSilence(error) || unreachable.has(errorCode(error) ?? '');
}
