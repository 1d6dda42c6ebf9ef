import { setTimeout as pause } from 'node:timers/promises';
import { rawInserts, rawPrices } from './raw-rows.ts';
import { ratio } from './results.ts';
import { call, cpuSeconds, remove, residentMb, row, send, startBench, type Bench } from './support.ts';

const REQUEST = 500;
/** How many products: 10,000 unless told. */
let products = 10_000;

interface Status {
  operations_list: { status: number; result_message: string | null }[];
}

/**
 * The main job: 10,000 products in through the bulk interface, then 10,000 price updates while lists are read. `size`: another
 * number of products, a multiple of 500.
 */
export async function benchBulk(size?: string): Promise<void> {
  products = Number(size ?? products);
  const bench = await startBench();
  const created = await run(bench, 'POST', '/rest/async/bulk/V1/products', importedProduct, false);
  row(
    'bulk acceptance, server CPU per request of 500',
    `${created.acceptCpu.toFixed(1)} ms`,
    'goal 60 ms; consumer paused',
  );
  row('bulk acceptance', `${created.accepted.toFixed(0)} items/s`);
  const updated = await run(bench, 'PUT', '/rest/async/bulk/V1/products/bySku', importedPrice, true);
  row(
    'price updates by the consumer, while reading',
    `${updated.executed.toFixed(0)}/s`,
    `reads ${updated.reads.toFixed(0)}/s, p99 ${updated.p99.toFixed(0)} ms`,
  );
  const quiet = await run(bench, 'PUT', '/rest/async/bulk/V1/products/bySku', (i) => importedPrice(i, 1), false);
  const stored = await storePrices(bench);
  row('memory while importing', `${Math.max(created.memory, updated.memory).toFixed(0)} MB`, 'goal 200 MB');
  await check(bench);
  await bench.stop();
  const fresh = await startBench();
  await fresh.stop();
  const raw = rawInserts(fresh.folder, bench.folder, products);
  ratio(
    'products created by the consumer',
    created.cpu / raw.cpu,
    'raw CPU',
    `${created.executed.toFixed(0)}/s, raw inserts ${(products / raw.seconds).toFixed(0)}/s; goal 2.0 x, 1,500/s`,
  );
  const rawUpdates = rawPrices(bench.folder, products);
  ratio(
    'prices updated by the consumer',
    quiet.cpu / rawUpdates.cpu,
    'raw CPU',
    `${quiet.executed.toFixed(0)}/s, raw updates ${(products / rawUpdates.seconds).toFixed(0)}/s; goal 2.0 x, 4,000/s`,
  );
  ratio(
    'prices set by the price storage, 500 an operation',
    stored.cpu / rawUpdates.cpu,
    'raw CPU',
    `${stored.executed.toFixed(0)}/s; goal 2.0 x, 4,000/s`,
  );
  remove(bench.folder);
  remove(fresh.folder);
}

interface Figures {
  accepted: number;
  executed: number;
  acceptCpu: number;
  /** Seconds of the server's processor while the consumer works. */
  cpu: number;
  reads: number;
  p99: number;
  memory: number;
}

async function run(
  bench: Bench,
  method: string,
  path: string,
  body: (i: number) => unknown,
  reading: boolean,
): Promise<Figures> {
  const { base, token, pid } = bench;
  const cpu = cpuSeconds(pid);
  const start = performance.now();
  const uuids = await acceptPaused(bench, method, path, body, products);
  const acceptSeconds = (performance.now() - start) / 1000;
  const acceptCpu = ((cpuSeconds(pid) - cpu) / (products / REQUEST)) * 1000;
  const executing = performance.now();
  const cpuBefore = cpuSeconds(pid);
  let memory = 0;
  const times: number[] = [];
  const executed = new AbortController();
  const reader = async (): Promise<void> => {
    if (!reading) return;
    while (!executed.signal.aborted) {
      const before = performance.now();
      await send(base, 'GET', '/rest/V1/products?searchCriteria[pageSize]=20', token);
      times.push(performance.now() - before);
    }
  };
  const readers = Promise.all([reader(), reader()]);
  await executeAccepted(bench, () => (memory = Math.max(memory, residentMb(pid))));
  executed.abort();
  const seconds = (performance.now() - executing) / 1000;
  const consumerCpu = cpuSeconds(pid) - cpuBefore;
  await readers;
  for (const uuid of uuids) {
    const { operations_list } = (await call(base, 'GET', `/rest/V1/bulk/${uuid}/status`, token)) as Status;
    const bad = operations_list.find((one) => one.status !== 1);
    if (bad) throw new Error(`an operation ended as ${bad.status}: ${bad.result_message}`);
  }
  times.sort((a, b) => a - b);
  return {
    accepted: products / acceptSeconds,
    executed: products / seconds,
    acceptCpu,
    cpu: consumerCpu,
    reads: times.length / seconds,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    memory,
  };
}

