import { once } from 'node:events';
import type { Logger } from 'pino';

/**
 * Resolves with the first signal to stop; a second one ends the process at once. Call it before the server starts, which
 * may handle requests before its start has finished.
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

/** Milliseconds for which a stopping server continues to serve requests. */
export function graceAfter(signal: 'SIGTERM' | 'SIGINT', shutdownGrace: number): number {
  // An interactive user does not want to wait.
  return signal === 'SIGTERM' ? shutdownGrace * 1000 : 0;
}
