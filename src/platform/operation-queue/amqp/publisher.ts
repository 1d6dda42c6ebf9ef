import type { ConfirmChannel } from 'amqplib';
import type { BrokerFigures } from '../broker.ts';
import { within, type AmqpConnection } from './connection.ts';
import { encodeMessages } from './message.ts';
import { declareTopology } from './topology.ts';

/** Milliseconds to wait for confirmations: longer than the nodes of a broker need to agree. */
const confirmTimeout = 10_000;
/** Messages that are published at once. */
const batchSize = 500;

/** Publishes messages. */
export interface Publisher {
  /** Whether there is a broker that accepts messages. */
  readonly isReady: boolean;
  /** Resolves when the broker has confirmed every message; rejects when it may have lost one. */
  publish(messages: readonly Buffer[]): Promise<void>;
  figures(): Promise<BrokerFigures>;
}

/** A publisher on `connection`; one call at a time. */
export function createPublisher(connection: AmqpConnection): Publisher {
  const { queues } = connection;
  let channel: Promise<ConfirmChannel> | undefined;
  /** The broker returned a message, because its queue was deleted. */
  let isReturned = false;

  const open = (): Promise<ConfirmChannel> => {
    if (channel) return channel;
    const opening = openChannel(connection, () => (isReturned = true));
    const forget = (): void => {
      if (channel === opening) channel = undefined;
    };
    opening.then((opened) => opened.once('close', forget), forget);
    return (channel = opening);
  };
  const sendBatch = async (messages: readonly Buffer[]): Promise<void> => {
    const used = await open();
    isReturned = false;
    for (const message of messages) {
      used.sendToQueue(queues.operations, message, {
        persistent: true,
        mandatory: true,
        contentType: 'application/json',
      });
    }
    await within(confirmTimeout, used.waitForConfirms());
    if (!isReturned) return;
    const { current } = connection;
    if (!current) throw new Error('the queue was gone, and the connection with it');
    await within(confirmTimeout, declareTopology(current, queues));
    throw new Error('the queue was gone; it is declared anew');
  };
  return {
    get isReady() {
      return connection.current !== undefined && !connection.isBlocked;
    },
    async publish(messages) {
      try {
        for (let start = 0; start < messages.length; start += batchSize) {
          await sendBatch(messages.slice(start, start + batchSize));
        }
      } catch (error) {
        // Late confirmations must not count for other messages.
        const failed = channel;
        channel = undefined;
        void failed?.then((used) => used.close()).catch(() => {});
        throw error;
      }
    },
    async figures() {
      const used = await open();
      const [{ messageCount: messages, consumerCount: consumers }, { messageCount: dead }] = await within(
        confirmTimeout,
        Promise.all([used.checkQueue(queues.operations), used.checkQueue(queues.deadLetters)]),
      );
      return { messages, consumers, deadLetters: dead };
    },
  };
}

async function openChannel(connection: AmqpConnection, returned: () => void): Promise<ConfirmChannel> {
  if (!connection.current) throw new Error('there is no connection to the message broker');
  const channel = await within(confirmTimeout, connection.current.createConfirmChannel());
  // The error that breaks a channel reaches those who wait for its confirmations.
  channel.on('error', () => {});
  channel.on('return', returned);
  return channel;
}

/** Publishes messages that name operations. */
export async function publishOperations(
  publisher: Publisher,
  operations: readonly { readonly id: number }[],
): Promise<void> {
  await publisher.publish(encodeMessages(operations.map(({ id }) => id)));
}
