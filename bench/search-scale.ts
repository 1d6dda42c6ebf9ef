import { Client } from 'pg';
import { ask, askService, CATEGORY_PAGE, TYPED_SEARCH } from './storefront.ts';
import {
  call,
  cpuSeconds,
  createDatabase,
  databaseCpu,
  postgresServer,
  remove,
  row,
  startBench,
  type Bench,
} from './support.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
/** Requests of each kind; costly ones take a tenth of it. */
const COUNT = 400;
/** Products of the category, and with the rare word, in a catalogue of any size. */
const FEW = 1_000;
const RARE = 20;
const FACETS = 10;

const SEARCH =
  'query($s: String) { products(search: $s, pageSize: 20) { total_count items { sku name } suggestions { search } } }';

/** Requests with their goals: how much more they may cost in the large catalogue; undefined: shown, no goal. */
const requests: Readonly<Record<string, readonly [ask: (bench: Bench) => Promise<unknown>, goal: number | undefined]>> =
  {
    'search for a word of 20 products': [(bench) => ask(bench, SEARCH, { s: 'oddity' }, bench.token), 1.5],
    'search while typing': [(bench) => askService(bench, TYPED_SEARCH, { phrase: 'oddit' }, bench.token), 1.5],
    'search for a misspelt word': [(bench) => ask(bench, SEARCH, { s: 'oddtiy' }, bench.token), 1.5],
    'page of a category of 1,000 with ten facets': [
      (bench) => ask(bench, CATEGORY_PAGE, { uid: btoa('3') }, bench.token),
      1.5,
    ],
    'search for a word of one product in a hundred': [
      (bench) => ask(bench, SEARCH, { s: 'common' }, bench.token),
      undefined,
    ],
  };

/**
 * What searches and a page with facets cost on PostgreSQL (`TEST_DATABASE_URL`) in a large catalogue, against a small one: CPU of the
 * server, of the database and, where `TEST_READ_URL` names a replica of its server, of the replica, which then answers the reads.
 * `size`: products of the large one, 1,000,000 unless told.
 */
export async function benchSearch(size?: string): Promise<void> {
  const server = postgresServer('search in a large catalogue');
  if (!server) return;
  const products = Number(size ?? LARGE);
  const small = await measure(server, SMALL);
  const large = await measure(server, products);
  for (const [what, [, goal]] of Object.entries(requests)) {
    const [one, other] = [small[what] ?? NaN, large[what] ?? NaN];
    row(
      `${what}: ${products.toLocaleString('en')} products against ${SMALL.toLocaleString('en')}`,
      `${(other / one).toFixed(2)} x CPU`,
      `${one.toFixed(2)} -> ${other.toFixed(2)} ms${goal === undefined ? '' : `; goal ${goal} x`}`,
    );
  }
}

/** CPU of each request, in milliseconds. */
async function measure(server: string, products: number): Promise<Record<string, number>> {
  const database = await createDatabase(server);
  const replicaUrl = replicaOf(database.url);
  const env = { DATABASE_URL: database.url, ...(replicaUrl === undefined ? {} : { DATABASE_READ_URL: replicaUrl }) };
  const first = await startBench(undefined, [], env);
  const attributes = await makeFacets(first);
  await first.stop();
  const db = new Client({ connectionString: database.url });
  await db.connect();
  await generate(db, products, attributes);
  const replica = replicaUrl === undefined ? undefined : new Client({ connectionString: replicaUrl });
  await replica?.connect();
  const databases = replica ? [db, replica] : [db];
  const bench = await startBench(first.folder, [], env);
  const costs: Record<string, number> = {};
  for (const [what, [one]] of Object.entries(requests)) costs[what] = await cpuOf(bench, databases, one);
  await bench.stop();
  for (const one of databases) await one.end();
  remove(bench.folder);
  await database.drop();
  return costs;
}

/** The address of the database on the replica that `TEST_READ_URL` names; undefined without one. */
function replicaOf(url: string): string | undefined {
  const server = process.env['TEST_READ_URL'];
  if (!server) return undefined;
  const replica = new URL(server);
  replica.pathname = new URL(url).pathname;
  return replica.href;
}

async function cpuOf(
  bench: Bench,
  databases: readonly Client[],
  one: (bench: Bench) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  for (let i = 0; i < 10; i++) await one(bench);
  const count = performance.now() - began > 1_000 ? COUNT / 10 : COUNT;
  const used = async (): Promise<number> => {
    let seconds = cpuSeconds(bench.pid);
    for (const database of databases) seconds += await databaseCpu(database);
    return seconds;
  };
  const before = await used();
  for (let i = 0; i < count; i++) await one(bench);
  return (((await used()) - before) / count) * 1000;
}

