import { setTimeout as pause } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import { createAlarm } from '../../../kernel/alarm.ts';
import { closeInTime, type AmqpConnection } from './connection.ts';
import { decodeMessage } from './message.ts';
import { declareQueues } from './topology.ts';

/** Messages that the broker delivers in advance, for each worker. */
const prefetch = 16;
/** Milliseconds until the next attempt to listen on an open connection: at first, and at most after doubling. */
const firstDelay = 100;
const longestDelay = 5000;

/** A message, acknowledged when all its operations are finished. */
interface Delivery {
  readonly channel: Channel;
  readonly message: ConsumeMessage;
  left: number;
}

/** Operations that were delivered to this process and are not finished. */
export interface Deliveries {
  /** Takes up to `limit` operations that wait, oldest first. */
  take(limit: number): number[];
  /** Lets operations that were taken wait again. */
  putBack(ids: readonly number[]): void;
  /** Acknowledges operations that need no further delivery, whether they were delivered here or not. */
  finish(ids: readonly number[]): void;
  /** Whether operations wait to be taken. */
  readonly areWaiting: boolean;
  /** Whether no operation waits or is taken. */
  readonly areNone: boolean;
  /** Resolves when something is delivered, after this time, or when `signal` aborts. */
  arrival(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Listens on a new channel: the broker may still deliver to one that we have lost. */
  renew(): void;
  /** Stops listening; the broker delivers unfinished operations to other consumers. */
  close(): Promise<void>;
}

/** Listens to the queue, on each new connection again. */
export function listen(connection: AmqpConnection, workers: number, log: Logger): Deliveries {
  const delivered = new Map<number, Delivery[]>();
  const waiting = new Set<number>();
  const alarm = createAlarm();
  let channel: Channel | undefined;
  const closing = new AbortController();

  const receive = (from: Channel, message: ConsumeMessage): void => {
    const ids = decodeMessage(message.content);
    if (!ids) {
      log.warn({ bytes: message.content.length }, 'a message that cannot be read goes to the dead letters');
      from.nack(message, false, false);
      return;
    }
    const delivery = { channel: from, message, left: ids.length };
    for (const id of ids) {
      const known = delivered.get(id);
      // A second message about the same operation is acknowledged together with the first.
      if (known) known.push(delivery);
      else {
        delivered.set(id, [delivery]);
        waiting.add(id);
      }
    }
    alarm.ring();
  };
  /** Starts listening; `end` resolves when the channel closes. */
  const open = async (model: ChannelModel): Promise<{ end: Promise<void> }> => {
    const opened = await model.createChannel();
    const end = new Promise<void>((resolve) => {
      opened.once('close', () => {
        // The broker redelivers the messages of this channel.
        delivered.clear();
        waiting.clear();
        resolve();
      });
    });
    opened.on('error', (error) => log.warn({ err: error }, 'the message broker ended a channel'));
    await declareQueues(opened, connection.queues);
    await opened.prefetch(prefetch * workers);
    channel = opened;
    await opened.consume(connection.queues.operations, (message) => {
      if (message) receive(opened, message);
      // The queue was deleted.
      else void opened.close().catch(() => {});
    });
    // The channel closed before it was stored.
    if (closing.signal.aborted) await opened.close();
    return { end };
  };
  const keepListening = async (model: ChannelModel): Promise<void> => {
    let delay = firstDelay;
    while (!closing.signal.aborted && connection.current === model) {
      try {
        const { end } = await open(model);
        delay = firstDelay;
        await end;
      } catch (error) {
        log.warn({ err: error }, 'the queue of operations cannot be listened to');
        await pause(delay, undefined, { signal: closing.signal }).catch(() => {});
        delay = Math.min(delay * 2, longestDelay);
      }
    }
  };
  connection.onConnect((model) => void keepListening(model));

  return {
    take(limit) {
      const ids = [...waiting].sort((a, b) => a - b).slice(0, limit);
      for (const id of ids) waiting.delete(id);
      return ids;
    },
    putBack(ids) {
      for (const id of ids) if (delivered.has(id)) waiting.add(id);
    },
    finish(ids) {
      for (const id of ids) {
        for (const delivery of delivered.get(id) ?? []) {
          delivery.left -= 1;
          if (delivery.left === 0) acknowledge(delivery);
        }
        delivered.delete(id);
        waiting.delete(id);
      }
    },
    get areWaiting() {
      return waiting.size > 0;
    },
    get areNone() {
      return delivered.size === 0;
    },
    arrival: (milliseconds, signal) => alarm.sleep(milliseconds, signal),
    renew: () => void channel?.close().catch(() => {}),
    async close() {
      closing.abort();
      if (channel) await closeInTime(channel);
    },
  };
}

function acknowledge({ channel, message }: Delivery): void {
  try {
    channel.ack(message);
  } catch {
    // The channel is closing: the operation is delivered again, and found finished.
  }
}
