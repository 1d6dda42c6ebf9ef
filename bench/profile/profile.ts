import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { acceptPaused, executeAccepted, importedPrice, importedProduct } from '../bulk.ts';
import { checkOut, fillCart, makeCheckoutProducts, placeOrder, shipTo } from '../checkout.ts';
import { makeProducts } from '../reads.ts';
import { CATEGORY_PAGE, PRODUCT_PAGE, read } from '../storefront.ts';
import { call, remove, row, send } from '../support.ts';
import { flameGraph } from './flame-graph.ts';
import { startProfiled, type Profile, type ProfiledBench } from './recording.ts';
import { analyse, type StageCpu } from './stages.ts';

const PRODUCTS = 4000;
const CHECKOUTS = 60;
const LISTS = 600;
const PAGES = 1000;
/** Statements that are listed. */
const STATEMENTS = 12;

/** What is profiled: its unit of work, how many of them, and their profile. */
interface Profiled {
  readonly unit: string;
  readonly count: number;
  readonly profile: Profile;
}

const parts: Readonly<Record<string, (bench: ProfiledBench) => Promise<Profiled>>> = {
  async create(bench) {
    const { base, token } = bench;
    await createProducts(bench, 'warm', 1000);
    await acceptPaused(bench, 'POST', '/rest/async/bulk/V1/products', importedProduct, PRODUCTS);
    const profile = await bench.profile(() => executeAccepted({ base, token }));
    return { unit: 'product created by the consumer', count: PRODUCTS, profile };
  },
  async accept(bench) {
    const path = '/rest/async/bulk/V1/products';
    const requests = PRODUCTS / 500;
    await acceptPaused(bench, 'POST', path, (i) => importedProduct(i, 'warm'), PRODUCTS);
    const profile = await bench.profile(async () => {
      await acceptPaused(bench, 'POST', path, importedProduct, PRODUCTS * 4);
    });
    return { unit: 'bulk of 500 products accepted', count: requests * 4, profile };
  },
  async update(bench) {
    await createProducts(bench, 'import', PRODUCTS);
    const path = '/rest/async/bulk/V1/products/bySku';
    await acceptPaused(bench, 'PUT', path, (i) => importedPrice(i, 1), 1000);
    await executeAccepted(bench);
    await acceptPaused(bench, 'PUT', path, (i) => importedPrice(i, 2), PRODUCTS);
    const profile = await bench.profile(() => executeAccepted(bench));
    return { unit: 'price updated by the consumer', count: PRODUCTS, profile };
  },
  async checkout(bench) {
    await makeCheckoutProducts(bench);
    for (let i = 0; i < CHECKOUTS; i++) await checkOut(bench);
    const profile = await bench.profile(async () => {
      for (let i = 0; i < CHECKOUTS; i++) await checkOut(bench);
    });
    return { unit: 'guest checkout of 13 requests', count: CHECKOUTS, profile };
  },
  async order(bench) {
    await makeCheckoutProducts(bench);
    const carts: string[] = [];
    for (let i = 0; i < CHECKOUTS * 4; i++) {
      const path = await fillCart(bench, 0, 1);
      await shipTo(bench, path);
      carts.push(path);
    }
    for (const path of carts.slice(CHECKOUTS * 2)) await placeOrder(bench, path);
    const profile = await bench.profile(async () => {
      for (const path of carts.slice(0, CHECKOUTS * 2)) await placeOrder(bench, path);
    });
    return { unit: 'order of one item', count: CHECKOUTS * 2, profile };
  },
  async list(bench) {
    await makeProducts(bench);
    const one = (): Promise<unknown> =>
      send(bench.base, 'GET', '/rest/V1/products?searchCriteria[pageSize]=20', bench.token);
    for (let i = 0; i < LISTS; i++) await one();
    const profile = await bench.profile(async () => {
      for (let i = 0; i < LISTS; i++) await one();
    });
    return { unit: 'list of 20 products', count: LISTS, profile };
  },
  async page(bench) {
    await makeCategory(bench);
    const profile = await profilePages(bench, PRODUCT_PAGE, { key: 'bench-product-1' });
    return { unit: 'product page by GraphQL, made anew', count: PAGES, profile };
  },
  async category(bench) {
    const uid = btoa(String(await makeCategory(bench)));
    const profile = await profilePages(bench, CATEGORY_PAGE, { uid });
    return { unit: 'category page by GraphQL, made anew', count: PAGES, profile };
  },
};

/** A category with products; its id. */
async function makeCategory(bench: ProfiledBench): Promise<number> {
  const category = { name: 'Bench', is_active: true, parent_id: 2 };
  const made = (await call(bench.base, 'POST', '/rest/V1/categories', bench.token, { category })) as { id: number };
  await makeProducts(bench, made.id);
  return made.id;
}

/** Profiles a page for a caller whose answers are not kept. */
async function profilePages(bench: ProfiledBench, document: string, variables: object): Promise<Profile> {
  const pages = async (): Promise<void> => {
    for (let i = 0; i < PAGES; i++) await read(bench, document, variables, bench.token);
  };
  await pages();
  return bench.profile(pages);
}

async function createProducts(bench: ProfiledBench, mark: string, count: number): Promise<void> {
  const body = (i: number): unknown => importedProduct(i, mark);
  await acceptPaused(bench, 'POST', '/rest/async/bulk/V1/products', body, count);
  await executeAccepted(bench);
}

/**
 * Where the CPU of a piece of work goes (`accept`, `create`, `update`, `checkout`, `order`, `list`, `page` or `category`; all unless told): tables by stage and by
 * statement, and a flame graph in dist/profiles/.
 */
export async function benchProfile(part?: string): Promise<void> {
  const names = part ? [part] : Object.keys(parts);
  for (const name of names) {
    const run = parts[name];
    if (!run) throw new Error(`"${name}" is none of ${Object.keys(parts).join(', ')}`);
    const bench = await startProfiled();
    const { unit, count, profile } = await run(bench);
    await bench.stop();
    remove(bench.folder);
    const { stages, statements, stacks } = analyse(profile);
    const total = stages.reduce((sum, { cpu }) => sum + cpu, 0);
    console.log(`\n${unit}: ${inUnits(total, count)} of CPU`);
    printTable('stage', stages, total, count);
    printTable('statement', statements.slice(0, STATEMENTS), total, count);
    const file = fileURLToPath(new URL(`../../dist/profiles/${name}.svg`, import.meta.url));
    mkdirSync(fileURLToPath(new URL('.', `file://${file}`)), { recursive: true });
    writeFileSync(file, flameGraph(`${unit}, ${inUnits(total, count)} of CPU each`, stacks, count));
    row('flame graph', '', file);
  }
}

/** A table in Markdown, as docs/performance.md has them. */
function printTable(head: string, rows: readonly StageCpu[], total: number, count: number): void {
  console.log(`\n| ${head} | CPU | share |\n| --- | --: | --: |`);
  for (const { stage, cpu } of rows)
    console.log(`| ${stage.replaceAll('|', '\\|')} | ${inUnits(cpu, count)} | ${((cpu / total) * 100).toFixed(1)} % |`);
}

function inUnits(cpu: number, count: number): string {
  return `${((cpu / count) * 1e6).toFixed(0)} µs`;
}
