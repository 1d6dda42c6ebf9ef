import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '../../kernel/platform.ts';
import { defaultDatabase } from '../environment/settings.ts';
import { servedEnvironments } from '../../faces/marketplace/server.ts';
import { errorCode } from '../../kernel/thrown.ts';
import { restrictToOwner } from '../../storage/owner-permissions.ts';
import { databaseObstacle, missingShop } from '../../storage/database-obstacle.ts';
import { isRetriable } from '../../storage/errors.ts';

/** Milliseconds between two checks for an unavailable database. */
const lookInterval = 500;

/** Throws a sentence that names the setting when the data folder cannot be written. */
export function requireFolder({ varFolder }: Settings): void {
  try {
    mkdirSync(varFolder, { recursive: true });
    accessSync(varFolder, constants.W_OK);
    restrictToOwner(varFolder, 0o700);
  } catch (error) {
    throw new Error(
      `the data folder ${varFolder} is not writable (${errorCode(error)}): make it writable, or set SOUK_VAR to another folder`,
      { cause: error },
    );
  }
}

/**
 * Runs a step of the start that needs the database, and returns its value. While the database is unavailable, and after each temporary failure
 * of the step, such as a lost connection, it waits and runs the step again, for `wait` seconds at most. Then, or at once where waiting
 * cannot help, it throws: a sentence that names the setting where the database is unavailable, otherwise the failure of the step.
 */
export async function withDatabase<T>(
  { databaseUrl }: Settings,
  log: Logger,
  wait: number,
  step: () => Promise<T>,
): Promise<T> {
  const end = Date.now() + wait * 1000;
  for (;;) {
    await requireDatabase(databaseUrl, log, wait, end);
    try {
      return await step();
    } catch (error) {
      if (!isRetriable(error) || Date.now() >= end) throw error;
      log.warn({ err: error }, 'the database failed during the start: retrying');
      await pause(lookInterval);
    }
  }
}

async function requireDatabase(databaseUrl: string, log: Logger, wait: number, end: number): Promise<void> {
  let isTold = false;
  for (;;) {
    const obstacle = await databaseObstacle(databaseUrl);
    if (!obstacle) break;
    if (!obstacle.passes || Date.now() >= end) {
      throw new Error(`the database cannot be used, ${obstacle.reason}: fix it, or change DATABASE_URL`);
    }
    if (!isTold) log.warn(`waiting ${wait} s at most for the database, ${obstacle.reason} (DATABASE_URL)`);
    isTold = true;
    await pause(lookInterval);
  }
  if (isTold) log.warn('the database answers');
}

/**
 * Returns once the database has a shop and the data folder can be written; until then nothing is written. A database that is unavailable
 * or has no shop is polled for at most `wait` seconds. Throws a sentence that names the place.
 */
export async function requireShop(settings: Settings, log: Logger, wait = 0): Promise<void> {
  const look = (): Promise<void> => untilShop(settings, log, wait);
  // Checking that a server answers writes nothing; checking a file would create it.
  if (settings.databaseUrl.startsWith('sqlite:')) await look();
  else await withDatabase(settings, log, wait, look);
  requireFolder(settings);
}

/** Returns once the database has a shop; throws after `wait` seconds, in a sentence that names the place. Writes nothing. */
export async function untilShop({ databaseUrl, varFolder }: Settings, log: Logger, wait = 0): Promise<void> {
  const end = Date.now() + wait * 1000;
  let isTold = false;
  for (;;) {
    const place = await missingShop(databaseUrl);
    if (place === undefined) return;
    const isDefault = databaseUrl === defaultDatabase(varFolder);
    const missing = `no shop in ${isDefault ? varFolder : place}`;
    if (Date.now() >= end)
      throw new Error(`${missing}; set ${isDefault ? 'SOUK_VAR or change folder' : 'DATABASE_URL'}`);
    if (!isTold) log.warn(`${missing}: waiting ${wait} s at most for a server or setup to install it`);
    isTold = true;
    await pause(lookInterval);
  }
}

/** As `requireAddress`, for the enabled environments of the package-submission interface. */
export async function requireMarketplaceAddresses(settings: Settings): Promise<void> {
  for (const { environment, port } of servedEnvironments(settings)) {
    await requireAddress({ host: settings.host, port }, `MARKETPLACE_${environment.toUpperCase()}_PORT`);
  }
}

/** Throws a sentence that names the setting when the server could not listen to its address. */
export async function requireAddress({ host, port }: Pick<Settings, 'host' | 'port'>, setting = 'PORT'): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    throw new Error(addressProblem(errorCode(error), host, port, setting), { cause: error });
  } finally {
    await new Promise<void>((resolve) => {
      probe.close(() => resolve());
    });
  }
}

function addressProblem(code: string | undefined, host: string, port: number, setting: string): string {
  if (code === 'EADDRINUSE') {
    const zero = setting === 'PORT' ? 'any free port' : 'none';
    return `port ${port} of ${host} is in use by another program: set ${setting} to another port, or to 0 for ${zero}`;
  }
  if (code === 'EACCES') return `this user may not listen on port ${port}: set ${setting} to a port from 1024`;
  return `the server cannot listen on ${host} (${code}): set HOST to an address of this machine`;
}
