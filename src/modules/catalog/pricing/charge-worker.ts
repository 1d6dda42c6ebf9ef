import type { Worker } from '../../../kernel/module.ts';
import type { Platform } from '../../../kernel/platform.ts';
import { startRepeating } from '../../../kernel/repeating.ts';
import { system } from '../../../kernel/system.ts';
import { chargeDue } from './charged-price.ts';

/** Milliseconds between two checks. */
const INTERVAL = 60_000;
const LONGEST_STOP = 3_000;

/**
 * Recalculates prices when a special price begins or ends, also of products that other processes changed. So a reader
 * of a list sorted by price finds few prices to compute, or none.
 */
export function startChargeWorker(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    longestStop: LONGEST_STOP,
    turn: async () => {
      await chargeDue(call, Infinity);
    },
    failed: (error) => platform.log.warn({ err: error }, 'prices that are due cannot be worked out'),
  });
}
