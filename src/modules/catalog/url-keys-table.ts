import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../kernel/call.ts';
import type { Migration } from '../../kernel/module.ts';
import { fold } from '../../storage/sql.ts';

/**
 * Folded URL keys of products, and of categories right below the root, by store view; a key belongs to one product or category.
 */
interface UrlKeyTable {
  store_id: number;
  url_key: string;
  product_id: number | null;
  category_id: number | null;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    catalog_url_key: UrlKeyTable;
  }
}

/** Before, products had a table of their own. A key that a product and a category share stays with the product. */
export const urlKeyMigration: Migration = {
  name: '008-url-keys',
  async up(db, { kind }) {
    const folded = kind === 'sqlite' ? sql`text` : sql`text collate "C"`;
    await db.schema
      .createTable('catalog_url_key')
      .addColumn('store_id', 'integer', (column) => column.notNull())
      .addColumn('url_key', folded, (column) => column.notNull())
      .addColumn('product_id', 'integer', (column) => column.references('catalog_product.id').onDelete('cascade'))
      .addColumn('category_id', 'integer', (column) => column.references('category.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('catalog_url_key_key', ['store_id', 'url_key'])
      .modifyEnd(kind === 'sqlite' ? sql`without rowid` : sql``)
      .execute();
    await sql`insert into catalog_url_key (store_id, url_key, product_id)
      select store_id, url_key, product_id from catalog_product_url_key`.execute(db);
    const key = kind === 'sqlite' ? sql`json_extract(o.document, '$.url_key')` : sql`(o.document ->> 'url_key')`;
    await sql`insert into catalog_url_key (store_id, url_key, category_id)
      select v.id, fold_text(coalesce(${key}, c.url_key)), c.id
      from category c
      join store_group g on g.root_category_id = c.parent_id
      join store v on v.store_group_id = g.id and v.id <> 0
      left join category_store o on o.category_id = c.id and o.store_id = v.id
      where coalesce(${key}, c.url_key) is not null
      on conflict do nothing`.execute(db);
    await db.schema.dropTable('catalog_product_url_key').execute();
    for (const column of ['product_id', 'category_id'] as const) {
      await db.schema.createIndex(`catalog_url_key_${column}`).on('catalog_url_key').column(column).execute();
    }
  },
};

/** Keys are looked up to show pages: by parent and key, and store views that were made after their products have rows as well. */
export const urlKeyIndexMigration: Migration = {
  name: '012-url-keys-of-views',
  async up(db, { kind }) {
    const own =
      kind === 'sqlite' ? sql<string>`json_extract(document, '$.url_key')` : sql<string>`(document ->> 'url_key')`;
    await sql`create index category_child_url_key on category (parent_id, ${fold('url_key')})`.execute(db);
    // Storefronts show products of subcategories after those of the category itself.
    if (kind === 'postgres') {
      await sql`create index category_shown_position_last on category_shown (category_id, position, product_id)`.execute(
        db,
      );
    }
    await sql`create index category_store_url_key on category_store (store_id, ${fold(own)})`.execute(db);
    const views = sql`select v.id, v.website_id, g.root_category_id from store v
      join store_group g on g.id = v.store_group_id where v.id <> 0`;
    await takeKeysOfViews(db, kind, views);
  },
};

/**
 * Takes the URL keys of all products and top categories in store views (a query of `id`, `website_id` and
 * `root_category_id`). In a conflict, the older entity keeps the key.
 */
export async function takeKeysOfViews(
  db: Database,
  kind: 'sqlite' | 'postgres',
  views: RawBuilder<unknown>,
): Promise<void> {
  const inDocument = (column: string, ...path: string[]): RawBuilder<string> =>
    kind === 'sqlite'
      ? sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${path.join('.')}`)})`
      : sql`(${sql.ref(column)} #>> ${sql.lit(`{${path.join(',')}}`)}::text[])`;
  const productKey = fold(
    sql<string>`coalesce(${inDocument('o.document', 'url_key')}, ${inDocument('p.document', 'values', 'url_key')})`,
  );
  await sql`insert into catalog_url_key (store_id, url_key, product_id)
    select v.id, ${productKey}, p.id
    from (${views}) v join catalog_product_website w on w.website_id = v.website_id
    join catalog_product p on p.id = w.product_id
    left join catalog_product_store o on o.product_id = p.id and o.store_id = v.id
    where coalesce(cast(${inDocument('o.document', 'visibility')} as integer), p.visibility, 4) <> 1
      and ${productKey} <> ''
    order by p.id
    on conflict do nothing`.execute(db);
  const categoryKey = fold(sql<string>`coalesce(${inDocument('o.document', 'url_key')}, c.url_key)`);
  await sql`insert into catalog_url_key (store_id, url_key, category_id)
    select v.id, ${categoryKey}, c.id
    from (${views}) v join category c on c.parent_id = v.root_category_id
    left join category_store o on o.category_id = c.id and o.store_id = v.id
    where ${categoryKey} <> ''
    order by c.id
    on conflict do nothing`.execute(db);
}
