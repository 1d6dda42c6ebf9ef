import { sql, type Insertable } from 'kysely';
import type { Call, ConfigurationReader, Tables } from '../../kernel/call.ts';
import { preparedWrite, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { callBodyBytes, callLifetime, mostCalls, mostCallText } from './configuration.ts';

const HOUR = 3_600_000;

const removeOld = preparedWrite((db, p: Params<{ before: number }>) =>
  db.deleteFrom('recorded_call').where('started_at', '<', p.before),
);
const removeMany = preparedWrite((db, p: Params<{ most: number }>) =>
  db
    .deleteFrom('recorded_call')
    .where('id', '<=', (of) =>
      of.selectFrom('recorded_call').select('id').orderBy('id', 'desc').limit(1).offset(p.most),
    ),
);
const removeLarge = preparedWrite((db, p: Params<{ most: number }>) =>
  db.deleteFrom('recorded_call').where('id', '<=', (of) =>
    of
      .selectFrom((from) =>
        from
          .selectFrom('recorded_call')
          .select(['id', sql<number>`sum(size) over (order by id desc)`.as('total')])
          .as('added'),
      )
      .select((eb) => eb.fn.max('id').as('id'))
      .where('total', '>', p.most),
  ),
);

/** Adds recorded calls, and removes the oldest where there are too many, too large or too old ones. */
export async function keepCalls(call: Call, rows: readonly Insertable<Tables['recorded_call']>[]): Promise<void> {
  const limits = limitsOf(call.config);
  const before = call.clock.now().getTime() - limits.hours * HOUR;
  await call.transaction(async ({ db }) => {
    await insertRows(db, 'recorded_call', rows);
    await removeOld(db, { before });
    await removeMany(db, { most: limits.calls });
    await removeLarge(db, { most: limits.bytes });
  });
}

/** Removes calls whose time is over; nothing is written where there are none. */
export async function removeExpiredCalls(call: Call): Promise<void> {
  const before = call.clock.now().getTime() - limitsOf(call.config).hours * HOUR;
  const old = await call.db
    .selectFrom('recorded_call')
    .select('id')
    .where('started_at', '<', before)
    .limit(1)
    .executeTakeFirst();
  if (old) await call.transaction(({ db }) => removeOld(db, { before }));
}

/** Bytes of a body that are stored. */
export function bodyLimit(config: ConfigurationReader): number {
  return config.of(callBodyBytes);
}

function limitsOf(config: ConfigurationReader): { calls: number; bytes: number; hours: number } {
  return {
    calls: config.of(mostCalls),
    bytes: config.of(mostCallText),
    hours: config.of(callLifetime),
  };
}
