import { installationMetrics } from '../../kernel/metrics.ts';
import { brokerOf } from './brokers.ts';
import { queueFigures } from './status.ts';
import { executionTotals } from './execution-totals.ts';

/** Metrics of the queue, of executed operations, and of the message broker, where there is one. */
export const operationsMetrics = installationMetrics(
  {
    depth: { name: 'souk_queue_depth', kind: 'gauge', description: 'Open operations' },
    oldest: {
      name: 'souk_queue_oldest_seconds',
      kind: 'gauge',
      description: 'Age of the oldest open operation',
      unit: 's',
    },
    executed: {
      name: 'souk_operations_executed_total',
      kind: 'counter',
      description: 'Executed operations by outcome, of all consumers of the installation',
    },
    messages: {
      name: 'souk_broker_messages',
      kind: 'gauge',
      description: 'Messages that wait in the message broker',
    },
    consumers: {
      name: 'souk_broker_consumers',
      kind: 'gauge',
      description: 'Consumers that the message broker delivers to',
    },
    deadLetters: { name: 'souk_broker_dead_letters', kind: 'gauge', description: 'Messages that could not be read' },
  },
  async (call, platform) => {
    const [queue, executed, broker] = await Promise.all([
      queueFigures(call),
      executionTotals(call),
      brokerOf(platform).figures(),
    ]);
    return {
      depth: queue.depth,
      oldest: queue.oldestSeconds,
      executed: [...executed].map(([outcome, value]) => ({ value, labels: { outcome } })),
      messages: broker?.messages,
      consumers: broker?.consumers,
      deadLetters: broker?.deadLetters,
    };
  },
);
