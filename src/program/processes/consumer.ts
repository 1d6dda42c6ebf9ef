import { brokerOf } from '../../platform/operation-queue/brokers.ts';
import { createConsumer, type ConsumerOptions } from '../../platform/operation-queue/consumer.ts';
import type { Souk } from '../souk.ts';
import { createProcessMetrics } from '../../faces/webapi/metrics.ts';
import { answerPeers } from './member.ts';
import type { Peers } from './peers.ts';

/** A consumer that has a process to itself. */
interface RunningConsumer {
  /** Resolves when it has ended by itself or was stopped. */
  readonly ended: Promise<void>;
  /** Finishes the running operations, and returns other deliveries to the broker. */
  stop(): Promise<void>;
}

/** Executes operations in this process. */
export async function startConsumer(souk: Souk, options: ConsumerOptions, peers: Peers): Promise<RunningConsumer> {
  const broker = brokerOf(souk.platform);
  await broker.start();
  const consumer = createConsumer(souk.platform, options);
  answerPeers(peers, souk, consumer);
  peers.answer('metrics', createProcessMetrics({ tracing: souk.platform.tracing }).text);
  consumer.start();
  return {
    ended: consumer.ended,
    async stop() {
      await consumer.stop();
      await broker.close();
    },
  };
}
