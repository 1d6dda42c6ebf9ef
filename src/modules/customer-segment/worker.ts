import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { placeChanged } from './members.ts';

/** How often is looked, in milliseconds. */
const INTERVAL = 1000;

/**
 * Updates segments after changes of customers, addresses, carts and orders; runs no queries while no segment is active.
 */
export function startPlacing(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    turn: async () => {
      const { current } = platform.services.customerSegment.segments;
      return current.some(({ isActive }) => isActive) ? placeChanged(call) : undefined;
    },
    failed: (error) => platform.log.warn({ err: error }, 'customers cannot be put into segments'),
  });
}
