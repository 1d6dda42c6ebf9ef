import { sql, type Expression, type Generated } from 'kysely';
import type { Database } from '../../../kernel/call.ts';
import type { Migration } from '../../../kernel/module.ts';
import { nullsFirst } from '../../../storage/criteria/sql.ts';
import { binary, fold } from '../../../storage/sql.ts';
import { postgresRecount, postgresSorting, postgresTriggers } from './postgres.ts';
import { isShownBy, shownSorts } from './rules.ts';
import { sqliteRecount, sqliteSorting, sqliteTriggers } from './sqlite.ts';

/**
 * The products that each category shows: its own, and those of the categories below an anchor category, each once.
 * Triggers maintain it with `category_product`; code that moves categories calls `refreshCategoryContents`.
 */
interface CategoryShownTable {
  category_id: number;
  product_id: number;
  /** Position in the category itself; null if the product is only in a category below. */
  position: number | null;
  /** The product's global name, folded, and its price for visitors: rows are read in their order. */
  name: Generated<string>;
  charged_price: Generated<number>;
}

/**
 * The number of products of each kind: in one category or in all (0), on one website or on all (0). Triggers keep it
 * exact in the transaction of each change. On PostgreSQL, several rows of a kind add up.
 */
interface ProductTallyTable {
  category_id: number;
  website_id: number;
  type_id: string;
  attribute_set_id: number;
  status: number | null;
  visibility: number | null;
  is_salable: number;
  n: number;
}

/** A product that a place can sell, by a condition of its own. */
interface SoldTable {
  place: number;
  product_id: number;
}

declare module '../../../kernel/merged-types.ts' {
  interface Tables {
    catalog_product_sold: SoldTable;
    category_shown: CategoryShownTable;
    catalog_product_tally: ProductTallyTable;
  }
}

/** The columns of a product's kind in the first version of the tally. */
const kinds = ['type_id', 'attribute_set_id', 'status', 'visibility'] as const;

export const listingMigration: Migration = {
  name: '007-listing',
  async up(db, { kind }) {
    await createShown(db, kind);
    await createTally(db);
    await fill(db);
    const triggers = kind === 'sqlite' ? sqliteTriggers(kinds) : postgresTriggers(kinds);
    for (const statement of triggers) await statement.execute(db);
    await dropCount(db, kind);
    if (kind === 'postgres') await indexForPostgres(db);
  },
};

/** Adds salability of products, for lists that hide the others. All products are due: the server computes it. */
export const salableMigration: Migration = {
  name: '011-salable',
  async up(db, { kind }) {
    for (const table of ['catalog_product', 'catalog_product_tally'])
      await db.schema
        .alterTable(table)
        .addColumn('is_salable', 'integer', (column) => column.notNull().defaultTo(1))
        .execute();
    const now = [...kinds, 'is_salable'];
    for (const statement of kind === 'sqlite' ? sqliteRecount(now) : postgresRecount(now)) await statement.execute(db);
    await sql`update catalog_product set charged_until = ''`.execute(db);
  },
};

/**
 * Adds salability at places with their own conditions, such as websites with a stock of their own. Nothing becomes due:
 * no such places exist yet.
 */
