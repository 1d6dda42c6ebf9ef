import { once } from 'node:events';
import type { Logger } from 'pino';

/** How long a stopping process may finish its work, in milliseconds. */
const STOP_PATIENCE = 120_000;

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

/**
 * Ends a stopping process with status 1 if it is still there after `patience` milliseconds behind its grace for requests, and logs what
 * holds it. Accepted operations and running transactions are as safe as after a kill: nothing of them is lost or done twice.
 */
export function endLate(log: Logger, grace: number, patience = STOP_PATIENCE): void {
  const end = (): void => {
    const held = process.getActiveResourcesInfo().filter((name) => name !== 'Timeout');
    log.error({ held }, `the process did not stop within ${(grace + patience) / 1000} s: it ends now`);
    process.exit(1);
  };
  setTimeout(end, grace + patience).unref();
}
