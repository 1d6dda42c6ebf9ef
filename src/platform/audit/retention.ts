import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { dropPartitions, makePartitions } from '../../storage/partitions.ts';
import { preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import { auditLog } from './tables.ts';
import { auditLifetime } from './configuration.ts';

/** Entries removed in one transaction: few, so that others who write hardly wait. */
const AT_ONCE = 1000;
const DAY = 86_400_000;

const oldest = preparedFirst((db) => db.selectFrom('audit_entry').select('created_at').orderBy('id').limit(1));
const removeOldest = preparedWrite((db, p: Params<{ before: string; until: number; limit: number }>) =>
  db.deleteFrom('audit_entry').where('id', 'in', (where) =>
    where
      .selectFrom(where.selectFrom('audit_entry').select(['id', 'created_at']).orderBy('id').limit(p.limit).as('first'))
      .select('first.id')
      .where('first.created_at', '<', p.before)
      .where('first.id', '<', p.until),
  ),
);

/** Removes entries of the audit log older than `auditLifetime` (never for 0); gives how many. */
export async function removeExpiredEntries(call: Call): Promise<number> {
  await makePartitions(call, auditLog);
  const days = call.config.of(auditLifetime);
  if (days <= 0) return 0;
  const { dropped, until } = await dropPartitions(call, auditLog, days, {
    stays: (time) => [sql`r.created_at >= ${formatTime(time)}`],
  });
  const before = formatTime(new Date(call.clock.now().getTime() - days * DAY));
  for (let removed = dropped; ;) {
    const first = await oldest(call.db, {});
    if (!first || first.created_at >= before) return removed;
    const step = await call.transaction(({ db }) => removeOldest(db, { before, until, limit: AT_ONCE }));
    if (step === 0) return removed;
    removed += step;
  }
}
