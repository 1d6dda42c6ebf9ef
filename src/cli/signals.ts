import { once } from 'node:events';
import type { Logger } from 'pino';

/**
 * Resolves at the first signal to end, and tells which; a second one ends the process at once. Called before a server starts: it
 * may answer requests a moment before its start is over.
 */
export async function untilSignal(log: Logger): Promise<'SIGTERM' | 'SIGINT'> {
  const controller = new AbortController();
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const name = await Promise.race(
    signals.map((one) => once(process, one, { signal: controller.signal }).then(() => one)),
  );
  controller.abort();
  log.info('stopping');
  return name;
}

/** Milliseconds for which a server that was told to end goes on serving. */
export function graceAfter(signal: 'SIGTERM' | 'SIGINT', shutdownGrace: number): number {
  // Somebody at the keyboard does not want to wait.
  return signal === 'SIGTERM' ? shutdownGrace * 1000 : 0;
}
