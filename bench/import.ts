import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptPaused, executeAccepted, importedProduct } from './bulk.ts';
import { writeProductFile } from './product-file.ts';
import { ratio } from './results.ts';
import { call, costOf, cpuSeconds, remove, residentMb, row, startBench, type ProcessCost } from './support.ts';

/** The same products (10,000 unless told) created by the consumer and by the import command, each in a fresh installation. */
export async function benchImport(size?: string): Promise<void> {
  const count = Number(size ?? 10_000);
  const consumer = await byConsumer(count);
  const command = await byCommand(count);
  ratio(
    'products created by the import command',
    command.cpu / consumer.cpu,
    'the CPU of the consumer',
    `${(count / command.seconds).toFixed(0)}/s, consumer ${(count / consumer.seconds).toFixed(0)}/s; goal 1.5 x`,
  );
  row('memory of the import command', `${command.memory.toFixed(0)} MB`, 'goal 200 MB');
}

/** Files of 5,000 and 20,000 products in the layout of the sample data, or of a number of them. */
export async function benchImportFile(size?: string): Promise<void> {
  for (const rows of size === undefined ? [5_000, 20_000] : [Number(size)]) await benchFile(rows);
}

/** Imports a file in the layout of the sample data into a fresh installation. */
async function benchFile(rows: number): Promise<void> {
  const installed = await startBench();
  await installed.stop();
  const { folder, env } = installed;
  const [empty, file] = [join(folder, 'empty.csv'), join(folder, 'products.csv')];
  await writeProductFile(empty, 0);
  await writeProductFile(file, rows);
  const options = ['--create', 'attributes,options,categories'];
  const start = await runImport(env, empty, options);
  const all = await runImport(env, file, options);
  const bench = await startBench(folder);
  await requireProducts(bench, rows);
  await bench.stop();
  remove(folder);
  row(
    `file of ${rows.toLocaleString('en')} rows in the sample layout`,
    `${(rows / (all.seconds - start.seconds)).toFixed(0)} rows/s`,
    `${(rows / (all.cpu - start.cpu)).toFixed(0)} a second of CPU, ${(all.memory - start.memory).toFixed(0)} MB over the start; goals 1,500 rows/s, 200 MB`,
  );
}

async function byConsumer(count: number): Promise<ProcessCost> {
  const bench = await startBench();
  await acceptPaused(bench, 'POST', '/rest/async/bulk/V1/products', importedProduct, count);
  const [cpu, begun] = [cpuSeconds(bench.pid), performance.now()];
  let memory = 0;
  await executeAccepted(bench, () => (memory = Math.max(memory, residentMb(bench.pid))));
  const cost = { cpu: cpuSeconds(bench.pid) - cpu, seconds: (performance.now() - begun) / 1000, memory };
  await requireProducts(bench, count);
  await bench.stop();
  remove(bench.folder);
  return cost;
}

/** The command's own work: without what an import of nothing takes. */
async function byCommand(count: number): Promise<ProcessCost> {
  const installed = await startBench();
  await installed.stop();
  const { folder, env } = installed;
  const [nothing, file] = [join(folder, 'nothing.json'), join(folder, 'products.json')];
  writeFileSync(nothing, '[]');
  writeFileSync(file, JSON.stringify(Array.from({ length: count }, (_, i) => importedProduct(i))));
  const start = await runImport(env, nothing);
  const all = await runImport(env, file);
  const bench = await startBench(folder);
  await requireProducts(bench, count);
  await bench.stop();
  remove(folder);
  return { cpu: all.cpu - start.cpu, seconds: all.seconds - start.seconds, memory: all.memory };
}

/** Runs the import command on a file. */
export function runImport(env: NodeJS.ProcessEnv, file: string, options: readonly string[] = []): Promise<ProcessCost> {
  return costOf(spawn('bin/souk', ['import', file, ...options], { env, stdio: ['ignore', 'ignore', 'inherit'] }));
}

async function requireProducts({ base, token }: { base: string; token: string }, count: number): Promise<void> {
  const path = '/rest/V1/products?searchCriteria[pageSize]=1&fields=total_count';
  const { total_count: found } = (await call(base, 'GET', path, token)) as { total_count: number };
  if (found !== count) throw new Error(`${found} products of ${count}`);
}
