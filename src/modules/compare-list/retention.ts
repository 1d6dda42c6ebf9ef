import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { retentionInterval, startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { formatTime } from '../../kernel/time.ts';
import { preparedWrite, type Params } from '../../storage/prepared.ts';
import { guestListLifetime } from './configuration.ts';

/** Milliseconds of a day. */
export const DAY = 86_400_000;
/** Lists that are removed in one transaction: few, so that other writers hardly wait. */
const AT_ONCE = 500;

const removeUnused = preparedWrite((db, p: Params<{ before: string; limit: number }>) =>
  db
    .deleteFrom('compare_list')
    .where('list_id', 'in', (where) =>
      where
        .selectFrom('compare_list')
        .select('list_id')
        .where('used_at', '<', p.before)
        .where('customer_id', 'is', null)
        .orderBy('used_at')
        .limit(p.limit),
    ),
);

/** Removes a batch of guests' lists whose lifetime since their last use has passed. Returns their number. */
async function removeSome(call: Call): Promise<number> {
  const days = call.config.of(guestListLifetime);
  if (days === 0) return 0;
  const before = formatTime(new Date(call.clock.now().getTime() - days * DAY));
  return call.transaction(({ db }) => removeUnused(db, { before, limit: AT_ONCE }));
}

/** Removes expired lists of guests, until it is stopped. */
export function startCompareListRetention(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: retentionInterval(platform),
    turn: async () => ((await removeSome(call)) === AT_ONCE ? 'more' : undefined),
    failed: (error) => platform.log.warn({ err: error }, 'unused compare lists could not be removed; trying again'),
  });
}
