import { installationMetrics } from '../../kernel/metrics.ts';
import { outboxFigures } from '../../storage/outbox.ts';
import { MAIL_TOPIC } from './queue.ts';

/** Figures of the outbox, mostly of emails. */
export const outboxMetrics = installationMetrics(
  {
    entries: {
      name: 'souk_outbox_entries',
      kind: 'gauge',
      description: 'What waits to leave the process, mails among it',
    },
    oldest: {
      name: 'souk_outbox_oldest_seconds',
      kind: 'gauge',
      description: 'How long the oldest of that has waited',
      unit: 's',
    },
  },
  async ({ db }) => {
    const waiting = await outboxFigures(db);
    const idle = { topic: MAIL_TOPIC, entries: 0, oldestSeconds: 0 };
    const topics = waiting.some(({ topic }) => topic === MAIL_TOPIC) ? waiting : [idle, ...waiting];
    return {
      entries: topics.map(({ topic, entries }) => ({ value: entries, labels: { topic } })),
      oldest: topics.map(({ topic, oldestSeconds }) => ({ value: oldestSeconds, labels: { topic } })),
    };
  },
);
