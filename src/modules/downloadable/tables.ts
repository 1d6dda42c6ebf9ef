import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A link: something that buyers of a product may download. */
export interface DownloadableLinkTable {
  id: Generated<number>;
  product_id: number;
  sort_order: number;
  is_shareable: number;
  /** 0: any number of times. */
  number_of_downloads: number;
  link_type: string;
  link_file: string | null;
  link_url: string | null;
  sample_type: string | null;
  sample_file: string | null;
  sample_url: string | null;
  /** A document: titles by store id; 0 for all store views. */
  titles: string;
  /** A document: prices by website id; 0 for all websites. */
  prices: string;
}

/** A sample: something that everybody may download. */
export interface DownloadableSampleTable {
  id: Generated<number>;
  product_id: number;
  sort_order: number;
  sample_type: string;
  sample_file: string | null;
  sample_url: string | null;
  /** A document: titles by store id; 0 for all store views. */
  titles: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    downloadable_link: DownloadableLinkTable;
    downloadable_sample: DownloadableSampleTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-downloadable',
    async up(db, { document }) {
      await db.schema
        .createTable('downloadable_link')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('sort_order', 'integer', (column) => column.notNull())
        .addColumn('is_shareable', 'integer', (column) => column.notNull())
        .addColumn('number_of_downloads', 'integer', (column) => column.notNull())
        .addColumn('link_type', 'text', (column) => column.notNull())
        .addColumn('link_file', 'text')
        .addColumn('link_url', 'text')
        .addColumn('sample_type', 'text')
        .addColumn('sample_file', 'text')
        .addColumn('sample_url', 'text')
        .addColumn('titles', sql.raw(document), (column) => column.notNull())
        .addColumn('prices', sql.raw(document), (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('downloadable_sample')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('sort_order', 'integer', (column) => column.notNull())
        .addColumn('sample_type', 'text', (column) => column.notNull())
        .addColumn('sample_file', 'text')
        .addColumn('sample_url', 'text')
        .addColumn('titles', sql.raw(document), (column) => column.notNull())
        .execute();
      for (const table of ['downloadable_link', 'downloadable_sample'] as const) {
        await db.schema.createIndex(`${table}_product`).on(table).column('product_id').execute();
      }
    },
  },
  {
    name: '002-purchases',
    async up(db) {
      await db.schema
        .createTable('downloadable_purchased_link')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('order_id', 'integer', (column) => column.notNull())
        .addColumn('order_item_id', 'integer', (column) => column.notNull())
        .addColumn('customer_id', 'integer')
        .addColumn('link_id', 'integer', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('is_shareable', 'integer', (column) => column.notNull())
        .addColumn('link_type', 'text', (column) => column.notNull())
        .addColumn('link_file', 'text')
        .addColumn('link_url', 'text')
        .addColumn('downloads_bought', 'integer', (column) => column.notNull())
        .addColumn('downloads_used', 'integer', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('downloadable_purchased_link_order')
        .on('downloadable_purchased_link')
        .columns(['order_id', 'id'])
        .execute();
    },
  },
];
