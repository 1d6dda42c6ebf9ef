import type { Channel, ChannelModel } from 'amqplib';

/** The queues of an installation. */
export interface Queues {
  /** Of accepted operations. */
  readonly operations: string;
  /** Of messages that cannot be read. */
  readonly deadLetters: string;
}

/** The queues of the installation with this prefix, named as the interface names its consumer. */
export function queuesOf(prefix: string): Queues {
  const operations = `${prefix}async.operations.all`;
  return { operations, deadLetters: `${operations}.dead` };
}

/** Declares the queues; both keep their messages when the broker or one of its machines stops. */
export async function declareQueues(
  channel: Pick<Channel, 'assertQueue'>,
  { operations, deadLetters }: Queues,
): Promise<void> {
  await channel.assertQueue(deadLetters, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.assertQueue(operations, {
    durable: true,
    deadLetterExchange: '',
    deadLetterRoutingKey: deadLetters,
    // A message is not to blame for the end of its consumers: it is delivered again however often they are killed.
    arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000 },
  });
}

/** Declares the queues on a channel of their own, since a refusal ends the channel. */
export async function declareTopology(model: ChannelModel, queues: Queues): Promise<void> {
  const channel = await model.createChannel();
  // The refusal itself is what the declaration throws.
  channel.on('error', () => {});
  await declareQueues(channel, queues);
  await channel.close();
}
