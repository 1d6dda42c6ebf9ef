import { makeProducts } from './reads.ts';
import { CATEGORY_PAGE, PRODUCT_PAGE, read } from './storefront.ts';
import { call, load, remove, row, startBench, type Bench } from './support.ts';

/** Pages of each kind in a round. */
const COUNT = 2_000;
/** Rounds, each with catalogs off and on. The smallest cost counts: it has the least of other work. */
const ROUNDS = 8;
const GOAL = 1.1;

/** Pages of a storefront for a company's buyer, with shared catalogs on against off, in the same run. */
export async function benchSharedCatalogs(size?: string): Promise<void> {
  const count = Number(size ?? COUNT);
  const bench = await startBench();
  const { base, token } = bench;
  const category = { name: 'Bench', is_active: true, parent_id: 2 };
  const made = (await call(base, 'POST', '/rest/V1/categories', token, { category })) as { id: number };
  await makeProducts(bench, made.id);
  const buyer = await buyerOfCatalog(bench, made.id);
  const uid = btoa(String(made.id));
  let asked = 0;
  // A price that no request has asked for before: the response is not cached, and the document is known.
  const anew = (document: string): string =>
    document.replace('String)', 'String, $from: String)').replace(' } }', ' }, price: { from: $from } }');
  const from = (): string => `0.${String(asked++).padStart(6, '0')}`;
  const [product, list] = [anew(PRODUCT_PAGE), anew(CATEGORY_PAGE)];
  const pages: Readonly<Record<string, readonly [one: () => Promise<unknown>, part: number]>> = {
    'product page': [() => read(bench, PRODUCT_PAGE, { key: 'bench-product-1' }, buyer), 1],
    'product page, not cached': [() => read(bench, product, { key: 'bench-product-1', from: from() }, buyer), 0.25],
    'category page': [() => read(bench, CATEGORY_PAGE, { uid }, buyer), 1],
    'category page, not cached': [() => read(bench, list, { uid, from: from() }, buyer), 0.25],
  };
  for (const [what, [one, part]] of Object.entries(pages)) {
    const costs = { '0': Infinity, '1': Infinity };
    for (let round = 0; round < ROUNDS; round++) {
      for (const value of ['0', '1'] as const) {
        const settings = { 'btob/website_configuration/sharedcatalog_active': value };
        await call(base, 'PUT', '/_/configuration', undefined, { settings });
        costs[value] = Math.min(costs[value], (await load(bench.pid, one, Math.ceil(count * part))).cpu);
      }
    }
    const times = `${(costs['1'] / costs['0']).toFixed(2)} x off`;
    const note = `${costs['1'].toFixed(2)} ms CPU, off ${costs['0'].toFixed(2)} ms; goal ${GOAL.toFixed(1)} x`;
    row(`shared catalogs: ${what}`, times, note);
  }
  await bench.stop();
  remove(bench.folder);
}

/** A company with a catalog of all products, and tier prices of it; the token of its buyer. */
async function buyerOfCatalog({ base, token }: Bench, categoryId: number): Promise<string> {
  const post = (path: string, body: object) => call(base, 'POST', `/rest/V1/${path}`, token, body);
  const credentials = { username: 'buyer@example.com', password: 'Bench-12345' };
  const customer = { email: credentials.username, firstname: 'Ada', lastname: 'Byron' };
  const { id } = (await post('customers', { customer, password: credentials.password })) as { id: number };
  const company = {
    company_name: 'Works',
    company_email: 'works@example.com',
    street: ['1 Road'],
    city: 'Austin',
    country_id: 'US',
    region_id: '57',
    postcode: '78758',
    telephone: '555-0100',
    super_user_id: id,
    customer_group_id: 1,
    status: 1,
  };
  const { id: companyId } = (await post('company', { company })) as { id: number };
  const sharedCatalog = { name: 'Works', type: 0, store_id: 0, tax_class_id: 3 };
  const catalog = (await post('sharedCatalog', { sharedCatalog })) as number;
  const skus = Array.from({ length: 200 }, (_, i) => `bench-${i + 1}`);
  const prices = skus.map((sku) => ({
    sku,
    price: 4,
    price_type: 'fixed',
    website_id: 0,
    customer_group: '',
    quantity: 5,
  }));
  await post(`sharedCatalog/${catalog}/assignCategories`, { categories: [{ id: categoryId }] });
  await post(`sharedCatalog/${catalog}/assignProducts`, { products: skus.map((sku) => ({ sku })) });
  await post(`sharedCatalog/${catalog}/assignTierPrices`, { prices });
  await post(`sharedCatalog/${catalog}/assignCompanies`, { companies: [{ id: companyId }] });
  return (await call(base, 'POST', '/rest/V1/integration/customer/token', undefined, credentials)) as string;
}
