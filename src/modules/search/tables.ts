import { sql, type Generated } from 'kysely';
import type { Database } from '../../kernel/call.ts';
import type { Migration } from '../../kernel/module.ts';

/**
 * The words of a product (see words.ts): a row for the values that all store views inherit, and one for each store view that
 * overrides some of them.
 */
interface CatalogSearchTable {
  id: Generated<number>;
  product_id: number;
  store_id: number;
  name: string;
  sku: string;
  /** Words of all other searchable texts. */
  words: string;
}

declare module '../../kernel/call.ts' {
  interface Tables {
    catalog_search: CatalogSearchTable;
  }
}

/** Creates the tables of searchable words. */
export const migrations: readonly Migration[] = [
  {
    name: '001-catalog-search',
    async up(db, { kind }) {
      await db.schema
        .createTable('catalog_search')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('sku', 'text', (column) => column.notNull())
        .addColumn('words', 'text', (column) => column.notNull())
        .addUniqueConstraint('catalog_search_key', ['product_id', 'store_id'])
        .execute();
      await (kind === 'sqlite' ? indexInSqlite(db) : indexInPostgres(db));
    },
  },
];

/** Triggers keep the index, so that it follows every change of the table, cascades included. */
async function indexInSqlite(db: Database): Promise<void> {
  await sql`create virtual table catalog_search_fts using fts5(name, sku, words, content='catalog_search',
    content_rowid='id', tokenize="unicode61 remove_diacritics 0")`.execute(db);
  const add = sql`insert into catalog_search_fts (rowid, name, sku, words) values (new.id, new.name, new.sku, new.words);`;
  const remove = sql`insert into catalog_search_fts (catalog_search_fts, rowid, name, sku, words)
    values ('delete', old.id, old.name, old.sku, old.words);`;
  for (const [event, body] of [
    ['insert', add],
    ['delete', remove],
    ['update', sql`${remove} ${add}`],
  ] as const) {
    await sql`create trigger ${sql.ref(`catalog_search_${event}`)} after ${sql.raw(event)} on catalog_search
      begin ${body} end`.execute(db);
  }
}

/** The words are lexemes as they are: no dictionary comes between, so that both databases find the same. */
async function indexInPostgres(db: Database): Promise<void> {
  await sql`alter table catalog_search add column vector tsvector generated always as (array_to_tsvector(
    string_to_array(name, ' ') || string_to_array(sku, ' ') || string_to_array(words, ' '))) stored`.execute(db);
  await sql`create index catalog_search_vector on catalog_search using gin (vector)`.execute(db);
}
