import type { Channel, ChannelModel } from 'amqplib';

/** The queues of an installation. */
export interface Queues {
  /** The queue of accepted operations. */
  readonly operations: string;
  /** The queue of messages that cannot be read. */
  readonly deadLetters: string;
}

/** The queues of an installation with this prefix; their names follow the interface's name of the consumer. */
export function queuesOf(prefix: string): Queues {
  const operations = `${prefix}async.operations.all`;
  return { operations, deadLetters: `${operations}.dead` };
}

/** Declares the queues; both keep their messages when the broker, or one of its nodes, stops. */
export async function declareQueues(
  channel: Pick<Channel, 'assertQueue'>,
  { operations, deadLetters }: Queues,
): Promise<void> {
  await channel.assertQueue(deadLetters, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.assertQueue(operations, {
    durable: true,
    deadLetterExchange: '',
    deadLetterRoutingKey: deadLetters,
    // A message is delivered again however often its consumer is killed: that is not the message's fault.
    arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000 },
  });
}

/** Declares the queues on a channel of its own, because a refusal closes the channel. */
export async function declareTopology(model: ChannelModel, queues: Queues): Promise<void> {
  const channel = await model.createChannel();
  // The declaration itself throws the refusal.
  channel.on('error', () => {});
  await declareQueues(channel, queues);
  await channel.close();
}
