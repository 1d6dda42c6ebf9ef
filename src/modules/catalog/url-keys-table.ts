import { sql } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/**
 * Folded URL keys of products, and of categories right below the root, by store view; a key belongs to one product or category.
 */
interface UrlKeyTable {
  store_id: number;
  url_key: string;
  product_id: number | null;
  category_id: number | null;
}

declare module '../../kernel/call.ts' {
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
