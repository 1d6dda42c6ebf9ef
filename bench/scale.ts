import Sqlite from 'better-sqlite3';
import { creationCpu } from './scale-creation.ts';
import { ask, ADD, askService, CATEGORY_PAGE, newCart, PRODUCT_PAGE, TYPED_SEARCH } from './storefront.ts';
import { load, remove, row, send, startBench, type Bench } from './support.ts';

const COUNT = 400;
const SMALL = 10_000;
const LARGE = 1_000_000;

/** A category that has the same products in a catalogue of any size. */
const FEW = 1_000;
/** How many products have a rare word. */
const RARE = 20;
const categories = { root: 2, all: 3, few: 4, third: 5 };

/**
 * A page of 20 out of a large catalogue against the same page out of a small one, and creation into a large one against that into an
 * empty one (SQLite). `size`: products of the large one, 1,000,000 unless told.
 */
export async function benchScale(size?: string): Promise<void> {
  const products = Number(size ?? LARGE);
  const empty = await creationCpu();
  const small = await measure(SMALL);
  const large = await measure(products);
  row(
    `product created by the consumer: into ${products.toLocaleString('en')} rows against none`,
    `${(large.creation / empty).toFixed(2)} x CPU`,
    `${empty.toFixed(2)} -> ${large.creation.toFixed(2)} ms; goal 1.3 x`,
  );
  for (const [what, { cpu, p99 }] of Object.entries(small.costs)) {
    const there = large.costs[what]!;
    row(
      `${what}: ${products.toLocaleString('en')} rows against ${SMALL.toLocaleString('en')}`,
      `${(there.cpu / cpu).toFixed(2)} x CPU`,
      `${cpu.toFixed(2)} -> ${there.cpu.toFixed(2)} ms, p99 ${p99.toFixed(0)} -> ${there.p99.toFixed(0)} ms; goal ${there.goal.toFixed(1)} x`,
    );
  }
}

type Filter = readonly [field: string, value: string | number, condition?: string];

function pageOf(filters: readonly Filter[], sort?: readonly [field: string, direction: string], page = 1): string {
  const parts = ['searchCriteria[pageSize]=20'];
  for (const [i, [field, value, condition = 'eq']] of filters.entries()) {
    const filter = `searchCriteria[filter_groups][${i}][filters][0]`;
    parts.push(`${filter}[field]=${field}`, `${filter}[value]=${value}`, `${filter}[condition_type]=${condition}`);
  }
  if (sort)
    parts.push(
      `searchCriteria[sortOrders][0][field]=${sort[0]}`,
      `searchCriteria[sortOrders][0][direction]=${sort[1]}`,
    );
  if (page > 1) parts.push(`searchCriteria[currentPage]=${page}`);
  return `products?${parts.join('&')}`;
}

const shown: readonly Filter[] = [
  ['status', 1],
  ['visibility', '2,4', 'in'],
  ['store_id', 1],
];
const inCategory = (id: number): readonly Filter[] => [['category_id', id], ...shown];

/** What storefronts ask for: not by guests, whose answers are kept. */
const stored = (query: string, variables: object) => (bench: Bench) => ask(bench, query, variables, bench.token);
const pageOfCategory = (id: number, query = CATEGORY_PAGE) => stored(query, { uid: btoa(String(id)) });

/** Requests, paths of REST or otherwise, each with how much more it may cost in the large catalogue. */
const requests: Readonly<
  Record<string, readonly [asked: string | ((bench: Bench) => Promise<unknown>), goal: number]>
> = {
  'GraphQL product page': [stored(PRODUCT_PAGE, { key: 'scale-1234' }), 1.5],
  'GraphQL category page with aggregations, category of 1,000': [pageOfCategory(categories.few), 1.5],
  'GraphQL category page without aggregations, category of all': [
    pageOfCategory(categories.all, CATEGORY_PAGE.replace(/aggregations {.*?} }/, '')),
    1.5,
  ],
  'GraphQL search for a rare word': [
    stored('query($s: String) { products(search: $s) { total_count items { sku } } }', { s: 'oddity' }),
    1.5,
  ],
  'catalogue service, search while typing a rare word': [
    (bench) => askService(bench, TYPED_SEARCH, { phrase: 'oddit' }, bench.token),
    1.5,
  ],
  'GraphQL new cart and an item': [
    async (bench) => ask(bench, ADD, { id: await newCart(bench), items: [{ sku: 'scale-1234', quantity: 1 }] }),
    1.5,
  ],
  'page of 20': [pageOf([]), 1.3],
  'page of 20, the 40th': [pageOf([], undefined, 40), 1.3],
  'page of 20 by SKU': [pageOf([['sku', 'scale-1234']]), 1.3],
  'page of 20 by a rare attribute value': [pageOf([['meta_title', 'rare 17']]), 1.3],
  'page of 20 newest first': [pageOf([], ['entity_id', 'DESC']), 1.3],
  'page of 20 enabled and visible': [pageOf(shown), 1.5],
  'page of 20 enabled and visible by price': [pageOf(shown, ['price', 'ASC']), 1.5],
  'category of 1,000': [pageOf(inCategory(categories.few)), 1.5],
  'category of 1,000 by position': [pageOf(inCategory(categories.few), ['position', 'ASC']), 1.5],
  'category of 1,000 by price': [pageOf(inCategory(categories.few), ['price', 'ASC']), 1.5],
  'category of 1,000 by name': [pageOf(inCategory(categories.few), ['name', 'ASC']), 1.5],
  'category of all': [pageOf(inCategory(categories.all)), 1.5],
  'category of all by position': [pageOf(inCategory(categories.all), ['position', 'ASC']), 1.5],
  'category of all by price': [pageOf(inCategory(categories.all), ['price', 'DESC']), 1.5],
  'category of all by name': [pageOf(inCategory(categories.all), ['name', 'ASC']), 1.5],
  'category of all, the 40th page by position': [pageOf(inCategory(categories.all), ['position', 'ASC'], 40), 1.5],
  'category of a third by price': [pageOf(inCategory(categories.third), ['price', 'ASC']), 1.5],
  'anchor category of all by price': [pageOf(inCategory(categories.root), ['price', 'ASC']), 1.5],
  'tree of categories with its counts': ['categories', 1.5],
};

