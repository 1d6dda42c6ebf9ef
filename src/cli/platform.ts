import pino, { type Logger } from 'pino';
import type { Call } from '../kernel/call.ts';
import type { Platform } from '../kernel/platform.ts';
import { readSettings } from '../settings.ts';
import { openSouk, type Souk } from '../souk.ts';

/** A log of JSON lines on standard error; standard output is for people. */
export function createLog(level: string): Logger {
  return pino({ level }, pino.destination({ dest: 2, sync: true }));
}

/** Opens the platform of the environment's settings for the length of a command. */
export async function withSouk<T>(work: (souk: Souk) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const souk = await openSouk(settings, createLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel));
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
