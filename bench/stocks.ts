import { checkOut } from './checkout.ts';
import { makeProducts } from './reads.ts';
import { ratio } from './results.ts';
import { benchStockFiles } from './stock-files.ts';
import { call, load, remove, startBench, type Bench } from './support.ts';

/** How many category pages in the full form. */
const COUNT = 2_000;
const SOURCES = 5;
const ROUNDS = 5;
/** Lines of a file of source items: as many as the command writes in one transaction. */
const LINES = 10_000;

/** With a field that changes by the moment, so that it is answered anew each time. */
const PAGE = `query($uid: String) { products(filter: { category_uid: { eq: $uid } }, pageSize: 20) {
  total_count items { uid sku name stock_status only_x_left_in_stock } } }`;

/** What a website costs more whose stock has several sources, against the same website with the default stock in the same run. */
export async function benchStocks(size?: string): Promise<void> {
  const count = Number(size ?? COUNT);
  const bench = await startBench();
  const { base, token, pid } = bench;
  const category = { name: 'Bench', is_active: true, parent_id: 2 };
  const made = (await call(base, 'POST', '/rest/V1/categories', token, { category })) as { id: number };
  await makeProducts(bench, made.id);
  const variables = { uid: btoa(String(made.id)) };
  const page = (): Promise<unknown> => call(base, 'POST', '/graphql', undefined, { query: PAGE, variables });
  const buy = (): Promise<number> => checkOut(bench, 1);

  const stockId = await makeStock(bench);
  // Both in turn, so that neither has a warmer server or a busier machine; the first round only warms up.
  const best = { default: [Infinity, Infinity], sources: [Infinity, Infinity] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const kind of ['default', 'sources'] as const) {
      await sellFrom(bench, stockId, kind === 'sources');
      const costs = [(await load(pid, page, count / ROUNDS)).cpu, (await load(pid, buy, count / 20 / ROUNDS)).cpu];
      if (round > 0) best[kind] = best[kind].map((cpu, i) => Math.min(cpu, costs[i]!));
    }
  }
  const prices = await load(pid, () => storePrices(bench), count / 20);
  const items = await load(pid, () => storeItems(bench, [sourceCode(0)]), count / 20);
  const tell = (what: string, i: number, goal: string): void => {
    const [sources, byDefault] = [best.sources[i]!, best.default[i]!];
    const costs = `${sources.toFixed(2)} ms CPU, default stock ${byDefault.toFixed(2)} ms`;
    ratio(`${what} from ${SOURCES} sources`, sources / byDefault, 'default stock', `${costs}; goal ${goal}`);
  };
  tell('page of 20', 0, '1.2 x');
  tell('guest checkout of 10 items', 1, '1.1 x');
  const each = ({ cpu }: { cpu: number }): string => `${((1000 * cpu) / PRODUCTS).toFixed(0)} µs CPU`;
  ratio(
    `source items, ${PRODUCTS} in a request`,
    items.cpu / prices.cpu,
    'base prices',
    `${each(items)} each, base prices ${each(prices)}; goal 1.0 x`,
  );
  await sellFrom(bench, stockId, true);
  await benchStockFiles(bench, LINES, sourceCode(0));
  await bench.stop();
  remove(bench.folder);
}

/** How many products are bought and written. */
const PRODUCTS = 200;
const sku = (i: number): string => `bench-${i + 1}`;
const sourceCode = (i: number): string => `bench_${i}`;
let writes = 0;

/** Writes a new base price of each product, in one request. */
function storePrices({ base, token }: Bench): Promise<unknown> {
  const price = 10 + (writes++ % 100);
  const prices = Array.from({ length: PRODUCTS }, (_, i) => ({ price, store_id: 0, sku: sku(i) }));
  return call(base, 'POST', '/rest/V1/products/base-prices', token, { prices });
}

/** Writes a new quantity of each product in sources, in one request. */
function storeItems({ base, token }: Bench, codes: readonly string[]): Promise<unknown> {
  const quantity = 200_000 + writes++;
  const sourceItems = Array.from({ length: PRODUCTS }, (_, i) =>
    codes.map((source_code) => ({ sku: sku(i), source_code, quantity, status: 1 })),
  ).flat();
  return call(base, 'POST', '/rest/V1/inventory/source-items', token, { sourceItems });
}

/** Makes a stock of several sources, which sells to nobody yet; gives its id. */
async function makeStock(bench: Bench): Promise<number> {
  const { base, token } = bench;
  const post = (path: string, body: object): Promise<unknown> =>
    call(base, 'POST', `/rest/V1/inventory/${path}`, token, body);
  const codes = Array.from({ length: SOURCES }, (_, i) => sourceCode(i));
  for (const source_code of codes) {
    await post('sources', { source: { source_code, name: source_code, country_id: 'US', postcode: '98101' } });
  }
  const stock_id = (await post('stocks', { stock: { name: 'Bench' } })) as number;
  await post('stock-source-links', {
    links: codes.map((source_code, i) => ({ stock_id, source_code, priority: i + 1 })),
  });
  await storeItems(bench, codes);
  return stock_id;
}

/** Has the only website sell what a stock has, or the default one. */
async function sellFrom({ base, token }: Bench, stockId: number, isOther: boolean): Promise<void> {
  const sales_channels = isOther ? [{ type: 'website', code: 'base' }] : [];
  const stock = { name: 'Bench', extension_attributes: { sales_channels } };
  await call(base, 'PUT', `/rest/V1/inventory/stocks/${stockId}`, token, { stock });
}
