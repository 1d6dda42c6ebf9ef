import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { criteria, ok, unique } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';

const PRODUCTS = 2000;
const PAGE = 20;
/** Requests for each order. PostgreSQL plans a statement for its values five times, and then may keep a plan for all values. */
const REQUESTS = 12;
/** Rows that a request may read; of a category that is sorted as a whole, each product takes two or three. */
const FEW = 15 * PAGE;

// How many rows PostgreSQL has read it tells itself; SQLite does not.
describe.skipIf(!engines.includes('postgres'))('on PostgreSQL a page', () => {
  let here: Here;
  let categoryId: number;

  beforeAll(async () => {
    // One connection reads, so that what it has read can be asked for on the same one.
    here = await startHere('postgres', { env: { SOUK_DATABASE_CONNECTIONS: '2' } });
    const category = { name: 'Large', parent_id: 2, is_active: true };
    categoryId = ok(await here.admin.post('/V1/categories', { category })).id;
    await fill();
  });
  afterAll(() => here?.stop());

  /** Makes products whose names, prices and positions are in other orders than their ids. */
  async function fill(): Promise<void> {
    const document = JSON.stringify({ values: { description: 'As long as they are. '.repeat(60) } });
    await here.souk.systemCall().transaction(async ({ db }) => {
      await sql`insert into catalog_product (sku, type_id, attribute_set_id, name, price, charged_price, status, visibility,
          has_options, required_options, created_at, updated_at, version, document)
        select 'row-' || i, 'simple', 4, 'Row ' || i * 7 % ${PRODUCTS}, i * 11 % ${PRODUCTS}, i * 11 % ${PRODUCTS}, 1, 4,
          0, 0, '2026-01-01 00:00:00', '2026-01-01 00:00:00', 1, cast(${document} as jsonb)
        from generate_series(1, cast(${PRODUCTS} as integer)) i`.execute(db);
      await sql`insert into catalog_product_website select id, 1 from catalog_product`.execute(db);
      await sql`insert into category_product (category_id, product_id, position)
        select ${categoryId}, id, id * 13 % ${PRODUCTS} from catalog_product`.execute(db);
      await sql`insert into catalog_search (product_id, store_id, name, sku, words)
        select id, 0, lower(name), replace(sku, '-', ' '), 'row' from catalog_product`.execute(db);
      await sql`analyze`.execute(db);
      // Otherwise this connection may report the rows that it read here in the midst of a measurement.
      await sql`select pg_stat_force_next_flush()`.execute(db);
    });
  }

  /** Rows of products, of their categories and websites, and entries of indexes, that were read until now. */
  async function rowsRead(): Promise<number> {
    const { db } = here.souk.systemCall();
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const tables = sql`('category_shown', 'catalog_product', 'catalog_product_website')`;
    const { rows } = await sql<{
      n: number;
    }>`select (select sum(seq_tup_read) from pg_stat_user_tables where relname in ${tables})
      + (select sum(idx_tup_read) from pg_stat_user_indexes where relname in ${tables}) as n`.execute(db);
    return rows[0]!.n;
  }

  /** How many rows a request for a page reads, on the average of many of the same. */
  async function rowsOf(request: () => Promise<readonly unknown[]>): Promise<number> {
    const before = await rowsRead();
    for (let i = 0; i < REQUESTS; i++) expect(await request()).toHaveLength(PAGE);
    const read = ((await rowsRead()) - before) / REQUESTS;
    // What was not counted is not few.
    expect(read).toBeGreaterThan(PAGE);
    return read;
  }

  /** What is left of a product is read anew for each request. */
  async function shown(asked: string): Promise<readonly unknown[]> {
    const query = `{ products(${asked}, pageSize: ${PAGE}) { items { sku only_x_left_in_stock } } }`;
    return (await graphqlClient(here).data(query)).products.items;
  }

  async function listed(field: string, direction: string): Promise<readonly unknown[]> {
    const filters = { category_id: categoryId, store_id: 1, status: 1, visibility: 4 };
    const groups = Object.entries(filters).map(([name, value]) => [{ field: name, value }]);
    const page = criteria(groups, { pageSize: PAGE, sort: [{ field, direction }] });
    return ok(await here.admin.get(`/V1/products?${page}&own=${unique()}`)).items;
  }

  it.each([
    ['position', 'ASC'],
    ['name', 'ASC'],
    ['name', 'DESC'],
    ['price', 'ASC'],
    ['price', 'DESC'],
  ])('of a category is read in its order, by %s %s', async (field, direction) => {
    const filter = `filter: { category_id: { eq: "${categoryId}" } }`;
    expect(await rowsOf(() => shown(`${filter}, sort: { ${field}: ${direction} }`))).toBeLessThan(FEW);
    expect(await rowsOf(() => listed(field, direction))).toBeLessThan(FEW);
  });

  it('of a search looks at no more of the products than it shows', async () => {
    expect(await rowsOf(() => shown('search: "row"'))).toBeLessThan(FEW);
  });
});
