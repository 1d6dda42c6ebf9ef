import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { dropPartitions, makePartitions } from '../../storage/partitions.ts';
import { prepared, preparedWrite, type Params } from '../../storage/prepared.ts';
import { sequenceChanges } from './log.ts';
import { changeLog, HORIZON } from './tables.ts';
import { changeLifetime } from './configuration.ts';

/** Changes that are removed in one transaction: few, so that others who write hardly wait. */
const AT_ONCE = 2000;
const DAY = 86_400_000;
/** Milliseconds between two looks at the oldest change. */
const INTERVAL = 5000;

const expired = prepared((db, p: Params<{ before: number; until: number; limit: number }>) =>
  db
    .selectFrom((of) =>
      of.selectFrom('change').select(['position', 'created_at']).orderBy('position').limit(p.limit).as('first'),
    )
    .select('first.position')
    .where('first.created_at', '<', p.before)
    .where('first.position', '<', p.until),
);
const removeUntil = preparedWrite((db, p: Params<{ position: number }>) =>
  db.deleteFrom('change').where('position', '<=', p.position),
);
const moveHorizon = preparedWrite((db, p: Params<{ name: string; position: number }>) =>
  db
    .updateTable('change_cursor')
    .set({ position: p.position })
    .where('name', '=', p.name)
    .where('position', '<', p.position),
);

/** Removes changes older than `changeLifetime` (never for 0) from the beginning of the log; gives how many. */
async function removeExpiredChanges(call: Call): Promise<number> {
  await sequenceChanges(call);
  await makePartitions(call, changeLog);
  const days = call.config.of(changeLifetime);
  if (days <= 0) return 0;
  const before = call.clock.now().getTime() - days * DAY;
  const { dropped, until } = await dropPartitions(call, changeLog, days, {
    stays: (time) => [sql`r.created_at >= ${time.getTime()}`],
    dropping: async (db, to) => void (await moveHorizon(db, { name: HORIZON, position: to - 1 })),
  });
  for (let removed = dropped; ;) {
    if ((await expired(call.db, { before, until, limit: 1 })).length === 0) return removed;
    const positions = (await expired(call.db, { before, until, limit: AT_ONCE })).map(({ position }) => position);
    // Another process may have been quicker.
    if (positions.length === 0) return removed;
    const position = Math.max(...positions);
    removed += await call.transaction(async ({ db }) => {
      await moveHorizon(db, { name: HORIZON, position });
      return removeUntil(db, { position });
    });
  }
}

/** Keeps the log short until it is stopped. */
export function startChangeRetention(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    pausesFirst: true,
    turn: async () => {
      const changes = await removeExpiredChanges(call);
      if (changes > 0) platform.log.info({ changes }, 'changes past their lifetime were removed from the log');
    },
    failed: (error) => platform.log.warn({ err: error }, 'the log of changes could not be shortened; trying again'),
  });
}
