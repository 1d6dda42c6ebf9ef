import { sql } from 'kysely';
import { removeExpiredEntries } from '../audit/retention.ts';
import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { retentionInterval, startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { formatTime } from '../../kernel/time.ts';
import { perDialect } from '../../storage/dialects.ts';
import { dropPartitions, makePartitions } from '../../storage/partitions.ts';
import { prepared, preparedFirst, preparedWrite, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { isOpen } from './claim.ts';
import { operationLog } from './tables.ts';
import { operationStatuses } from './types.ts';
import { bulkLifetime } from './configuration.ts';

/** Bulks and operations that are removed in one transaction: few, so that other writers hardly wait. */
const bulksAtOnce = 100;
const operationsAtOnce = 1000;

const secondsOfDay = 86_400;

/** If two processes remove at the same time, each skips the rows of the other. */
const forUpdate = perDialect({ sqlite: sql``, postgres: sql`for update skip locked` });

const expired = prepared((db, p: Params<{ before: string; until: number; limit: number }>) =>
  db
    .selectFrom('bulk')
    .select('id')
    .where('start_time', '<', p.before)
    .where('id', '<', p.until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('operation')
            .select('operation.id')
            .whereRef('operation.bulk_id', '=', 'bulk.id')
            .where('operation.status', '=', operationStatuses.open),
        ),
      ),
    )
    .orderBy('start_time')
    .limit(p.limit)
    .modifyEnd(forUpdate),
);
const removeOperations = preparedWrite((db, p: Params<{ bulks: number[]; limit: number }>) =>
  db
    .deleteFrom('operation')
    .where('id', 'in', (where) =>
      where.selectFrom('operation').select('id').where(inIds('bulk_id', p.bulks)).limit(p.limit),
    ),
);
const removeBulks = preparedWrite((db, p: Params<{ bulks: number[] }>) =>
  db.deleteFrom('bulk').where(inIds('id', p.bulks)),
);

/** The first bulk that has operations from this one on. */
const firstBulk = preparedFirst((db, p: Params<{ operation: number }>) =>
  db
    .selectFrom('operation')
    .select((select) => select.fn.min<number | null>('bulk_id').as('id'))
    .where('id', '>=', p.operation),
);

/**
 * Drops the partitions whose operations are all final and of expired bulks. Gives up to which bulk others are to be removed one by
 * one.
 */
async function dropOperations(call: Call, days: number): Promise<number> {
  const { until } = await dropPartitions(call, operationLog, days, {
    stays: (time) => [
      sql`r.status = 4`,
      sql`r.bulk_id in (select operation.bulk_id from operation where ${isOpen})`,
      sql`r.bulk_id in (select bulk.id from bulk where bulk.start_time >= ${formatTime(time)})`,
    ],
    // One that has failed may be tried again.
    mayStayAgain: sql`r.status = 4`,
  });
  if (until === Number.MAX_SAFE_INTEGER) return until;
  return (await firstBulk(call.db, { operation: until }))?.id ?? until;
}

/**
 * Removes bulks, with their operations, that were accepted longer ago than `bulkLifetime` (0: never)
 * and have no open operation. Gives their number.
 */
export async function removeExpiredBulks(call: Call): Promise<number> {
  await makePartitions(call, operationLog);
  const days = call.config.of(bulkLifetime);
  if (days <= 0) return 0;
  const until = await dropOperations(call, days);
  const before = formatTime(new Date(call.clock.now().getTime() - days * secondsOfDay * 1000));
  for (let removed = 0; ;) {
    const step = await call.transaction(async ({ db }) => {
      const bulks = (await expired(db, { before, until, limit: bulksAtOnce })).map(({ id }) => id);
      if (bulks.length === 0) return undefined;
      const operations = await removeOperations(db, { bulks, limit: operationsAtOnce });
      // A large bulk is removed in several steps; its own row comes last.
      return operations === operationsAtOnce ? 0 : await removeBulks(db, { bulks });
    });
    if (step === undefined) return removed;
    removed += step;
  }
}

/**
 * Removes expired bulks and audit entries every `souk/operations/retention_interval` seconds (60 unless set), until it is
 * stopped.
 */
export function startRetention(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: retentionInterval(platform),
    pausesFirst: true,
    async turn() {
      const [bulks, entries] = [await removeExpiredBulks(call), await removeExpiredEntries(call)];
      if (bulks + entries > 0) platform.log.info({ bulks, entries }, 'expired rows were removed');
    },
    failed: (error) => platform.log.warn({ err: error }, 'expired rows could not be removed; trying again'),
  });
}