export const soldMigration: Migration = {
  name: '013-sold-at-places',
  async up(db) {
    await db.schema
      .createTable('catalog_product_sold')
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('product_id', 'integer', (column) =>
        column.notNull().references('catalog_product.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('catalog_product_sold_key', ['product_id', 'place'])
      .execute();
    await db.schema.createIndex('catalog_product_sold_place').on('catalog_product_sold').column('place').execute();
  },
};

/** Adds the sort columns to the products of categories. */
export const sortedMigration: Migration = {
  name: '014-shown-in-order',
  async up(db, { kind, decimal }) {
    const table = db.schema.alterTable('category_shown');
    await table.addColumn('name', 'text').execute();
    await table.addColumn('charged_price', sql.raw(decimal)).execute();
    const [columns, values] = [
      sql.raw(shownSorts.map(({ column }) => column).join(', ')),
      sql.raw(shownSorts.map(({ value }) => value('p')).join(', ')),
    ];
    await sql`update category_shown set (${columns}) =
      (select ${values} from catalog_product p where p.id = category_shown.product_id)`.execute(db);
    for (const statement of kind === 'sqlite' ? sqliteSorting(shownSorts) : postgresSorting(shownSorts))
      await statement.execute(db);
    for (const { column } of shownSorts)
      await db.schema
        .createIndex(`category_shown_${column}`)
        .on('category_shown')
        .column('category_id')
        .expression(column === 'name' ? binary(sql.ref<string>(column)) : sql.ref(column))
        .column('product_id')
        .execute();
  },
};

/** Products at one position are listed the newest first: indexes go that way. */
export const newestFirstMigration: Migration = {
  name: '016-newest-first',
  async up(db, { kind }) {
    const indexes: [string, Expression<unknown>][] = [['category_shown_position', nullsFirst('position')]];
    // Storefronts show products of subcategories after those of the category itself.
    if (kind === 'postgres') indexes.push(['category_shown_position_last', sql.ref('position')]);
    for (const [name, position] of indexes) {
      await db.schema.dropIndex(name).execute();
      await sql`create index ${sql.ref(name)} on category_shown (category_id, ${position}, product_id desc)`.execute(
        db,
      );
    }
  },
};

async function createShown(db: Database, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('category_shown')
    .addColumn('category_id', 'integer', (column) => column.notNull())
    .addColumn('product_id', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer')
    .addPrimaryKeyConstraint('category_shown_key', ['category_id', 'product_id'])
    .modifyEnd(kind === 'sqlite' ? sql`without rowid` : sql``)
    .execute();
  await db.schema
    .createIndex('category_shown_position')
    .on('category_shown')
    .column('category_id')
    .expression(nullsFirst('position'))
    .column('product_id')
    .execute();
  await db.schema.createIndex('category_shown_product').on('category_shown').column('product_id').execute();
}

async function createTally(db: Database): Promise<void> {
  await db.schema
    .createTable('catalog_product_tally')
    .addColumn('category_id', 'integer', (column) => column.notNull())
    .addColumn('website_id', 'integer', (column) => column.notNull())
    .addColumn('type_id', 'text', (column) => column.notNull())
    .addColumn('attribute_set_id', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('visibility', 'integer')
    .addColumn('n', 'integer', (column) => column.notNull())
    .execute();
}

/** Fills the tables from existing data. */
async function fill(db: Database): Promise<void> {
  await sql`insert into category_shown (category_id, product_id, position)
    select a.id, l.product_id, max(case when a.id = d.id then l.position end)
    from category_product l join category d on d.id = l.category_id join category a on ${isShownBy('d', 'a')}
    group by a.id, l.product_id`.execute(db);
  const columns = sql.raw(kinds.join(', '));
  const ofProduct = sql.raw(kinds.map((column) => `p.${column}`).join(', '));
  await sql`insert into catalog_product_tally (category_id, website_id, ${columns}, n)
    select s.category_id, w.website_id, ${ofProduct}, count(*)
    from catalog_product p
    join (select 0 as category_id, id as product_id from catalog_product
      union all select category_id, product_id from category_shown) s on s.product_id = p.id
    join (select 0 as website_id, id as product_id from catalog_product
      union all select website_id, product_id from catalog_product_website) w on w.product_id = p.id
    group by s.category_id, w.website_id, ${ofProduct}`.execute(db);
}

/** Drops the counter of the first migration: the tally has the number of all products. */
async function dropCount(db: Database, kind: 'sqlite' | 'postgres'): Promise<void> {
  for (const event of ['insert', 'delete']) {
    const on = kind === 'sqlite' ? sql`` : sql` on catalog_product`;
    await sql`drop trigger ${sql.ref(`catalog_product_count_${event}`)}${on}`.execute(db);
  }
  if (kind === 'postgres') await sql`drop function catalog_product_count_changes()`.execute(db);
  await db.schema.dropTable('catalog_product_count').execute();
}

/** On PostgreSQL the tally has no key, and indexes have null last by default, while sorted lists have it first. */
async function indexForPostgres(db: Database): Promise<void> {
  await db.schema
    .createIndex('catalog_product_tally_place')
    .on('catalog_product_tally')
    .columns(['category_id', 'website_id'])
    .execute();
  await db.schema.dropIndex('catalog_product_price').execute();
  await db.schema
    .createIndex('catalog_product_price')
    .on('catalog_product')
    .expression(nullsFirst('price'))
    .column('id')
    .execute();
  await db.schema.dropIndex('catalog_product_name').execute();
  await db.schema
    .createIndex('catalog_product_name')
    .on('catalog_product')
    .expression(sql`${fold('name')} nulls first`)
    .column('id')
    .execute();
}
