import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { sql } from 'kysely';
import { fold } from '../../storage/sql.ts';

/** A shared catalog. Its tax class is that of its customer group. */
interface SharedCatalogTable {
  entity_id: Generated<number>;
  /** Unique, ignoring case. */
  name: string;
  description: string | null;
  /** The group whose customers buy from the catalog; each has one catalog at most. */
  customer_group_id: number;
  /** See `catalogTypes`; one catalog is public. */
  type: number;
  created_at: string;
  /** Id of the admin user who created it. */
  created_by: number | null;
  /** The store (group) that the catalog is for; 0: all. */
  store_id: number;
}
/** A row of `shared_catalog`. */
export type SharedCatalogRow = Selectable<SharedCatalogTable>;

/** That a product is in a catalog. */
interface SharedCatalogProductTable {
  catalog_id: number;
  product_id: number;
}

/** That a category is in a catalog. */
interface SharedCatalogCategoryTable {
  catalog_id: number;
  category_id: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    shared_catalog: SharedCatalogTable;
    shared_catalog_product: SharedCatalogProductTable;
    shared_catalog_category: SharedCatalogCategoryTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-shared-catalogs',
    async up(db) {
      await db.schema
        .createTable('shared_catalog')
        .addColumn('entity_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('description', 'text')
        .addColumn('customer_group_id', 'integer', (column) => column.notNull().unique())
        .addColumn('type', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('created_by', 'integer')
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('shared_catalog_name')
        .unique()
        .on('shared_catalog')
        .expression(fold('name'))
        .execute();
      await db.schema
        .createIndex('shared_catalog_public')
        .unique()
        .on('shared_catalog')
        .column('type')
        .where(sql.ref('type'), '=', sql.lit(1))
        .execute();
      await db.schema
        .createTable('shared_catalog_product')
        .addColumn('catalog_id', 'integer', (column) =>
          column.notNull().references('shared_catalog.entity_id').onDelete('cascade'),
        )
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addPrimaryKeyConstraint('shared_catalog_product_key', ['catalog_id', 'product_id'])
        .execute();
      await db.schema
        .createIndex('shared_catalog_product_product')
        .on('shared_catalog_product')
        .column('product_id')
        .execute();
      await db.schema
        .createTable('shared_catalog_category')
        .addColumn('catalog_id', 'integer', (column) =>
          column.notNull().references('shared_catalog.entity_id').onDelete('cascade'),
        )
        .addColumn('category_id', 'integer', (column) => column.notNull().references('category.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('shared_catalog_category_key', ['catalog_id', 'category_id'])
        .execute();
      await db.schema
        .createIndex('shared_catalog_category_category')
        .on('shared_catalog_category')
        .column('category_id')
        .execute();
    },
  },
];
