import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** An option of a bundle. */
export interface BundleOptionTable {
  id: Generated<number>;
  product_id: number;
  position: number;
  required: number;
  type: string;
  /** A document: titles by store id; 0 for all store views. */
  titles: string;
}

/** A selection: a product that can be chosen in an option. */
export interface BundleLinkTable {
  id: Generated<number>;
  option_id: number;
  /** The bundle. */
  product_id: number;
  /** Null only after the product was deleted and before this row is, within one transaction. */
  child_id: number | null;
  position: number;
  qty: number;
  is_default: number;
  price: number;
  /** 0: an amount, 1: a percentage of the bundle's price. */
  price_type: number;
  can_change_quantity: number;
  /** A document: prices of websites of their own, as `LinkPrices`; null: none. */
  prices: string | null;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    bundle_option: BundleOptionTable;
    bundle_link: BundleLinkTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-bundles',
    async up(db, { document, decimal }) {
      await db.schema
        .createTable('bundle_option')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('required', 'integer', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('titles', sql.raw(document), (column) => column.notNull())
        .execute();
      await db.schema.createIndex('bundle_option_product').on('bundle_option').column('product_id').execute();
      await db.schema
        .createTable('bundle_link')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('option_id', 'integer', (column) =>
          column.notNull().references('bundle_option.id').onDelete('cascade'),
        )
        .addColumn('product_id', 'integer', (column) => column.notNull())
        .addColumn('child_id', 'integer', (column) => column.references('catalog_product.id').onDelete('set null'))
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('qty', sql.raw(decimal), (column) => column.notNull())
        .addColumn('is_default', 'integer', (column) => column.notNull())
        .addColumn('price', sql.raw(decimal), (column) => column.notNull())
        .addColumn('price_type', 'integer', (column) => column.notNull())
        .addColumn('can_change_quantity', 'integer', (column) => column.notNull())
        .addUniqueConstraint('bundle_link_key', ['option_id', 'child_id'])
        .execute();
      for (const column of ['product_id', 'child_id'] as const) {
        await db.schema.createIndex(`bundle_link_${column}`).on('bundle_link').column(column).execute();
      }
    },
  },
  {
    name: '002-prices-of-websites',
    async up(db, { document }) {
      await db.schema.alterTable('bundle_link').addColumn('prices', sql.raw(document)).execute();
    },
  },
];
