import type { Migration } from '../../kernel/module.ts';

/** A website: the scope of customers, prices and stock. Id 0 is the admin's. */
export interface WebsiteTable {
  id: number;
  code: string;
  name: string;
  /** Group of the store view that visitors see first; 0 while the website has none. */
  default_group_id: number;
  /** 1 for the website of calls without a store code. */
  is_default: 0 | 1;
}

/** A store: views of one website that share a root category. */
export interface StoreGroupTable {
  id: number;
  website_id: number;
  root_category_id: number;
  /** First view of the group; 0 while it has none. */
  default_store_id: number;
  name: string;
  code: string;
}

/** A store view. */
export interface StoreViewTable {
  id: number;
  code: string;
  name: string;
  website_id: number;
  store_group_id: number;
  is_active: 0 | 1;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    store_website: WebsiteTable;
    store_group: StoreGroupTable;
    store: StoreViewTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-stores',
    async up(db) {
      await db.schema
        .createTable('store_website')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('code', 'text', (column) => column.notNull().unique())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('default_group_id', 'integer', (column) => column.notNull())
        .addColumn('is_default', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('store_group')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('website_id', 'integer', (column) => column.notNull().references('store_website.id'))
        .addColumn('root_category_id', 'integer', (column) => column.notNull())
        .addColumn('default_store_id', 'integer', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('code', 'text', (column) => column.notNull().unique())
        .execute();
      await db.schema
        .createTable('store')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('code', 'text', (column) => column.notNull().unique())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('website_id', 'integer', (column) => column.notNull().references('store_website.id'))
        .addColumn('store_group_id', 'integer', (column) => column.notNull().references('store_group.id'))
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .execute();
    },
  },
];
