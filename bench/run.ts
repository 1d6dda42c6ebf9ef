import { benchBroker } from './broker.ts';
import { benchBulk } from './bulk.ts';
import { benchReads } from './reads.ts';
import { benchScale } from './scale.ts';
import { benchStart } from './start.ts';

const parts: Record<string, () => Promise<void>> = {
  start: benchStart,
  reads: benchReads,
  bulk: benchBulk,
  scale: benchScale,
  broker: benchBroker,
};
const wanted = process.argv.slice(2);
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  await run();
}
process.exit(0);
