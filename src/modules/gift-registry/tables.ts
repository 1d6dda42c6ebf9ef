import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { storefrontMigration } from './storefront-tables.ts';

/** A registry: searchable fields in columns; message, event and address in the document. */
export interface RegistryTable {
  id: Generated<number>;
  /** The public id, which nobody can guess. */
  uid: string;
  /** Code of its type. */
  type: string;
  customer_id: number;
  website_id: number;
  /** 0: only its owner may ship to it. */
  is_public: 0 | 1;
  is_active: 0 | 1;
  title: string;
  created_at: string;
  document: string;
  version: number;
}

/** A wanted product; unique within a registry. */
interface RegistryItemTable {
  id: Generated<number>;
  registry_id: number;
  product_id: number;
  qty: number;
  note: string | null;
  added_at: string;
}

/** Units of a registry item in an order item, without canceled and refunded ones. */
interface RegistryGiftTable {
  order_item_id: number;
  order_id: number;
  registry_item_id: number;
  qty: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    gift_registry: RegistryTable;
    gift_registry_item: RegistryItemTable;
    gift_registry_gift: RegistryGiftTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-registries',
    async up(db, dialect) {
      await db.schema
        .createTable('gift_registry')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('customer_id', 'integer', (column) => column.notNull())
        .addColumn('website_id', 'integer', (column) => column.notNull())
        .addColumn('is_public', 'integer', (column) => column.notNull())
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('document', sql.raw(dialect.document), (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('gift_registry_customer').on('gift_registry').column('customer_id').execute();
      await db.schema
        .createTable('gift_registry_item')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('registry_id', 'integer', (column) =>
          column.notNull().references('gift_registry.id').onDelete('cascade'),
        )
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('qty', dialect.decimal, (column) => column.notNull())
        .addColumn('note', 'text')
        .addColumn('added_at', 'text', (column) => column.notNull())
        .addUniqueConstraint('gift_registry_item_product', ['registry_id', 'product_id'])
        .execute();
      await db.schema
        .createIndex('gift_registry_item_of_product')
        .on('gift_registry_item')
        .column('product_id')
        .execute();
      await db.schema
        .createTable('gift_registry_gift')
        .addColumn('order_item_id', 'integer', (column) => column.primaryKey())
        .addColumn('order_id', 'integer', (column) => column.notNull())
        // No foreign key: an order must not fail because its registry changes at the same time.
        .addColumn('registry_item_id', 'integer', (column) => column.notNull())
        .addColumn('qty', dialect.decimal, (column) => column.notNull())
        .execute();
      for (const column of ['order_id', 'registry_item_id']) {
        await db.schema.createIndex(`gift_registry_gift_${column}`).on('gift_registry_gift').column(column).execute();
      }
    },
  },
  storefrontMigration,
];
