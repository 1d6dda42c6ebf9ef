import { sql, type Generated } from 'kysely';
import type { Migration } from '../../../kernel/module.ts';

/** A custom option; its fields are those of `StoredOption`. */
export interface ProductOptionTable {
  option_id: Generated<number>;
  product_id: number;
  type: string;
  sort_order: number;
  is_require: number;
  /** An `OptionDocument`. */
  document: string;
}

declare module '../../../kernel/merged-types.ts' {
  interface Tables {
    catalog_product_option: ProductOptionTable;
  }
}

export const optionMigration: Migration = {
  name: '004-product-options',
  async up(db, { document }) {
    await db.schema
      .createTable('catalog_product_option')
      .addColumn('option_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('product_id', 'integer', (column) =>
        column.notNull().references('catalog_product.id').onDelete('cascade'),
      )
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('sort_order', 'integer', (column) => column.notNull())
      .addColumn('is_require', 'integer', (column) => column.notNull())
      .addColumn('document', sql.raw(document), (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('catalog_product_option_product')
      .on('catalog_product_option')
      .column('product_id')
      .execute();
  },
};
