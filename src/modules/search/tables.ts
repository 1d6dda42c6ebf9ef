import { sql, type Generated, type RawBuilder } from 'kysely';
import type { Database } from '../../kernel/call.ts';
import type { Migration } from '../../kernel/module.ts';

/**
 * The words of a product (see text/words.ts): a row for the inherited values, and one for each store view that overrides some.
 */
interface CatalogSearchTable {
  id: Generated<number>;
  product_id: number;
  store_id: number;
  name: string;
  sku: string;
  /** Words of all other searchable texts. */
  words: string;
  /** Stems and compounds of the words of the name, except those that are words of it. */
  name_stems: Generated<string>;
  /** The same of `words`. */
  word_stems: Generated<string>;
  /** Words and stems of attributes with a search weight above 1, each after its weight: `05^cotton`. */
  weights: Generated<string>;
}

/**
 * Words of product names, for spelling suggestions. `forgotten-words.ts` removes unused ones later. Concurrent writers may store a
 * word twice.
 */
interface SearchWordTable {
  word: string;
}

/** The state of the rebuild of all words; one row, none in a new installation (see `reindex.ts`). */
interface SearchStateTable {
  id: number;
  /** The inputs of the words: version, searchable texts with their weights, languages of store views. See `reindex.ts`. */
  attributes: string;
  /** Products with ids up to this one are rebuilt; null: all are. */
  position: number | null;
}

/** Search terms of shoppers; `terms/` counts them and limits their number. */
interface SearchTermTable {
  id: Generated<number>;
  store_id: number;
  /** Normalized by `termOf`. */
  term: string;
  searches: number;
  /** Products that the last search found whose number of products is known; null: none is. */
  results: number | null;
  last_searched_at: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    catalog_search_term: SearchTermTable;
    catalog_search: CatalogSearchTable;
    catalog_search_word: SearchWordTable;
    catalog_search_state: SearchStateTable;
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
  {
    name: '002-search-words',
    async up(db, { kind }) {
      const binary = kind === 'sqlite' ? sql`text` : sql`text collate "C"`;
      await db.schema
        .createTable('catalog_search_word')
        .addColumn('word', binary, (column) => column.notNull())
        .execute();
      await db.schema.createIndex('catalog_search_word_word').on('catalog_search_word').column('word').execute();
      await (kind === 'sqlite' ? collectInSqlite(db) : collectInPostgres(db));
    },
  },
  {
    name: '003-search-state',
    async up(db) {
      await db.schema
        .createTable('catalog_search_state')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('attributes', 'text', (column) => column.notNull())
        .addColumn('position', 'integer')
        .execute();
    },
  },
  {
    name: '004-search-stems',
    async up(db, { kind }) {
      for (const name of ['name_stems', 'word_stems', 'weights'])
        await db.schema
          .alterTable('catalog_search')
          .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
          .execute();
      await (kind === 'sqlite' ? indexStemsInSqlite(db) : indexStemsInPostgres(db));
    },
  },
  {
    name: '005-search-terms',
    async up(db, { kind }) {
      await db.schema
        .createTable('catalog_search_term')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('term', kind === 'sqlite' ? sql`text` : sql`text collate "C"`, (column) => column.notNull())
        .addColumn('searches', 'integer', (column) => column.notNull())
        .addColumn('results', 'integer')
        .addColumn('last_searched_at', 'text', (column) => column.notNull())
        .addUniqueConstraint('catalog_search_term_key', ['store_id', 'term'])
        .execute();
      await db.schema
        .createIndex('catalog_search_term_searches')
        .on('catalog_search_term')
        .columns(['store_id', 'searches', 'last_searched_at'])
        .execute();
    },
  },
];

/** Shorter words have no suggestions, longer ones are not words. */
const isWord = sql`length(w.value) between 3 and 32`;
const isNew = sql`not exists (select 1 from catalog_search_word k where k.word = w.value)`;

async function collectInSqlite(db: Database): Promise<void> {
  const wordsIn = (names: string) => sql`json_each('["' || replace(${sql.ref(names)}, ' ', '","') || '"]') w`;
  await sql`insert into catalog_search_word (word) select distinct w.value
    from catalog_search s join ${wordsIn('s.name')} where ${isWord}`.execute(db);
  const add = sql`insert into catalog_search_word (word)
    select w.value from ${wordsIn('new.name')} where ${isWord} and ${isNew};`;
  await sql`create trigger catalog_search_word_insert after insert on catalog_search begin ${add} end`.execute(db);
  await sql`create trigger catalog_search_word_update after update of name on catalog_search
    when old.name <> new.name begin ${add} end`.execute(db);
}

