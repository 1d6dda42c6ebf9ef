import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { retentionInterval, startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { dropPartitions, makePartitions } from '../../storage/partitions.ts';
import { preparedWrite, type Params } from '../../storage/prepared.ts';
import { deliveryLifetime } from './configuration.ts';
import { deliveryLog } from './tables.ts';

const DAY = 86_400_000;
/** Maximum rows deleted per transaction. */
const AT_ONCE = 2000;

const removeSome = preparedWrite((db, p: Params<{ before: number; until: number; limit: number }>) =>
  db
    .deleteFrom('event_delivery')
    .where('id', 'in', (of) =>
      of
        .selectFrom('event_delivery')
        .select('id')
        .where('created_at', '<', p.before)
        .where('id', '<', p.until)
        .orderBy('created_at')
        .limit(p.limit),
    ),
);

async function removeExpiredDeliveries(call: Call, stopping: AbortSignal): Promise<void> {
  await makePartitions(call, deliveryLog);
  const days = call.config.of(deliveryLifetime);
  if (days <= 0) return;
  const before = call.clock.now().getTime() - days * DAY;
  const { until } = await dropPartitions(call, deliveryLog, days, {
    stays: (time) => [sql`r.created_at >= ${time.getTime()}`],
  });
  while (!stopping.aborted) {
    const removed = await call.transaction(({ db }) => removeSome(db, { before, until, limit: AT_ONCE }));
    if (removed < AT_ONCE) return;
  }
}

/** Deletes old entries of the delivery log until stopped. */
export function startDeliveryRetention(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: retentionInterval(platform),
    pausesFirst: true,
    turn: (stopping) => removeExpiredDeliveries(call, stopping),
    failed: (error) => platform.log.warn({ err: error }, 'the log of deliveries could not be shortened; trying again'),
  });
}
