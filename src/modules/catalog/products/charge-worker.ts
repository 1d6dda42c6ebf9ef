import type { Worker } from '../../../kernel/module.ts';
import type { Platform } from '../../../kernel/platform.ts';
import { startRepeating } from '../../../kernel/repeating.ts';
import { system } from '../../../kernel/system.ts';
import { chargeDue } from './charged-price.ts';

/** How often is looked, in milliseconds. */
const INTERVAL = 60_000;
const LONGEST_STOP = 3_000;

/**
 * Prices products anew whose special price begins or ends, of other processes too, so that the first who reads a list sorted by
 * price finds little or nothing to be priced.
 */
export function startChargeWorker(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    longestStop: LONGEST_STOP,
    turn: () => chargeDue(call, Infinity),
    failed: (error) => platform.log.warn({ err: error }, 'prices that are due cannot be worked out'),
  });
}
