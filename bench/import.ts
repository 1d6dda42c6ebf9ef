import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { acceptPaused, executeAccepted, importedProduct } from './bulk.ts';
import { ratio } from './results.ts';
import { call, cpuSeconds, remove, residentMb, row, startBench } from './support.ts';

/** What creating products took: seconds of the processor and of the clock, and the most memory in MB. */
interface Cost {
  readonly cpu: number;
  readonly seconds: number;
  readonly memory: number;
}

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

async function byConsumer(count: number): Promise<Cost> {
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
async function byCommand(count: number): Promise<Cost> {
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
export async function runImport(env: NodeJS.ProcessEnv, file: string): Promise<Cost> {
  const begun = performance.now();
  const child = spawn('bin/souk', ['import', file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  let [cpu, memory] = [0, 0];
  while (child.exitCode === null) {
    try {
      cpu = cpuSeconds(child.pid!);
      memory = Math.max(memory, residentMb(child.pid!));
    } catch {
      // It has ended meanwhile.
      break;
    }
    await pause(10);
  }
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return { cpu, seconds: (performance.now() - begun) / 1000, memory };
}

async function requireProducts({ base, token }: { base: string; token: string }, count: number): Promise<void> {
  const path = '/rest/V1/products?searchCriteria[pageSize]=1&fields=total_count';
  const { total_count: found } = (await call(base, 'GET', path, token)) as { total_count: number };
  if (found !== count) throw new Error(`${found} products of ${count}`);
}
