import { brokerOf } from '../../platform/operation-queue/brokers.ts';
import { countWithoutSecrets, retryBulk } from '../../platform/operation-queue/retry.ts';
import {
  bulkSummary,
  countRetriablyFailed,
  countWaitingForAttempt,
  queueFigures,
} from '../../platform/operation-queue/status.ts';
import { executionTotals } from '../../platform/operation-queue/execution-totals.ts';
import { operationStatuses } from '../../platform/operation-queue/types.ts';
import { startConsumer } from '../processes/consumer.ts';
import { lonePeers } from '../processes/peers.ts';
import type { Souk } from '../souk.ts';
import { wholeNumber } from '../../kernel/commands.ts';
import type { ProgramHost } from './host.ts';
import { endLate } from './signals.ts';

/** The only consumer: it executes the operations of every topic. */
const CONSUMER = 'async.operations.all';

interface ConsumerArguments {
  maxMessages?: number;
  concurrency?: number;
}

/** Commands for accepted operations: consumers and the state of a bulk. */
export function registerQueueCommands(host: ProgramHost): void {
  const { program, withCall, withSouk } = host;
  program
    .command('queue:consumers:list')
    .description('list consumers')
    .action(() => console.log(CONSUMER));
  program
    .command('queue:consumers:start')
    .description('start a consumer in this process: execute accepted operations')
    .argument('<consumer>', `name of the consumer: ${CONSUMER}`)
    .option('--max-messages <number>', 'number of operations after which the consumer ends', wholeNumber)
    .option('--concurrency <number>', 'number of batches executed concurrently (PostgreSQL)', wholeNumber)
    .action((name: string, options: ConsumerArguments) => runConsumer(host, name, options));
  program
    .command('bulk:status')
    .description('show the progress of a bulk operation')
    .argument('<uuid>', 'bulk_uuid of the response')
    .action((uuid: string) =>
      withCall(async (call) => {
        const bulk = await bulkSummary(call, uuid);
        console.log(`${bulk.description}, started ${bulk.start_time}, ${bulk.operation_count} operations`);
        for (const [name, status] of Object.entries(operationStatuses)) {
          const count = bulk.operations_list.filter((one) => one.status === status).length;
          if (count > 0) console.log(`  ${name}: ${count}`);
        }
        const failed = bulk.operations_list.filter((one) => one.status === 2 || one.status === 3);
        for (const one of failed.slice(0, 20)) console.log(`  ${one.id}: ${one.result_message}`);
      }),
    );
  program
    .command('bulk:retry')
    .description('retry the operations of a bulk that failed temporarily')
    .argument('<uuid>', 'bulk_uuid of the response')
    .action((uuid: string) =>
      withCall(async (call) => {
        console.log(`operations to retry: ${await retryBulk(call, uuid)}`);
        const without = await countWithoutSecrets(call, uuid);
        if (without > 0) console.log(`operations to send again, because their secrets were deleted: ${without}`);
      }),
    );
  program
    .command('queue:status')
    .description('show open operations, their age, execution totals and the message broker')
    .action(() => withSouk(showQueue));
}

async function showQueue(souk: Souk): Promise<void> {
  const call = souk.systemCall();
  const { depth, oldestSeconds } = await queueFigures(call);
  console.log(`open operations: ${depth}`);
  console.log(`  waiting for their next attempt: ${await countWaitingForAttempt(call)}`);
  console.log(`oldest: ${oldestSeconds} s`);
  console.log(`retriably failed (see bulk:retry): ${await countRetriablyFailed(call)}`);
  for (const [outcome, count] of await executionTotals(call)) console.log(`executions, ${outcome}: ${count}`);
  if (!souk.platform.settings.amqpUrl) return;
  const broker = brokerOf(souk.platform);
  const figures = await broker.figures();
  if (!figures) console.log('message broker: unreachable');
  for (const [name, count] of Object.entries(figures ?? {})) console.log(`message broker, ${name}: ${count}`);
  await broker.close();
}

async function runConsumer({ withSouk }: ProgramHost, name: string, options: ConsumerArguments): Promise<void> {
  if (name !== CONSUMER) throw new Error(`unknown consumer "${name}"; use ${CONSUMER}`);
  const run = async (souk: Souk): Promise<void> => {
    const consumer = await startConsumer(souk, options, lonePeers());
    // A second signal ends at once.
    const stop = (): void => {
      endLate(souk.platform.log, 0);
      void consumer.stop();
    };
    process.once('SIGTERM', stop).once('SIGINT', stop);
    console.log(`${CONSUMER} is running`);
    await consumer.ended;
    await consumer.stop();
  };
  await withSouk(run, { waits: true });
}
