import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { runImport } from '../import.ts';
import { ADD, ask, newCart, placeCart, PRODUCT_PAGE, read } from '../storefront.ts';
import { createDatabase, remove, startBench, type Bench } from '../support.ts';
import { productOf, type Peer } from './peer.ts';

const LIST = `{ products(search: "", filter: {}, pageSize: 20) { total_count aggregations { attribute_code options { label count } }
  items { sku name url_key small_image { url } price_range { minimum_price { final_price { value } } } } } }`;

/** Souk on its embedded database, or on a PostgreSQL server. */
export function souk(server?: string): Peer {
  const folder = mkdtempSync(join(tmpdir(), 'souk-bench-'));
  let database: Awaited<ReturnType<typeof createDatabase>> | undefined;
  const start = (): Promise<Bench> => startBench(folder, [], database ? { DATABASE_URL: database.url } : {});
  return {
    name: server ? 'Souk, PostgreSQL' : 'Souk, embedded database',
    async install(count) {
      if (server) database = await createDatabase(server);
      const first = await start();
      await first.stop();
      const [one, all] = [join(folder, 'one.json'), join(folder, 'all.json')];
      writeFileSync(one, JSON.stringify(productsFile(1)));
      writeFileSync(all, JSON.stringify(productsFile(count)));
      const few = await runImport(first.env, one);
      const many = await runImport(first.env, all);
      return { cpu: many.cpu - few.cpu, seconds: many.seconds - few.seconds };
    },
    async start() {
      const bench = await start();
      const db = database && new Client({ connectionString: database.url });
      await db?.connect();
      const addToCart = async (): Promise<string> => {
        const id = await newCart(bench);
        await ask(bench, ADD, { id, items: [{ sku: productOf(1).sku, quantity: 1 }] });
        return id;
      };
      return {
        pid: bench.pid,
        db,
        readProduct: (number) => read(bench, PRODUCT_PAGE, { key: productOf(number).sku }),
        readList: () => read(bench, LIST, {}),
        addToCart,
        checkOut: async () => placeCart(bench, await addToCart()),
        async stop() {
          await db?.end();
          await bench.stop();
        },
      };
    },
    async remove() {
      await database?.drop();
      remove(folder);
    },
  };
}

/** Products for the import command. */
function productsFile(count: number): object[] {
  return Array.from({ length: count }, (_, i) => {
    const product = productOf(i + 1);
    return {
      ...product,
      attribute_set_id: 4,
      type_id: 'simple',
      weight: 1,
      custom_attributes: [
        { attribute_code: 'url_key', value: product.sku },
        { attribute_code: 'description', value: 'A product of the bench' },
      ],
      extension_attributes: { stock_item: { qty: 1_000_000, is_in_stock: true } },
    };
  });
}
