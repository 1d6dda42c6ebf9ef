import { checkOut } from './checkout.ts';
import { makeProducts } from './reads.ts';
import { ratio } from './results.ts';
import { ADD, ask, CATEGORY_PAGE, newCart, placeCart, PRODUCT_PAGE, read } from './storefront.ts';
import { call, load, remove, startBench, type Bench } from './support.ts';

/** How many product pages in the full form. */
const COUNT = 5_000;
/** What the issue of storefronts allows against REST. */
const GOAL = 'goal 1.5 x';

/** Pages of a storefront, and its checkout, against the same by REST in the same run. */
export async function benchGraphql(size?: string): Promise<void> {
  const count = Number(size ?? COUNT);
  const bench = await startBench();
  const { base, token } = bench;
  const category = { name: 'Bench', is_active: true, parent_id: 2 };
  const made = (await call(base, 'POST', '/rest/V1/categories', token, { category })) as { id: number };
  await makeProducts(bench, made.id);

  const productPage = (token?: string) => () => read(bench, PRODUCT_PAGE, { key: 'bench-product-1' }, token);
  const categoryPage = (token?: string) => () => read(bench, CATEGORY_PAGE, { uid: btoa(String(made.id)) }, token);
  const filtered = (field: string, value: string) =>
    `products?searchCriteria[pageSize]=20&searchCriteria[filter_groups][0][filters][0][field]=${field}&searchCriteria[filter_groups][0][filters][0][value]=${value}`;
  // What guests and customers are answered is kept, as REST's answers are; for admins it is made anew, and compared with such lists of REST.
  const one = (): Promise<unknown> => get(bench, 'products/bench-1');
  await compare(bench, 'GraphQL product page', count, productPage(), one);
  await compare(bench, 'GraphQL product page for a customer', count / 5, productPage(await customerToken(bench)), one);
  const anew = await madeAnew(bench);
  const bySku = (): Promise<unknown> => get(bench, filtered('sku', 'bench-1') + anew());
  await compare(bench, 'GraphQL product page, made anew', count / 5, productPage(token), bySku);
  const list = (): Promise<unknown> => get(bench, filtered('category_id', String(made.id)));
  await compare(bench, 'GraphQL category page with aggregations', count / 5, categoryPage(), list);
  const listAnew = (): Promise<unknown> => get(bench, filtered('category_id', String(made.id)) + anew());
  await compare(bench, 'GraphQL category page, made anew', count / 5, categoryPage(token), listAnew);
  let documents = 0;
  const unseen = (): Promise<unknown> => ask(bench, unseenDocument(documents++), {}, token);
  await compare(bench, 'GraphQL page by a new document of 3 KB', count / 25, unseen, bySku);
  const added = (): Promise<unknown> => addOne(bench);
  await compare(bench, 'GraphQL new cart and an item', count / 5, added, () => addOneByRest(bench));
  await compare(
    bench,
    'GraphQL guest checkout of 10 items',
    count / 25,
    () => buy(bench),
    () => checkOut(bench, 1),
  );
  await bench.stop();
  remove(bench.folder);
}

/** A document that differs from each other one, of 250 fields. */
function unseenDocument(number: number): string {
  const fields = Array.from({ length: 250 }, (_, at) => `f${number}_${at}: name`);
  return `{ products(filter: { sku: { eq: "bench-1" } }) { items { ${fields.join(' ')} } } }`;
}

/**
 * Has lists of REST encode their products, all fields of them: nothing is kept for a field that nobody has asked for before. Gives what
 * to add to their paths.
 */
async function madeAnew(bench: Bench): Promise<() => string> {
  const { items } = (await get(bench, 'products?searchCriteria[pageSize]=1')) as { items: [object] };
  const fields = Object.keys(items[0]).join();
  let asked = 0;
  return () => `&fields=search_criteria,total_count,items[${fields},none_${asked++}]`;
}

async function compare(
  { pid }: Bench,
  what: string,
  count: number,
  graphql: () => Promise<unknown>,
  rest: () => Promise<unknown>,
): Promise<void> {
  const byRest = await load(pid, rest, count);
  const byGraphql = await load(pid, graphql, count);
  const costs = `${byGraphql.cpu.toFixed(2)} ms CPU, REST ${byRest.cpu.toFixed(2)} ms, p99 ${byGraphql.p99.toFixed(1)} ms`;
  ratio(what, byGraphql.cpu / byRest.cpu, 'REST', `${costs}; ${GOAL}`);
}

const get = ({ base, token }: Bench, path: string): Promise<unknown> => call(base, 'GET', `/rest/V1/${path}`, token);

async function customerToken({ base }: Bench): Promise<string> {
  const credentials = { username: 'bench@example.com', password: 'Bench-12345' };
  const customer = { email: credentials.username, firstname: 'Ada', lastname: 'Byron' };
  await call(base, 'POST', '/rest/V1/customers', undefined, { customer, password: credentials.password });
  return (await call(base, 'POST', '/rest/V1/integration/customer/token', undefined, credentials)) as string;
}

async function addOne(bench: Bench): Promise<void> {
  await ask(bench, ADD, { id: await newCart(bench), items: [{ sku: 'bench-1', quantity: 1 }] });
}

/** As storefronts do it by REST: the cart, the item, and what it comes to. */
async function addOneByRest({ base }: Bench): Promise<void> {
  const id = String(await call(base, 'POST', '/rest/V1/guest-carts', undefined, {}));
  const cartItem = { sku: 'bench-1', qty: 1, quote_id: id };
  await call(base, 'POST', `/rest/V1/guest-carts/${id}/items`, undefined, { cartItem });
  await call(base, 'GET', `/rest/V1/guest-carts/${id}/totals`);
}

async function buy(bench: Bench): Promise<void> {
  const id = await newCart(bench);
  const items = Array.from({ length: 10 }, (_, i) => ({ sku: `bench-${i + 1}`, quantity: 1 }));
  await ask(bench, ADD, { id, items });
  await placeCart(bench, id);
}
