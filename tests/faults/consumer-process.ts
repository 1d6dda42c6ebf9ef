/**
 * A process to be killed: `consumer-process.ts <database url> <name> accept|consume…`. It accepts bulks without end, telling
 * of each once it is accepted, or executes what is accepted, or both.
 */
import { createConsumer } from '../../src/operations/consumer.ts';
import { openStorage } from '../../src/storage/database.ts';
import { accept, openPlatform } from '../operations/platform.ts';

const [, , url, name, ...tasks] = process.argv as [string, string, string, string, ...string[]];
const platform = await openPlatform(await openStorage(url, { log: { warn: () => undefined } }));
console.log('ready');
if (tasks.includes('consume')) createConsumer(platform, { concurrency: 2 }).start();
for (let bulk = 0; tasks.includes('accept'); bulk++) {
  const path = bulk % 4 === 3 ? '/V1/counters/slow' : '/V1/counters';
  const inputs = Array.from({ length: path.endsWith('slow') ? 10 : 100 }, (_, item) => ({
    note: { sku: `${name}-${bulk}-${item % 20}`, text: `[${item}]` },
  }));
  const uuid = await accept(platform, inputs, { path });
  process.stdout.write(`accepted ${bulk} ${inputs.length} ${uuid}\n`);
}
