import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ratio } from './results.ts';
import { call, end, firstAddress, load, remove, send, startBench, type Bench, type Load } from './support.ts';

/** How many reads of one product in the full form. */
const COUNT = 20_000;

/** Reads of one product and of a page of 20, against bare node:http serving the same bytes in the same run. */
export async function benchReads(size?: string): Promise<void> {
  const reads = Number(size ?? COUNT);
  const bench = await startBench();
  await makeProducts(bench);
  const paths = {
    'GET one product (3 KB)': ['/rest/V1/products/bench-1', 1.6, reads],
    'GET 20 products': ['/rest/V1/products?searchCriteria[pageSize]=20', 5.0, reads / 10],
    'GET 20 products, filtered and sorted': [
      '/rest/V1/products?searchCriteria[pageSize]=20&searchCriteria[filter_groups][0][filters][0][field]=price&searchCriteria[filter_groups][0][filters][0][value]=10&searchCriteria[filter_groups][0][filters][0][condition_type]=gt&searchCriteria[sortOrders][0][field]=name',
      5.0,
      reads / 10,
    ],
    'GET 20 products, two fields': [
      '/rest/V1/products?searchCriteria[pageSize]=20&fields=items[sku,price],total_count',
      0,
      reads / 10,
    ],
  } as const;
  for (const [what, [path, goal, count]] of Object.entries(paths)) {
    const { text } = await send(bench.base, 'GET', path, bench.token);
    const bare = await ceiling(bench, text, count);
    const souk = await load(bench.pid, () => send(bench.base, 'GET', path, bench.token), count);
    ratio(
      what,
      souk.cpu / bare.cpu,
      'bare CPU',
      `${(text.length / 1024).toFixed(1)} KB; ${souk.rate.toFixed(0)}/s (bare ${bare.rate.toFixed(0)}/s), ${souk.cpu.toFixed(3)} ms CPU, p99 ${souk.p99.toFixed(1)} ms${goal ? `; goal ${goal.toFixed(1)} x` : ''}`,
    );
  }
  await bench.stop();
  remove(bench.folder);
}

async function ceiling(bench: Bench, bytes: string, count: number): Promise<Load> {
  const file = join(bench.folder, 'bytes.json');
  writeFileSync(file, bytes);
  const child = spawn(process.execPath, ['bench/ceiling.ts', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const base = await firstAddress(child);
  const result = await load(child.pid!, () => send(base, 'GET', '/', bench.token), count);
  await end(child);
  return result;
}

/** Makes 200 products of 3 KB; in a category, when one is named. */
export async function makeProducts({ base, token }: Bench, categoryId?: number): Promise<void> {
  for (let i = 1; i <= 200; i++) {
    await call(base, 'POST', '/rest/V1/products', token, {
      product: {
        sku: `bench-${i}`,
        name: `Bench product ${i}`,
        attribute_set_id: 4,
        type_id: 'simple',
        price: 5 + i / 10,
        weight: 1,
        custom_attributes: [
          { attribute_code: 'description', value: `<p>${'A thing that is made to be measured. '.repeat(24)}</p>` },
          { attribute_code: 'short_description', value: 'A thing that is measured.' },
          { attribute_code: 'meta_title', value: `Bench ${i}` },
        ],
        extension_attributes: {
          stock_item: { qty: 1_000_000, is_in_stock: true },
          ...(categoryId && { category_links: [{ category_id: String(categoryId), position: i }] }),
        },
      },
    });
  }
}
