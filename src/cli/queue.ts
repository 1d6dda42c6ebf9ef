import { InvalidArgumentError, type Command } from 'commander';
import { createConsumer } from '../operations/consumer.ts';
import { bulkSummary, queueFigures } from '../operations/status.ts';
import { operationStatuses } from '../operations/types.ts';
import { withCall, withSouk } from './platform.ts';

/** The one consumer there is: it executes the operations of every topic. */
const CONSUMER = 'async.operations.all';

interface ConsumerArguments {
  maxMessages?: number;
  concurrency?: number;
}

/** Commands for accepted operations: consumers and the state of a bulk. */
export function registerQueueCommands(program: Command): void {
  program
    .command('queue:consumers:list')
    .description('list the consumers')
    .action(() => console.log(CONSUMER));
  program
    .command('queue:consumers:start')
    .description('execute accepted operations in this process')
    .argument('<consumer>', `name of the consumer: ${CONSUMER}`)
    .option('--max-messages <number>', 'end after so many operations', wholeNumber)
    .option('--concurrency <number>', 'batches at the same time (PostgreSQL)', wholeNumber)
    .action(startConsumer);
  program
    .command('bulk:status')
    .description('show how far a bulk is')
    .argument('<uuid>', 'bulk_uuid of the acceptance')
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
    .command('queue:status')
    .description('show how many operations are open and how long the oldest has waited')
    .action(() =>
      withCall(async (call) => {
        const { depth, oldestSeconds } = await queueFigures(call);
        console.log(`open operations: ${depth}`);
        console.log(`oldest: ${oldestSeconds} s`);
      }),
    );
}

async function startConsumer(name: string, options: ConsumerArguments): Promise<void> {
  if (name !== CONSUMER) throw new Error(`there is no consumer "${name}"; there is ${CONSUMER}`);
  await withSouk(async ({ platform }) => {
    const consumer = createConsumer(platform, options);
    const stop = (): void => void consumer.stop();
    process.once('SIGTERM', stop).once('SIGINT', stop);
    consumer.start();
    console.log(`${CONSUMER} is running`);
    await consumer.ended;
  });
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('use a whole number above 0');
  return number;
}
