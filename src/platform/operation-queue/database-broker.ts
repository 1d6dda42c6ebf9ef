import { createAlarm } from '../../kernel/alarm.ts';
import type { Broker } from './broker.ts';
import { claimInTurn, timeToNext } from './claim.ts';

/** How often an idle consumer looks for operations that other processes accepted, in milliseconds. */
const pollInterval = 250;
/** How soon it looks again when everything that was due waited for another operation, in milliseconds. */
const blockedInterval = 20;

/** The database as the broker: the open rows of `operation` are the queue. */
export function databaseBroker(): Broker {
  const alarm = createAlarm();
  return {
    publishAt: () => null,
    publish: (call) => call.afterCommit(() => alarm.ring()),
    source: async () => ({
      // Whether a row is still open says everything, so there is nothing to settle.
      claim: async (call, limit) => ({ operations: await claimInTurn(call, limit), settle: () => {} }),
      ready: async (call, signal) => {
        let wait = blockedInterval;
        while (!signal.aborted && wait > 0) {
          await alarm.sleep(wait, signal);
          wait = Math.min(await timeToNext(call), pollInterval);
        }
      },
      close: async () => {},
    }),
    start: async () => {},
    figures: async () => undefined,
    close: async () => {},
  };
}
