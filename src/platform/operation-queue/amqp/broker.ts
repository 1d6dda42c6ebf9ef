import type { Platform } from '../../../kernel/platform.ts';
import type { Broker, OperationSource } from '../broker.ts';
import { claimDelivered } from './claim.ts';
import { openConnection, type AmqpConnection } from './connection.ts';
import { listen, type Deliveries } from './deliveries.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import { isAnyPublished, recoveryInterval } from './recovery.ts';
import { createRelay } from './relay.ts';
import { queuesOf } from './topology.ts';

/** How soon a consumer looks again when everything delivered waits for other operations, in milliseconds. */
const blockedInterval = 20;

/**
 * The broker on RabbitMQ (AMQP 0-9-1). Calls are accepted without it: bulks that it has not confirmed are published by the relay
 * of any process.
 */
export function amqpBroker(platform: Platform, url: string): Broker {
  let opening: Promise<AmqpConnection> | undefined;
  let publisher: Publisher | undefined;
  const relay = createRelay(platform, () => publisher);
  const connect = async (): Promise<AmqpConnection> => {
    const connection = await openConnection(url, queuesOf(platform.settings.amqpPrefix ?? ''), platform.log);
    publisher = createPublisher(connection);
    return connection;
  };
  return {
    publishAt: () => relay.publishAt(),
    publish: (call, bulkId) => call.afterCommit(() => relay.accepted(bulkId)),
    source: async (workers) => sourceOf(listen(await (opening ??= connect()), workers, platform.log), platform),
    async start() {
      await (opening ??= connect());
      relay.start();
    },
    async figures() {
      await (await (opening ??= connect())).settled();
      return publisher?.isReady ? await publisher.figures().catch(() => undefined) : undefined;
    },
    async close() {
      await relay.stop();
      await (await opening)?.close();
    },
  };
}

function sourceOf(deliveries: Deliveries, platform: Platform): OperationSource {
  return {
    claim: (call, limit) => claimDelivered(call, deliveries, limit),
    ready: async (call, signal) => {
      if (deliveries.areWaiting) return await deliveries.arrival(blockedInterval, signal);
      await deliveries.arrival(recoveryInterval(platform), signal);
      // If the broker delivers nothing though something was published, it no longer knows this consumer.
      if (!signal.aborted && deliveries.areNone && (await isAnyPublished(call))) deliveries.renew();
    },
    close: () => deliveries.close(),
  };
}
