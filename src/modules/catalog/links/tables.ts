import { sql, type Generated } from 'kysely';
import type { Migration } from '../../../kernel/module.ts';

/** A link from a product to another. */
interface ProductLinkTable {
  link_id: Generated<number>;
  product_id: number;
  /** Code of a `LinkType`. */
  link_type_id: number;
  linked_product_id: number;
  position: number;
  qty: number | null;
}

declare module '../../../kernel/merged-types.ts' {
  interface Tables {
    catalog_product_link: ProductLinkTable;
  }
}

export const linkMigration: Migration = {
  name: '005-product-links',
  async up(db, { decimal }) {
    await db.schema
      .createTable('catalog_product_link')
      .addColumn('link_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('product_id', 'integer', (column) =>
        column.notNull().references('catalog_product.id').onDelete('cascade'),
      )
      .addColumn('link_type_id', 'integer', (column) => column.notNull())
      .addColumn('linked_product_id', 'integer', (column) =>
        column.notNull().references('catalog_product.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('qty', sql.raw(decimal))
      .addUniqueConstraint('catalog_product_link_key', ['product_id', 'link_type_id', 'linked_product_id'])
      .execute();
    await db.schema
      .createIndex('catalog_product_link_linked')
      .on('catalog_product_link')
      .columns(['linked_product_id', 'link_type_id'])
      .execute();
  },
};
