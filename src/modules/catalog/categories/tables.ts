import { sql } from 'kysely';
import type { Migration } from '../../../kernel/module.ts';

/** A category: its place in the tree and its values of scope 0. */
export interface CategoryTable {
  id: number;
  /** 0 for the root of the tree. */
  parent_id: number;
  /** Ids from the root of the tree down to the category, joined by slashes: `1/2/5`. */
  path: string;
  /** 0 for the root of the tree, 1 for the root categories of stores. */
  level: number;
  /** Place among its siblings. */
  position: number;
  /** Number of all categories below it, on any level. */
  children_count: number;
  name: string | null;
  is_active: number | null;
  is_anchor: number | null;
  url_key: string | null;
  created_at: string;
  updated_at: string;
  /** Increased by every change of the category's values. */
  version: number;
  /** Values of scope 0 by attribute code, without those that are columns. */
  document: string;
}

/** The values that a store view overrides; there is a row only if it overrides one. */
interface CategoryStoreTable {
  category_id: number;
  store_id: number;
  /** Values by attribute code. */
  document: string;
}

declare module '../../../kernel/merged-types.ts' {
  interface Tables {
    category: CategoryTable;
    category_store: CategoryStoreTable;
  }
}

const categories: Migration = {
  name: '002-categories',
  async up(db, { kind, document }) {
    /** A subtree is a range of paths. With the database's own collation, the index could not find ranges. */
    const path = kind === 'sqlite' ? sql`text` : sql`text collate "C"`;
    await db.schema
      .createTable('category')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('parent_id', 'integer', (column) => column.notNull())
      .addColumn('path', path, (column) => column.notNull().unique())
      .addColumn('level', 'integer', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('children_count', 'integer', (column) => column.notNull())
      .addColumn('name', 'text')
      .addColumn('is_active', 'integer')
      .addColumn('is_anchor', 'integer')
      .addColumn('url_key', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('document', sql.raw(document), (column) => column.notNull())
      .execute();
    await db.schema.createIndex('category_position').on('category').columns(['parent_id', 'position']).execute();
    await db.schema.createIndex('category_url_key').on('category').columns(['parent_id', 'url_key']).execute();
    await db.schema
      .createTable('category_store')
      .addColumn('category_id', 'integer', (column) => column.notNull().references('category.id').onDelete('cascade'))
      .addColumn('store_id', 'integer', (column) => column.notNull())
      .addColumn('document', sql.raw(document), (column) => column.notNull())
      .addPrimaryKeyConstraint('category_store_key', ['category_id', 'store_id'])
      .modifyEnd(kind === 'sqlite' ? sql`without rowid` : sql``)
      .execute();
  },
};

/** Tables of categories; products in categories refer to them. */
export const categoryMigrations: readonly Migration[] = [categories];
