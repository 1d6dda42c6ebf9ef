import { sql } from 'kysely';
import { logEnds, sequenceChanges } from '../../events/log.ts';
import { installationMetrics } from '../../kernel/metrics.ts';
import { BREAKS_AT } from './backoff.ts';

/** Metrics of the delivery of events, by provider. */
export const ioEventMetrics = installationMetrics(
  {
    delivered: { name: 'souk_webhook_delivered_total', kind: 'counter', description: 'Events that were delivered' },
    failed: {
      name: 'souk_webhook_failed_total',
      kind: 'counter',
      description: 'Requests with events that have failed',
    },
    lost: {
      name: 'souk_webhook_lost_total',
      kind: 'counter',
      description: 'Changes that were removed from the log before they were delivered',
    },
    dead: { name: 'souk_webhook_dead_letters', kind: 'gauge', description: 'Events that were given up' },
    waiting: { name: 'souk_webhook_waiting', kind: 'gauge', description: 'Events that wait for another attempt' },
    lag: { name: 'souk_webhook_lag_events', kind: 'gauge', description: 'Changes in the log that are to be delivered' },
    age: {
      name: 'souk_webhook_lag_seconds',
      kind: 'gauge',
      description: 'Age of the oldest change in the log that is to be delivered',
      unit: 's',
    },
    open: { name: 'souk_webhook_circuits_open', kind: 'gauge', description: 'Providers that do not answer' },
  },
  async (call) => {
    await sequenceChanges(call);
    const { latest } = await logEnds(call.db);
    const count = (isDead: number) =>
      sql<number>`(select count(*) from event_waiting w where w.provider = p.id and w.is_dead = ${sql.lit(isDead)})`;
    const found = await call.db
      .selectFrom('event_provider as p')
      .innerJoin('event_provider_state as s', 's.provider', 'p.id')
      .select(['p.provider_id', 's.position', 's.delivered', 's.failed', 's.lost', 's.failures', 'p.disabled'])
      .select([
        count(1).as('dead'),
        count(0).as('waiting'),
        sql<
          number | null
        >`(select c.created_at from change c where c.position > s.position order by c.position limit 1)`.as('oldest'),
        sql<number>`(select count(*) from event_subscription e where e.provider = p.id)`.as('subscriptions'),
      ])
      .execute();
    const isTold = (row: (typeof found)[number]): boolean => Number(row.subscriptions) > 0 && row.disabled === '';
    // What nobody has subscribed to is not late.
    const ageOf = (row: (typeof found)[number]): number =>
      isTold(row) && row.oldest !== null ? Math.max(0, (Date.now() - Number(row.oldest)) / 1000) : 0;
    const of = (value: (row: (typeof found)[number]) => number) =>
      found.map((row) => ({ value: Number(value(row)), labels: { provider: row.provider_id } }));
    return {
      delivered: of((row) => row.delivered),
      failed: of((row) => row.failed),
      lost: of((row) => row.lost),
      dead: of((row) => row.dead),
      waiting: of((row) => row.waiting),
      lag: of((row) => (isTold(row) ? Math.max(0, latest - row.position) : 0)),
      age: of(ageOf),
      open: of((row) => (row.failures >= BREAKS_AT ? 1 : 0)),
    };
  },
);
