import { installationMetrics } from '../../kernel/metrics.ts';
import { BREAKS_AT } from './backoff.ts';
import { deliveryStanding } from './standing.ts';

/** Metrics of event delivery, by provider. */
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
    const { targets } = await deliveryStanding(call);
    const of = (value: (row: (typeof targets)[number]) => number) =>
      targets.map((row) => ({ value: Number(value(row)), labels: { provider: row.provider_id } }));
    return {
      delivered: of((row) => row.delivered),
      failed: of((row) => row.failed),
      lost: of((row) => row.lost),
      dead: of((row) => row.given_up),
      waiting: of((row) => row.waiting),
      lag: of((row) => row.lag),
      age: of((row) => row.lagSeconds),
      open: of((row) => (row.failures >= BREAKS_AT ? 1 : 0)),
    };
  },
);
