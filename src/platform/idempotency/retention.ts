import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { retentionInterval, startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { preparedWrite, type Params } from '../../storage/prepared.ts';
import { LIFETIME } from './stored.ts';

/** Rows removed in one transaction: few, so that others who write hardly wait. */
const AT_ONCE = 1000;

const removeOldest = preparedWrite((db, p: Params<{ before: number; limit: number }>) =>
  db
    .deleteFrom('idempotency_key')
    .where('key_hash', 'in', (of) =>
      of
        .selectFrom('idempotency_key')
        .select('key_hash')
        .where('created_at', '<', p.before)
        .orderBy('created_at')
        .limit(p.limit),
    ),
);

/** Removes expired keys with their responses until stopped. */
export function startKeyRetention(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: retentionInterval(platform),
    pausesFirst: true,
    async turn() {
      const before = call.clock.now().getTime() - LIFETIME;
      const removed = await call.transaction(({ db }) => removeOldest(db, { before, limit: AT_ONCE }));
      return removed < AT_ONCE ? undefined : 'more';
    },
    failed: (error) => platform.log.warn({ err: error }, 'expired responses could not be removed; trying again'),
  });
}
