import { sql } from 'kysely';
import { logEnds, sequenceChanges } from '../../platform/change-log/log.ts';
import type { Call } from '../../kernel/call.ts';

/** The current delivery progress: a row per provider, and the range of the log. */
export async function deliveryStanding(call: Call) {
  await sequenceChanges(call);
  const ends = await logEnds(call.db);
  const count = (isDead: number) =>
    sql<number>`(select count(*) from event_waiting w where w.provider = p.id and w.is_dead = ${sql.lit(isDead)})`;
  const rows = await call.db
    .selectFrom('event_provider as p')
    .innerJoin('event_provider_state as s', 's.provider', 'p.id')
    .selectAll('s')
    .select(['p.id', 'p.provider_id', 'p.label', 'p.url', 'p.disabled'])
    .select([
      count(1).as('given_up'),
      count(0).as('waiting'),
      sql<
        number | null
      >`(select c.created_at from change c where c.position > s.position order by c.position limit 1)`.as('oldest'),
      sql<number>`(select count(*) from event_subscription e where e.provider = p.id)`.as('subscribed'),
    ])
    .orderBy('p.id')
    .execute();
  const targets = rows.map((row) => {
    // Without subscriptions there is no lag.
    const isTold = Number(row.subscribed) > 0 && row.disabled === '';
    return Object.assign(row, {
      given_up: Number(row.given_up),
      waiting: Number(row.waiting),
      lag: isTold ? Math.max(0, ends.latest - row.position) : 0,
      lagSeconds: isTold && row.oldest !== null ? Math.max(0, (Date.now() - Number(row.oldest)) / 1000) : 0,
    });
  });
  return { ...ends, targets };
}
