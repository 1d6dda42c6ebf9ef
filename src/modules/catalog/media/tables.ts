import { sql, type Generated } from 'kysely';
import type { Migration } from '../../../kernel/module.ts';

/** An image or video of a product. */
export interface ProductMediaTable {
  id: Generated<number>;
  product_id: number;
  /** Path below `catalog/product` in the media folder. */
  file: string;
  /** SHA-256 of the file. */
  hash: string;
  /** A `MediaDocument`. */
  document: string;
}

declare module '../../../kernel/merged-types.ts' {
  interface Tables {
    catalog_product_media: ProductMediaTable;
  }
}

export const mediaMigration: Migration = {
  name: '006-product-media',
  async up(db, { document }) {
    await db.schema
      .createTable('catalog_product_media')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('product_id', 'integer', (column) =>
        column.notNull().references('catalog_product.id').onDelete('cascade'),
      )
      .addColumn('file', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('document', sql.raw(document), (column) => column.notNull())
      .execute();
    for (const column of ['product_id', 'hash'] as const) {
      await db.schema
        .createIndex(`catalog_product_media_${column}`)
        .on('catalog_product_media')
        .column(column)
        .execute();
    }
  },
};
