import type { ConfirmChannel } from 'amqplib';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { openConnection, within, type AmqpConnection } from '../operation-queue/amqp/connection.ts';
import { queuesOf } from '../operation-queue/amqp/topology.ts';
import { startFollowing } from './cursor.ts';
import type { LoggedChange } from './log.ts';
import { presentChange } from './present.ts';

/** Changes that are published at once. */
const BATCH = 500;
/** Milliseconds to wait for confirmations. */
const PATIENCE = 10_000;

/**
 * Publishes changes to the topic exchange `souk.events` of the message broker, where there is one: `<entity>.<action>` is the routing
 * key, the position the id of the message. Each is published at least once, in order, by one process at a time.
 */
export function startExchange(platform: Platform): Worker {
  const { amqpUrl, amqpPrefix = '' } = platform.settings;
  if (amqpUrl === undefined) return { stop: async () => {} };
  const exchange = `${amqpPrefix}souk.events`;
  let connection: AmqpConnection | undefined;
  let channel: ConfirmChannel | undefined;
  const opening = openConnection(amqpUrl, queuesOf(amqpPrefix), platform.log).then((opened) => {
    connection = opened;
    // Those who listen can bind their queues before anything has changed.
    opened.onConnect(() => {
      channel = undefined;
      void prepare().catch(failed);
    });
  });
  const prepare = async (): Promise<ConfirmChannel> => {
    if (!connection) throw new Error('the connection to the broker is not open yet');
    return (channel ??= await openChannel(connection, exchange));
  };
  const failed = (error: unknown): void => {
    // Late confirmations must not count for other messages.
    const broken = channel;
    channel = undefined;
    closeQuietly(broken);
    platform.log.warn({ err: error }, 'changes could not be published; trying again');
  };
  const publish = async (changes: readonly LoggedChange[]): Promise<void> => {
    const used = await prepare();
    for (const change of changes) {
      used.publish(exchange, `${change.entity}.${change.action}`, Buffer.from(JSON.stringify(presentChange(change))), {
        persistent: true,
        contentType: 'application/json',
        messageId: String(change.position),
        type: `souk.${change.entity}.${change.action}`,
        timestamp: Math.floor(change.time / 1000),
        ...(change.traceparent !== undefined && { headers: { traceparent: change.traceparent } }),
      });
    }
    await within(PATIENCE, used.waitForConfirms());
  };
  const follower = startFollowing(platform, {
    name: 'exchange',
    limit: BATCH,
    isReady: () => connection?.current !== undefined && !connection.isBlocked,
    take: publish,
    failed,
  });
  return {
    stop: async () => {
      await follower.stop();
      await opening.catch(() => {});
      await connection?.close();
    },
  };
}

function closeQuietly(channel: ConfirmChannel | undefined): void {
  channel?.close().catch(() => {});
}

async function openChannel({ current }: AmqpConnection, exchange: string): Promise<ConfirmChannel> {
  if (!current) throw new Error('there is no connection to the message broker');
  const channel = await within(PATIENCE, current.createConfirmChannel());
  // The error that breaks a channel reaches those who wait for its confirmations.
  channel.on('error', () => {});
  await within(PATIENCE, channel.assertExchange(exchange, 'topic', { durable: true }));
  return channel;
}
