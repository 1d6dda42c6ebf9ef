import { acceptPaused, executeAccepted, importedProduct } from './bulk.ts';
import { call, cpuSeconds, remove, startBench, type Bench } from './support.ts';

const COUNT = 2000;
const WARM_UP = 500;

/**
 * What the consumer takes for a new product, in ms of the server's CPU, in the catalogue of a folder; in an empty one if no
 * folder is given. The products stay in it.
 */
export async function creationCpu(folder?: string): Promise<number> {
  const bench = await startBench(folder);
  await create(bench, 'warm', WARM_UP);
  const cpu = await create(bench, 'grown', COUNT);
  await bench.stop();
  if (!folder) remove(bench.folder);
  return (cpu / COUNT) * 1000;
}

async function create(bench: Bench, mark: string, count: number): Promise<number> {
  const before = await total(bench);
  await acceptPaused(bench, 'POST', '/rest/async/bulk/V1/products', (i) => importedProduct(i, mark), count);
  const begun = cpuSeconds(bench.pid);
  await executeAccepted(bench);
  const cpu = cpuSeconds(bench.pid) - begun;
  const created = (await total(bench)) - before;
  if (created !== count) throw new Error(`${created} products of ${count} were created`);
  return cpu;
}

async function total({ base, token }: Bench): Promise<number> {
  const path = '/rest/V1/products?searchCriteria[pageSize]=1&fields=total_count';
  return ((await call(base, 'GET', path, token)) as { total_count: number }).total_count;
}
