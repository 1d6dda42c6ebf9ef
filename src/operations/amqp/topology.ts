import type { Channel, ChannelModel } from 'amqplib';

/** The queue of accepted operations, named as the interface names its consumer. */
export const queue = 'async.operations.all';
/** Where messages go that cannot be read. */
export const deadLetters = `${queue}.dead`;

/** Declares the queues; both keep their messages when the broker or one of its machines stops. */
export async function declareQueues(channel: Pick<Channel, 'assertQueue'>): Promise<void> {
  await channel.assertQueue(deadLetters, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.assertQueue(queue, {
    durable: true,
    deadLetterExchange: '',
    deadLetterRoutingKey: deadLetters,
    // A message is not to blame for the end of its consumers: it is delivered again however often they are killed.
    arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 1_000_000 },
  });
}

/** Declares the queues on a channel of their own, since a refusal ends the channel. */
export async function declareTopology(model: ChannelModel): Promise<void> {
  const channel = await model.createChannel();
  // The refusal itself is what the declaration throws.
  channel.on('error', () => {});
  await declareQueues(channel);
  await channel.close();
}
