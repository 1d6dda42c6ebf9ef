import type { Logger } from 'pino';
import { moduleFileIn } from './kit.ts';

/**
 * Logs exceptions that nothing handles and that come from an added module, such as one of its timers, and goes on; a server is not to end by
 * the fault of a module. Any other one ends the process, as it does without added modules.
 */
export function surviveModuleFaults(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    const file = moduleFileIn(error);
    if (file === undefined) {
      log.fatal({ err: error, origin }, 'the process ends');
      process.exit(1);
    }
    log.error({ err: error, origin, file }, 'a module failed outside of a request');
  });
}
