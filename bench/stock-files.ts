import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ratio } from './results.ts';
import { call, cpuSeconds, type Bench } from './support.ts';

/** How many prices go into a request. */
const REQUEST = 500;
const sku = (i: number): string => `file-${i}`;

/**
 * Source items from a CSV file by the command, into a source of a stock with several, against as many base prices by the price storage. The
 * CPU of both, without the start of the command.
 */
export async function benchStockFiles(bench: Bench, lines: number, source: string): Promise<void> {
  const all = Array.from({ length: lines }, (_, i) => i);
  const products = join(bench.folder, 'products.csv');
  writeFileSync(
    products,
    `sku,name,type_id,attribute_set_id,price\n${all.map((i) => `${sku(i)},${sku(i)},simple,4,10`).join('\n')}\n`,
  );
  run(bench, 'import', products);
  const start = Math.min(...[1, 2, 3].map(() => run(bench, 'inventory:source:list')));
  const files: number[] = [];
  const prices: number[] = [];
  for (let round = 1; round <= 3; round++) {
    const items = join(bench.folder, `items-${round}.csv`);
    writeFileSync(
      items,
      `source_code,sku,status,quantity\n${all.map((i) => `${source},${sku(i)},1,${i + round}`).join('\n')}\n`,
    );
    files.push(run(bench, 'inventory:source-items:import', items) - start);
    const before = cpuSeconds(bench.pid);
    for (let i = 0; i < lines; i += REQUEST) {
      const some = all.slice(i, i + REQUEST).map((k) => ({ sku: sku(k), store_id: 0, price: round + k / 100 }));
      await call(bench.base, 'POST', '/rest/V1/products/base-prices', bench.token, { prices: some });
    }
    prices.push(cpuSeconds(bench.pid) - before);
  }
  const [ofFiles, ofPrices] = [Math.min(...files), Math.min(...prices)];
  const each = (seconds: number): string => `${((1e6 * seconds) / lines).toFixed(0)} µs CPU`;
  ratio(
    `source items from a file of ${lines} lines`,
    ofFiles / ofPrices,
    'base prices',
    `${each(ofFiles)} each, base prices ${each(ofPrices)}; goal 1.0 x`,
  );
}

/** Runs a command; gives the seconds of CPU that it took. Throws when it fails. */
function run({ env }: Bench, ...args: readonly string[]): number {
  // The shell tells what its children took.
  const { stdout, stderr, status } = spawnSync(
    'sh',
    ['-c', 'bin/souk "$@" >/dev/null || exit 1; times', 'sh', ...args],
    { env, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${args[0]} failed: ${stderr}`);
  const children = stdout.trim().split('\n').at(-1)!;
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}