/** Without a unique key, writers of the same word do not wait for each other. */
async function collectInPostgres(db: Database): Promise<void> {
  await sql`insert into catalog_search_word (word) select distinct w.value
    from catalog_search s cross join lateral unnest(string_to_array(s.name, ' ')) as w(value) where ${isWord}`.execute(
    db,
  );
  await sql`create or replace function catalog_search_word_add() returns trigger language plpgsql as $trigger$ begin
    insert into catalog_search_word (word) select distinct w.value
      from written n cross join lateral unnest(string_to_array(n.name, ' ')) as w(value) where ${isWord} and ${isNew};
    return null; end $trigger$`.execute(db);
  for (const event of ['insert', 'update']) {
    await sql`create trigger ${sql.ref(`catalog_search_word_${event}`)} after ${sql.raw(event)} on catalog_search
      referencing new table as written for each statement execute function catalog_search_word_add()`.execute(db);
  }
}

async function indexInSqlite(db: Database): Promise<void> {
  await sql`create virtual table catalog_search_fts using fts5(name, sku, words, content='catalog_search',
    content_rowid='id', tokenize="unicode61 remove_diacritics 0")`.execute(db);
  const add = sql`insert into catalog_search_fts (rowid, name, sku, words) values (new.id, new.name, new.sku, new.words);`;
  const remove = sql`insert into catalog_search_fts (catalog_search_fts, rowid, name, sku, words)
    values ('delete', old.id, old.name, old.sku, old.words);`;
  await followTable(db, add, remove);
}

/** Creates the triggers that update the index on every change of the table, cascades included. */
async function followTable(db: Database, add: RawBuilder<unknown>, remove: RawBuilder<unknown>): Promise<void> {
  for (const [event, body] of [
    ['insert', add],
    ['delete', remove],
    ['update', sql`${remove} ${add}`],
  ] as const) {
    await sql`create trigger ${sql.ref(`catalog_search_${event}`)} after ${sql.raw(event)} on catalog_search
      begin ${body} end`.execute(db);
  }
}

/** An FTS5 table cannot be altered, so it is created again. The worker of `reindex.ts` fills in the stems. */
async function indexStemsInSqlite(db: Database): Promise<void> {
  const names = ['name', 'sku', 'words', 'name_stems', 'word_stems'];
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const valuesOf = (row: 'new' | 'old') => sql.join(names.map((name) => sql.ref(`${row}.${name}`)));
  for (const event of ['insert', 'delete', 'update'])
    await sql`drop trigger ${sql.ref(`catalog_search_${event}`)}`.execute(db);
  await sql`drop table catalog_search_fts`.execute(db);
  await sql`create virtual table catalog_search_fts using fts5(${columns}, content='catalog_search',
    content_rowid='id', tokenize="unicode61 remove_diacritics 0")`.execute(db);
  const add = sql`insert into catalog_search_fts (rowid, ${columns}) values (new.id, ${valuesOf('new')});`;
  const remove = sql`insert into catalog_search_fts (catalog_search_fts, rowid, ${columns})
    values ('delete', old.id, ${valuesOf('old')});`;
  await followTable(db, add, remove);
  await sql`insert into catalog_search_fts (catalog_search_fts) values ('rebuild')`.execute(db);
}

async function indexStemsInPostgres(db: Database): Promise<void> {
  await sql`alter table catalog_search drop column vector`.execute(db);
  await sql`alter table catalog_search add column vector tsvector generated always as (array_to_tsvector(
    string_to_array(name, ' ') || string_to_array(sku, ' ') || string_to_array(words, ' ')
    || string_to_array(name_stems, ' ') || string_to_array(word_stems, ' '))) stored`.execute(db);
  await sql`create index catalog_search_vector on catalog_search using gin (vector)`.execute(db);
}

/** Words become lexemes without a dictionary, so that both databases find the same. */
async function indexInPostgres(db: Database): Promise<void> {
  await sql`alter table catalog_search add column vector tsvector generated always as (array_to_tsvector(
    string_to_array(name, ' ') || string_to_array(sku, ' ') || string_to_array(words, ' '))) stored`.execute(db);
  await sql`create index catalog_search_vector on catalog_search using gin (vector)`.execute(db);
}
