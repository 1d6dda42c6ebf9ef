/**
 * A process to be killed: `consumer-process <database url> <AMQP url or -> <mark> accept|consume…`. It accepts bulks without
 * end, telling of each once it is accepted, or executes what is accepted, telling of each batch, or both.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { brokerOf } from '../../src/platform/operation-queue/brokers.ts';
import { createConsumer } from '../../src/platform/operation-queue/consumer.ts';
import { openStorage } from '../../src/storage/database.ts';
import { accept, openPlatform } from '../operations/platform.ts';
import { inputsOf, pathOf } from './traffic-plan.ts';

const [, , url, amqpUrl, mark, ...tasks] = process.argv as [string, string, string, string, string, ...string[]];
const storage = await openStorage(url, { log: { warn: () => undefined } });
const platform = await openPlatform(storage, { amqpUrl: amqpUrl === '-' ? undefined : amqpUrl });
await brokerOf(platform).start();
if (tasks.includes('consume')) {
  createConsumer(platform, { concurrency: 2, onExecuted: () => process.stdout.write('executed\n') }).start();
}
console.log('ready');
for (let bulk = 0; tasks.includes('accept'); bulk++) {
  const uuid = await accept(platform, inputsOf(mark, bulk), pathOf(bulk));
  process.stdout.write(`accepted ${bulk} ${uuid}\n`);
  await pause(5);
}