/** Pauses the consumer and sends `count` items in requests of 500; gives the ids of the bulks. */
export async function acceptPaused(
  { base, token }: Pick<Bench, 'base' | 'token'>,
  method: string,
  path: string,
  body: (i: number) => unknown,
  count: number,
): Promise<string[]> {
  await call(base, 'POST', '/_/queue/pause', token, {});
  const uuids: string[] = [];
  for (let i = 0; i < count; i += REQUEST) {
    const items = Array.from({ length: Math.min(REQUEST, count - i) }, (_, k) => body(i + k));
    uuids.push(((await call(base, method, path, token, items)) as { bulk_uuid: string }).bulk_uuid);
  }
  return uuids;
}

/** Lets the consumer go on until nothing is left to execute; `look` is called now and then. */
export async function executeAccepted(
  { base, token }: Pick<Bench, 'base' | 'token'>,
  look?: () => unknown,
): Promise<void> {
  await call(base, 'POST', '/_/queue/resume', token, {});
  while (((await call(base, 'GET', '/_/queue', token)) as { depth: number }).depth > 0) {
    look?.();
    await pause(20);
  }
}

/** Sets all prices through the price storage, 500 in an operation of the consumer. */
async function storePrices(bench: Bench): Promise<Pick<Figures, 'cpu' | 'executed'>> {
  const pricesFrom = (start: number) =>
    Array.from({ length: REQUEST }, (_, k) => ({
      sku: `import-${start + k}`,
      store_id: 0,
      price: priceOf(start + k + 1),
    }));
  const path = '/rest/async/bulk/V1/products/base-prices';
  await acceptPaused(bench, 'POST', path, (i) => ({ prices: pricesFrom(i * REQUEST) }), products / REQUEST);
  const [begun, cpu] = [performance.now(), cpuSeconds(bench.pid)];
  await executeAccepted(bench);
  return { cpu: cpuSeconds(bench.pid) - cpu, executed: products / ((performance.now() - begun) / 1000) };
}

/** Every value reads back. */
async function check({ base, token }: Bench): Promise<void> {
  const { items } = (await call(base, 'GET', '/rest/V1/products?searchCriteria&fields=items[sku,price]', token)) as {
    items: { sku: string; price: number }[];
  };
  const wrong = items.filter(({ sku, price: amount }) => amount !== priceOf(Number(sku.slice('import-'.length)) + 1));
  if (items.length !== products || wrong.length > 0)
    throw new Error(`${items.length} products, ${wrong.length} wrong prices`);
  row('every price reads back', `${items.length} products`);
}

function priceOf(i: number): number {
  return Math.round((1 + (i % 977) * 0.37) * 100) / 100;
}

/** A new price for the product `import-<i>`; another one for each `shift`. */
export function importedPrice(i: number, shift = 0): unknown {
  return { product: { sku: `import-${i}`, price: priceOf(i + shift) } };
}

/** A product as shops import them: a description, a category, stock. `mark` begins its SKU. */
export function importedProduct(i: number, mark = 'import'): unknown {
  return {
    product: {
      sku: `${mark}-${i}`,
      name: `Imported product ${mark === 'import' ? '' : `${mark} `}${i}`,
      attribute_set_id: 4,
      type_id: 'simple',
      price: 9.99,
      weight: 0.5,
      status: 1,
      visibility: 4,
      custom_attributes: [
        {
          attribute_code: 'description',
          value: `<p>Product ${i}. ${'It has a description of some length. '.repeat(8)}</p>`,
        },
        { attribute_code: 'short_description', value: `Product ${i}` },
        { attribute_code: 'meta_title', value: `Product ${i}` },
        { attribute_code: 'tax_class_id', value: '2' },
      ],
      extension_attributes: {
        category_links: [{ category_id: '2', position: 0 }],
        stock_item: { qty: i % 500, is_in_stock: true },
      },
    },
  };
}