/** Attributes of ten options each, by which lists are filtered: their ids. */
async function makeFacets({ base, token }: Bench): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < FACETS; i++) {
    const options = Array.from({ length: 10 }, (_, j) => ({ label: `Choice ${i} ${j}` }));
    const attribute = {
      attribute_code: `facet_${i}`,
      frontend_input: 'select',
      default_frontend_label: `Facet ${i}`,
      options,
    };
    const made = (await call(base, 'POST', '/rest/V1/products/attributes', token, {
      attribute: { ...attribute, is_filterable: true, is_filterable_in_search: true },
    })) as { attribute_id: number };
    ids.push(made.attribute_id);
  }
  return ids;
}

/** Writes products past the interface: a generated table does for a measurement of reading. */
async function generate(db: Client, products: number, attributes: readonly number[]): Promise<void> {
  const step = products / FEW;
  const statements = [
    `insert into category (id, parent_id, path, level, position, children_count, name, is_active, is_anchor, url_key,
      created_at, updated_at, version, document) values (3, 2, '1/2/3', 2, 3, 0, 'few', 1, 1, 'few',
      '2026-01-01 00:00:00', '2026-01-01 00:00:00', 1, '{}')`,
    `insert into catalog_product (id, sku, type_id, attribute_set_id, name, price, status, visibility, weight, has_options,
      required_options, created_at, updated_at, version, charged_price, document)
    select i, 'scale-' || i, 'simple', 4, 'Scale product ' || i, (i % 977) + 0.5, 1, 4, 1, 0, 0, '2026-01-01 00:00:00',
      '2026-01-01 00:00:00', 1, (i % 977) + 0.5,
      cast('{"values":{"description":"generated","tax_class_id":"2","url_key":"scale-' || i || '"}}' as jsonb) from generate_series(1, ${products}) i`,
    'insert into catalog_product_website select id, 1 from catalog_product',
    `insert into category_product (category_id, product_id, position)
      select 3, id, id % 100 from catalog_product where id % ${step} = 1`,
    `insert into catalog_product_index (product_id, attribute_id, store_id, number_value)
      select p.id, a.attribute_id, 0, o.option_id
      from catalog_product p cross join unnest(array[${attributes.join()}]) as a (attribute_id)
      join lateral (select option_id from eav_attribute_option o where o.attribute_id = a.attribute_id
        order by option_id offset p.id % 10 limit 1) o on true
      where p.id % ${step} = 1 or p.id % 10 = 0`,
    `insert into catalog_search (product_id, store_id, name, sku, words)
      select id, 0, case when id % ${products / RARE} = 3 then 'oddity ' else '' end || 'scale product ' || id,
        replace(sku, '-', ' '), case when id % 100 = 7 then 'common' else 'generated' end from catalog_product`,
    `insert into cataloginventory_stock_item (product_id, qty, is_in_stock, is_qty_decimal,
      show_default_notification_message, use_config_min_qty, use_config_min_sale_qty, use_config_max_sale_qty,
      use_config_backorders, backorders, use_config_notify_stock_qty, use_config_qty_increments,
      use_config_enable_qty_inc, enable_qty_increments, use_config_manage_stock, manage_stock, is_decimal_divided,
      stock_status_changed_auto, min_qty, min_sale_qty, max_sale_qty, notify_stock_qty, qty_increments, is_in_source)
      select id, 1000000, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1 from catalog_product`,
  ];
  for (const statement of statements) await db.query(statement);
  await foldTally(db);
  // The processor time of parallel workers would not be counted.
  await db.query(`alter database ${db.database ?? ''} set max_parallel_workers_per_gather = 0`);
  await db.query('vacuum analyze');
}

/** Adds up the rows of the tally, which the server does for products that are saved by and by. */
async function foldTally(db: Client): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = 'catalog_product_tally' and column_name not in ('id', 'n')`,
  );
  const columns = rows.map(({ name }) => `"${name}"`).join();
  await db.query(
    `create temporary table folded as select ${columns}, sum(n) as n from catalog_product_tally group by ${columns}`,
  );
  await db.query('delete from catalog_product_tally');
  await db.query(`insert into catalog_product_tally (${columns}, n) select ${columns}, n from folded`);
}