interface Cost {
  readonly cpu: number;
  readonly p99: number;
  readonly goal: number;
}

interface Measured {
  readonly costs: Readonly<Record<string, Cost>>;
  /** CPU of a new product, in ms. */
  readonly creation: number;
}

async function measure(products: number): Promise<Measured> {
  const first = await startBench();
  await first.stop();
  generate(`${first.folder}/souk.db`, products);
  const bench = await startBench(first.folder);
  const costs: Record<string, Cost> = {};
  for (const [what, [asked, goal]] of Object.entries(requests)) {
    const one = typeof asked === 'string' ? () => get(bench, asked) : () => asked(bench);
    const { cpu, p99 } = await load(bench.pid, one, COUNT);
    costs[what] = { cpu, p99, goal };
  }
  await bench.stop();
  const creation = await creationCpu(bench.folder);
  remove(bench.folder);
  return { costs, creation };
}

async function get(bench: Bench, path: string): Promise<void> {
  const { status, text } = await send(bench.base, 'GET', `/rest/V1/${path}`, bench.token);
  if (status !== 200) throw new Error(text);
}

/**
 * Writes products past the interface: a generated table does for a measurement of reading. Those that nobody is shown lie among the others
 * wherever one begins.
 */
function generate(file: string, products: number): void {
  const db = new Sqlite(file);
  db.function('fold_text', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -200000');
  const attribute = (code: string): number =>
    (db.prepare('select attribute_id as id from eav_attribute where attribute_code = ?').get(code) as { id: number })
      .id;
  const child = (id: number, name: string): string =>
    `insert into category (id, parent_id, path, level, position, children_count, name, is_active, is_anchor, url_key,
      created_at, updated_at, version, document) values (${id}, 2, '1/2/${id}', 2, ${id}, 0, '${name}', 1, 1, '${name}',
      '2026-01-01 00:00:00', '2026-01-01 00:00:00', 1, '{}');`;
  db.exec(`
    begin;
    update category set is_anchor = 1 where id = ${categories.root};
    ${child(categories.all, 'all')} ${child(categories.few, 'few')} ${child(categories.third, 'third')}
    insert into catalog_product (sku, type_id, attribute_set_id, name, price, status, visibility, weight, has_options,
      required_options, created_at, updated_at, version, charged_price, document)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${products})
    select 'scale-' || i, 'simple', 4, 'Scale product ' || i, (i % 977) + 0.5, case when i % 51 = 0 then 2 else 1 end,
      case when i % 23 = 0 then 1 else 4 end, 1, 0, 0, '2026-01-01 00:00:00', '2026-01-01 00:00:00', 1, (i % 977) + 0.5,
      '{"values":{"description":"generated","tax_class_id":"2","url_key":"scale-' || i || '"}}' from n;
    insert into catalog_product_website select id, 1 from catalog_product;
    insert into category_product (category_id, product_id, position)
      select ${categories.all}, id, id % 1000 from catalog_product;
    insert into category_product (category_id, product_id, position)
      select ${categories.third}, id, 0 from catalog_product where id % 3 = 0;
    insert into category_product (category_id, product_id, position)
      select ${categories.few}, id, id % 100 from catalog_product where id % ${products / FEW} = 1;
    insert into catalog_product_index (product_id, attribute_id, store_id, text_value)
      select id, ${attribute('meta_title')}, 0, 'rare ' || (id / 20) from catalog_product;
    insert into catalog_product_index (product_id, attribute_id, store_id, text_value)
      select id, ${attribute('url_key')}, 0, sku from catalog_product;
    insert into catalog_url_key (store_id, url_key, product_id) select 1, sku, id from catalog_product;
    insert into catalog_search (product_id, store_id, name, sku, words)
      select id, 0, lower(name), replace(sku, '-', ' '), case when id % ${products / RARE} = 3 then 'oddity' else 'generated' end
      from catalog_product;
    insert into catalog_product_index (product_id, attribute_id, store_id, number_value)
      select id, ${attribute('color')}, 0, id % 10 from catalog_product;
    insert into cataloginventory_stock_item (product_id, qty, is_in_stock, is_qty_decimal,
      show_default_notification_message, use_config_min_qty, use_config_min_sale_qty, use_config_max_sale_qty,
      use_config_backorders, backorders, use_config_notify_stock_qty, use_config_qty_increments,
      use_config_enable_qty_inc, enable_qty_increments, use_config_manage_stock, manage_stock, is_decimal_divided,
      stock_status_changed_auto, min_qty, min_sale_qty, max_sale_qty, notify_stock_qty, qty_increments, is_in_source)
      select id, 1000000, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1 from catalog_product;
    commit;
  `);
  db.close();
}
