import { sql } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { categoryMigrations } from './categories/tables.ts';
import { chargedPriceMigration } from './pricing/charged-price-migration.ts';
import { foldIndexMigration } from './products/fold-migration.ts';
import { linkMigration } from './links/tables.ts';
import {
  listingMigration,
  newestFirstMigration,
  salableMigration,
  soldMigration,
  sortedMigration,
} from './listing/tables.ts';
import { mediaMigration } from './media/tables.ts';
import { optionMigration } from './options/tables.ts';
import { productMigration } from './products/tables.ts';
import { websiteSaleMigration } from './products/website-sales.ts';
import { urlKeyIndexMigration, urlKeyMigration } from './url-keys-table.ts';

/** A product in a category. */
interface CategoryProductTable {
  category_id: number;
  product_id: number;
  position: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    category_product: CategoryProductTable;
  }
}

const categoryProductMigration: Migration = {
  name: '003-category-products',
  async up(db, { kind }) {
    await db.schema
      .createTable('category_product')
      .addColumn('category_id', 'integer', (column) => column.notNull().references('category.id').onDelete('cascade'))
      .addColumn('product_id', 'integer', (column) =>
        column.notNull().references('catalog_product.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('category_product_key', ['product_id', 'category_id'])
      .modifyEnd(kind === 'sqlite' ? sql`without rowid` : sql``)
      .execute();
    // A page of a category is read in the order of positions.
    await db.schema
      .createIndex('category_product_position')
      .on('category_product')
      .columns(['category_id', 'position', 'product_id'])
      .execute();
  },
};

export const migrations: readonly Migration[] = [
  productMigration,
  ...categoryMigrations,
  categoryProductMigration,
  optionMigration,
  linkMigration,
  mediaMigration,
  listingMigration,
  urlKeyMigration,
  foldIndexMigration,
  chargedPriceMigration,
  salableMigration,
  urlKeyIndexMigration,
  soldMigration,
  sortedMigration,
  websiteSaleMigration,
  newestFirstMigration,
];
