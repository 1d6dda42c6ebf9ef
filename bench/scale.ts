import Sqlite from 'better-sqlite3';
import { load, remove, row, send, startBench } from './support.ts';

const COUNT = 400;

/** A page of 20 out of a large catalogue against the same page out of a small one (SQLite). */
export async function benchScale(): Promise<void> {
  const small = await measure(10_000);
  const large = await measure(1_000_000);
  for (const [what, cost] of Object.entries(small)) {
    row(
      `${what}: 1,000,000 rows against 10,000`,
      `${(large[what]! / cost).toFixed(2)} x CPU`,
      `${large[what]!.toFixed(2)} ms; goal 1.3 x`,
    );
  }
}

const filter = (field: string, value: string, condition: string): string =>
  `searchCriteria[filter_groups][0][filters][0][field]=${field}&searchCriteria[filter_groups][0][filters][0][value]=${value}&searchCriteria[filter_groups][0][filters][0][condition_type]=${condition}`;

const pages: Record<string, string> = {
  'page of 20': 'searchCriteria[pageSize]=20',
  'page of 20, later': 'searchCriteria[pageSize]=20&searchCriteria[currentPage]=40',
  'page of 20 by SKU': `searchCriteria[pageSize]=20&${filter('sku', 'scale-1234', 'eq')}`,
  'page of 20 by a rare attribute value': `searchCriteria[pageSize]=20&${filter('meta_title', 'rare 17', 'eq')}`,
  'page of 20 newest first': 'searchCriteria[pageSize]=20&searchCriteria[sortOrders][0][field]=entity_id',
};

async function measure(products: number): Promise<Record<string, number>> {
  const first = await startBench();
  await first.stop();
  generate(`${first.folder}/souk.db`, products);
  const bench = await startBench(first.folder);
  const costs: Record<string, number> = {};
  for (const [what, query] of Object.entries(pages)) {
    const one = async (): Promise<void> => {
      const { status, text } = await send(bench.base, 'GET', `/rest/V1/products?${query}`, bench.token);
      if (status !== 200) throw new Error(text);
    };
    costs[what] = (await load(bench.pid, one, COUNT)).cpu;
  }
  await bench.stop();
  remove(bench.folder);
  return costs;
}

/** Writes products past the interface: a generated table does for a measurement of reading. */
function generate(file: string, products: number): void {
  const db = new Sqlite(file);
  db.function('fold', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  db.pragma('synchronous = OFF');
  const metaTitle = (
    db.prepare(`select attribute_id as id from eav_attribute where attribute_code = 'meta_title'`).get() as {
      id: number;
    }
  ).id;
  db.exec(`
    begin;
    insert into catalog_product (sku, type_id, attribute_set_id, name, price, status, visibility, weight, has_options,
      required_options, created_at, updated_at, version, document)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${products})
    select 'scale-' || i, 'simple', 4, 'Scale product ' || i, (i % 977) + 0.5, 1, 4, 1, 0, 0,
      '2026-01-01 00:00:00', '2026-01-01 00:00:00', 1, '{"values":{"description":"generated"}}' from n;
    insert into catalog_product_website select id, 1 from catalog_product;
    insert into catalog_product_index (product_id, attribute_id, store_id, text_value)
      select id, ${metaTitle}, 0, 'rare ' || (id / 20) from catalog_product;
    commit;
    analyze;
  `);
  db.close();
}
