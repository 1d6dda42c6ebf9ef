import type { Call } from '../kernel/call.ts';
import type { Platform } from '../kernel/platform.ts';
import { readSettings } from '../settings.ts';
import { openSouk, type Souk } from '../souk.ts';
import { createLog } from './log.ts';
import { requireDatabase, requireFolder } from './surroundings.ts';

/**
 * Opens the platform of the environment's settings for the length of a command. A database that is away fails it at once,
 * unless it is one of those that go on (`waits`).
 */
export async function withSouk<T>(work: (souk: Souk) => Promise<T>, { waits = false } = {}): Promise<T> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel);
  requireFolder(settings);
  await requireDatabase(settings, log, waits ? settings.startWait : 0);
  const souk = await openSouk(settings, log);
  try {
    return await work(souk);
  } finally {
    await souk.close();
  }
}

/** As `withSouk`, for commands that need a call with all permissions. */
export function withCall<T>(work: (call: Call) => Promise<T>): Promise<T> {
  return withSouk((souk) => work(souk.systemCall()));
}

/** As `withSouk`, for commands that need the platform alone. */
export function withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  return withSouk((souk) => work(souk.platform));
}
