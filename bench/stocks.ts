import { checkOut } from './checkout.ts';
import { makeProducts } from './reads.ts';
import { ratio } from './results.ts';
import { call, load, remove, startBench, type Bench } from './support.ts';

/** How many category pages in the full form. */
const COUNT = 2_000;
const SOURCES = 5;

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
  const buy = (): Promise<void> => checkOut(bench, 1);

  const pageOfDefault = await load(pid, page, count);
  const orderOfDefault = await load(pid, buy, count / 20);
  await sellFromSources(bench);
  const pageOfSources = await load(pid, page, count);
  const orderOfSources = await load(pid, buy, count / 20);
  await bench.stop();
  remove(bench.folder);

  const costs = (one: { cpu: number }, other: { cpu: number }): string =>
    `${one.cpu.toFixed(2)} ms CPU, default stock ${other.cpu.toFixed(2)} ms`;
  ratio(
    `page of 20 from ${SOURCES} sources`,
    pageOfSources.cpu / pageOfDefault.cpu,
    'default stock',
    `${costs(pageOfSources, pageOfDefault)}; goal 1.2 x`,
  );
  ratio(
    `guest checkout of 10 items from ${SOURCES} sources`,
    orderOfSources.cpu / orderOfDefault.cpu,
    'default stock',
    `${costs(orderOfSources, orderOfDefault)}; goal 1.1 x`,
  );
}

/** Has the only website sell what a stock of several sources has. */
async function sellFromSources({ base, token }: Bench): Promise<void> {
  const post = (path: string, body: object): Promise<unknown> =>
    call(base, 'POST', `/rest/V1/inventory/${path}`, token, body);
  const codes = Array.from({ length: SOURCES }, (_, i) => `bench_${i}`);
  for (const source_code of codes) {
    await post('sources', { source: { source_code, name: source_code, country_id: 'US', postcode: '98101' } });
  }
  const sales_channels = [{ type: 'website', code: 'base' }];
  const stock_id = await post('stocks', { stock: { name: 'Bench', extension_attributes: { sales_channels } } });
  await post('stock-source-links', {
    links: codes.map((source_code, i) => ({ stock_id, source_code, priority: i + 1 })),
  });
  const sourceItems = Array.from({ length: 200 }, (_, i) =>
    codes.map((source_code) => ({ sku: `bench-${i + 1}`, source_code, quantity: 200_000, status: 1 })),
  ).flat();
  await post('source-items', { sourceItems });
}
