import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { costOf, createDatabase, end, firstAddress, remove } from '../support.ts';
import { productOf, type Cost, type Peer, type RunningPeer } from './peer.ts';

/** The version that is measured, with the driver that it is used with. */
const VERSION = '3.7.3';
const DRIVER = 'pg@8.23.1';

/** Vendure from npm on PostgreSQL: one process with its server and its job queue, in production mode. */
export function vendure(server: string): Peer {
  const folder = mkdtempSync(join(tmpdir(), 'souk-bench-vendure-'));
  const script = join(folder, 'server.mjs');
  let database: Awaited<ReturnType<typeof createDatabase>> | undefined;
  const environment = (): NodeJS.ProcessEnv => ({
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: database?.url,
  });
  /** Fills the database with products; the cost of the whole process. */
  const populate = async (count: number): Promise<Cost> => {
    await database?.drop();
    database = await createDatabase(server);
    const file = join(folder, 'products.csv');
    writeFileSync(file, productsFile(count));
    return costOf(
      spawn(process.execPath, [script], {
        env: { ...environment(), PRODUCTS_FILE: file },
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    );
  };
  return {
    name: `Vendure ${VERSION}, PostgreSQL`,
    async install(count) {
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
      execFileSync('npm', ['install', '--no-audit', '--no-fund', `@vendure/core@${VERSION}`, DRIVER], {
        cwd: folder,
        stdio: 'ignore',
      });
      copyFileSync(fileURLToPath(new URL('vendure-server.mjs', import.meta.url)), script);
      const one = await populate(1);
      const all = await populate(count);
      return { cpu: all.cpu - one.cpu, seconds: all.seconds - one.seconds };
    },
    async start() {
      const child = spawn(process.execPath, [script], {
        env: environment(),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const base = await firstAddress(child);
      const db = new Client({ connectionString: database!.url });
      await db.connect();
      const stop = async (): Promise<void> => {
        await db.end();
        await end(child);
      };
      return { pid: child.pid!, db, ...requestsOf(base), stop };
    },
    async remove() {
      await database?.drop();
      remove(folder);
    },
  };
}

const PRODUCT = `query($slug: String) { product(slug: $slug) { id name slug description
  variants { id sku price priceWithTax stockLevel options { name } } assets { preview } collections { id name slug } } }`;
const LIST = `{ search(input: { take: 20, groupByProduct: true }) { totalItems facetValues { count facetValue { name } }
  items { productName slug sku productAsset { preview } priceWithTax { ... on PriceRange { min max } } } } }`;
const ADD = `mutation { addItemToOrder(productVariantId: "1", quantity: 1) { ... on Order { id code totalQuantity totalWithTax
  lines { id quantity linePriceWithTax productVariant { sku name } } } ... on ErrorResult { errorCode message } } }`;
const ADDRESS = `mutation { setCustomerForOrder(input: { firstName: "Ada", lastName: "Byron", emailAddress: "ada@example.com" }) {
    ... on ErrorResult { errorCode } }
  setOrderShippingAddress(input: { fullName: "Ada Byron", streetLine1: "Marktplatz 1", city: "Berlin", postalCode: "10115", countryCode: "DE" }) {
    ... on ErrorResult { errorCode } } }`;
const METHODS = '{ eligibleShippingMethods { id price } }';
const SHIP = `mutation($ids: [ID!]!) { setOrderShippingMethod(shippingMethodId: $ids) { ... on Order { totalWithTax } ... on ErrorResult { errorCode } }
  transitionOrderToState(state: "ArrangingPayment") { ... on Order { state } ... on ErrorResult { errorCode } } }`;
const PAY = `mutation { addPaymentToOrder(input: { method: "on-account", metadata: {} }) {
  ... on Order { code state } ... on ErrorResult { errorCode message } } }`;

type Requests = Pick<RunningPeer, 'readProduct' | 'readList' | 'addToCart' | 'checkOut'>;

function requestsOf(base: string): Requests {
  const newCart = async (): Promise<string> => {
    const { token } = await ask(base, ADD);
    if (!token) throw new Error('Vendure gave no session for a cart');
    return token;
  };
  return {
    readProduct: (number) => ask(base, PRODUCT, { slug: productOf(number).sku }),
    readList: () => ask(base, LIST),
    addToCart: newCart,
    async checkOut() {
      const token = await newCart();
      await ask(base, ADDRESS, {}, token);
      const { data } = await ask<{ eligibleShippingMethods: { id: string }[] }>(base, METHODS, {}, token);
      await ask(base, SHIP, { ids: data.eligibleShippingMethods.map(({ id }) => id) }, token);
      const paid = await ask<{ addPaymentToOrder: { state?: string } }>(base, PAY, {}, token);
      if (paid.data.addPaymentToOrder.state !== 'PaymentAuthorized') {
        throw new Error(`Vendure placed no order: ${JSON.stringify(paid.data)}`);
      }
    },
  };
}

/** Sends a document to the shop's API. Throws for a response with errors. */
async function ask<T = unknown>(
  base: string,
  query: string,
  variables: object = {},
  token?: string,
): Promise<{ data: T; token: string | null }> {
  const response = await fetch(`${base}/shop-api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return { data, token: response.headers.get('vendure-auth-token') };
}

/** Products in the layout of Vendure's importer. */
function productsFile(count: number): string {
  const head =
    'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets';
  const rows = Array.from({ length: count }, (_, i) => {
    const { sku, name, price } = productOf(i + 1);
    return `${name},${sku},A product of the bench,,,,,${sku},${price},standard,1000000,true,,`;
  });
  return [head, ...rows, ''].join('\n');
}
