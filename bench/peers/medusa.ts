import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { costOf, createDatabase, end, firstOf, freePort, remove } from '../support.ts';
import { productOf, type Cost, type Peer, type RunningPeer } from './peer.ts';

/** The version that is measured. */
const VERSION = '2.21.2';

/** Medusa from npm on PostgreSQL: one process with its server and its workflows, in production mode, with its defaults. */
export function medusa(server: string): Peer {
  const folder = mkdtempSync(join(tmpdir(), 'souk-bench-medusa-'));
  const program = join(folder, 'node_modules/@medusajs/cli/cli.js');
  const file = join(folder, 'products.json');
  let database: Awaited<ReturnType<typeof createDatabase>> | undefined;
  const spawned = (...args: string[]) =>
    spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: database?.url,
        PRODUCTS_FILE: file,
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  /** Fills a database with products; the cost of the whole process. */
  const populate = async (count: number): Promise<Cost> => {
    await database?.drop();
    database = await createDatabase(server);
    writeFileSync(file, JSON.stringify(Array.from({ length: count }, (_, i) => productOf(i + 1))));
    await costOf(spawned('db:migrate'));
    return costOf(spawned('exec', './seed.js'));
  };
  return {
    name: `Medusa ${VERSION}, PostgreSQL`,
    async install(count) {
      writeFileSync(join(folder, 'package.json'), '{ "private": true }');
      const packages = ['medusa', 'framework', 'cli'].map((name) => `@medusajs/${name}@${VERSION}`);
      execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder, stdio: 'ignore' });
      copyFileSync(here('medusa-config.cjs'), join(folder, 'medusa-config.js'));
      copyFileSync(here('medusa-seed.cjs'), join(folder, 'seed.js'));
      const one = await populate(1);
      const all = await populate(count);
      return { cpu: all.cpu - one.cpu, seconds: all.seconds - one.seconds };
    },
    async start() {
      const port = await freePort();
      const child = spawned('start', '--port', String(port));
      await firstOf(child, /Server is ready on port/);
      const db = new Client({ connectionString: database!.url });
      await db.connect();
      const stop = async (): Promise<void> => {
        await db.end();
        await end(child);
      };
      const requests = await requestsOf(`http://127.0.0.1:${port}/store`, readFileSync(`${file}.key`, 'utf8'));
      return { pid: child.pid!, db, ...requests, stop };
    },
    async remove() {
      await database?.drop();
      remove(folder);
    },
  };
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

type Requests = Pick<RunningPeer, 'readProduct' | 'readList' | 'addToCart' | 'checkOut'>;

/** The fields of a product page, with the price of the region. */
const PAGE = 'id,title,handle,description,*images,*variants.calculated_price,+variants.inventory_quantity,*collection';
/** The fields of a list. */
const LIST = 'id,title,handle,thumbnail,*variants.calculated_price';

const address = {
  first_name: 'Ada',
  last_name: 'Byron',
  address_1: 'Marktplatz 1',
  city: 'Berlin',
  postal_code: '10115',
  country_code: 'de',
};

async function requestsOf(base: string, key: string): Promise<Requests> {
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', 'x-publishable-api-key': key },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const { regions } = await ask<{ regions: { id: string }[] }>('/regions');
  const region = regions[0]!.id;
  const readProduct = (number: number) =>
    ask<{ products: { variants: { id: string }[] }[] }>(
      `/products?handle=${productOf(number).sku}&region_id=${region}&fields=${encodeURIComponent(PAGE)}`,
    );
  const variant_id = (await readProduct(1)).products[0]!.variants[0]!.id;
  const addToCart = async (): Promise<string> => {
    const { cart } = await ask<{ cart: { id: string } }>('/carts', { region_id: region });
    await ask(`/carts/${cart.id}/line-items`, { variant_id, quantity: 1 });
    return cart.id;
  };
  return {
    readProduct,
    readList: () => ask(`/products?limit=20&region_id=${region}&fields=${encodeURIComponent(LIST)}`),
    addToCart,
    async checkOut() {
      const cart = await addToCart();
      await ask(`/carts/${cart}`, { email: 'ada@example.com', shipping_address: address, billing_address: address });
      const { shipping_options: options } = await ask<{ shipping_options: { id: string }[] }>(
        `/shipping-options?cart_id=${cart}`,
      );
      await ask(`/carts/${cart}/shipping-methods`, { option_id: options[0]!.id });
      const { payment_collection: payment } = await ask<{ payment_collection: { id: string } }>(
        '/payment-collections',
        { cart_id: cart },
      );
      await ask(`/payment-collections/${payment.id}/payment-sessions`, { provider_id: 'pp_system_default' });
      const { type } = await ask<{ type: string }>(`/carts/${cart}/complete`, {});
      if (type !== 'order') throw new Error(`Medusa placed no order: ${type}`);
    },
  };
}
