import { sql, type Generated } from 'kysely';
import type { Migration } from '../../../kernel/module.ts';
import { createCounter } from '../../../storage/criteria/counter.ts';
import { fold } from '../../../storage/sql.ts';

/** A product: its identity, and its values of scope 0. */
export interface ProductTable {
  id: Generated<number>;
  sku: string;
  type_id: string;
  attribute_set_id: number;
  name: string | null;
  price: number | null;
  status: number | null;
  visibility: number | null;
  weight: number | null;
  has_options: number;
  required_options: number;
  created_at: string;
  updated_at: string;
  /** Increased by every change of the product, or of data in its response. */
  version: number;
  /** A `ProductDocument`. */
  document: string;
  /** The price for visitors; lists are sorted by it; see `charged-price.ts`. */
  charged_price: number;
  /** When `charged_price` and `is_salable` have to be computed again; null: not by themselves. */
  charged_until: string | null;
  /** 1 if it can be sold; lists are narrowed by it; see `salable.ts`. */
  is_salable: Generated<number>;
}

/** The values that a store view overrides; there is a row only if it overrides one. */
export interface ProductStoreTable {
  product_id: number;
  store_id: number;
  /** Values by attribute code. */
  document: string;
}

interface ProductWebsiteTable {
  product_id: number;
  website_id: number;
}

/**
 * The attribute values by which lists are searched and sorted: one row for each value of scope 0 that is not a column of the
 * product, and one for each override of a store view.
 */
interface ProductIndexTable {
  product_id: number;
  attribute_id: number;
  store_id: number;
  /** Folded, and cut to the length of the index. */
  text_value: string | null;
  /** The whole folded text, if `text_value` is cut. */
  long_text: string | null;
  number_value: number | null;
}

/** Attributes that some store view overrides in some product: lists look for overrides of these only. */
interface ProductOverrideTable {
  attribute_id: number;
  store_id: number;
}

declare module '../../../kernel/merged-types.ts' {
  interface Tables {
    catalog_product: ProductTable;
    catalog_product_store: ProductStoreTable;
    catalog_product_website: ProductWebsiteTable;
    catalog_product_index: ProductIndexTable;
    catalog_product_override: ProductOverrideTable;
  }
}

export const productMigration: Migration = {
  name: '001-products',
  async up(db, dialect) {
    const { kind, document, decimal } = dialect;
    /** In SQLite, rows that are found only by their key need no second tree. */
    const keyed = kind === 'sqlite' ? sql`without rowid` : sql``;
    /** Texts in binary order: with the database's own collation, an index could not find ranges. */
    const folded = kind === 'sqlite' ? sql`text` : sql`text collate "C"`;
    await db.schema
      .createTable('catalog_product')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('sku', 'text', (column) => column.notNull())
      .addColumn('type_id', 'text', (column) => column.notNull())
      .addColumn('attribute_set_id', 'integer', (column) =>
        column.notNull().references('eav_attribute_set.attribute_set_id'),
      )
      .addColumn('name', 'text')
      .addColumn('price', sql.raw(decimal))
      .addColumn('status', 'integer')
      .addColumn('visibility', 'integer')
      .addColumn('weight', sql.raw(decimal))
      .addColumn('has_options', 'integer', (column) => column.notNull())
      .addColumn('required_options', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('document', sql.raw(document), (column) => column.notNull())
      .execute();
    await db.schema.createIndex('catalog_product_sku').unique().on('catalog_product').expression(fold('sku')).execute();
    await db.schema.createIndex('catalog_product_name').on('catalog_product').expression(fold('name')).execute();
    for (const column of ['price', 'status', 'updated_at', 'created_at', 'attribute_set_id'] as const) {
      await db.schema.createIndex(`catalog_product_${column}`).on('catalog_product').columns([column, 'id']).execute();
    }

    await db.schema
      .createTable('catalog_product_store')
      .addColumn('product_id', 'integer', (column) =>
        column.notNull().references('catalog_product.id').onDelete('cascade'),
      )
      .addColumn('store_id', 'integer', (column) => column.notNull())
      .addColumn('document', sql.raw(document), (column) => column.notNull())
      .addPrimaryKeyConstraint('catalog_product_store_key', ['product_id', 'store_id'])
      .execute();

    await db.schema
      .createTable('catalog_product_website')
      .addColumn('product_id', 'integer', (column) =>
        column.notNull().references('catalog_product.id').onDelete('cascade'),
      )
      .addColumn('website_id', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('catalog_product_website_key', ['product_id', 'website_id'])
      .modifyEnd(keyed)
      .execute();
    await db.schema
      .createIndex('catalog_product_website_website')
      .on('catalog_product_website')
      .columns(['website_id', 'product_id'])
      .execute();

    await db.schema
      .createTable('catalog_product_index')
      .addColumn('product_id', 'integer', (column) =>
        column.notNull().references('catalog_product.id').onDelete('cascade'),
      )
      .addColumn('attribute_id', 'integer', (column) => column.notNull())
      .addColumn('store_id', 'integer', (column) => column.notNull())
      .addColumn('text_value', folded)
      .addColumn('long_text', folded)
      .addColumn('number_value', sql.raw(decimal))
      .addPrimaryKeyConstraint('catalog_product_index_key', ['product_id', 'attribute_id', 'store_id'])
      .modifyEnd(keyed)
      .execute();
    for (const column of ['text_value', 'number_value'] as const) {
      await db.schema
        .createIndex(`catalog_product_index_${column}`)
        .on('catalog_product_index')
        .columns(['attribute_id', 'store_id', column, 'product_id'])
        .where(column, 'is not', null)
        .execute();
    }
    await db.schema
      .createTable('catalog_product_override')
      .addColumn('attribute_id', 'integer', (column) => column.notNull())
      .addColumn('store_id', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('catalog_product_override_key', ['attribute_id', 'store_id'])
      .execute();

    await db.schema
      .createTable('catalog_product_url_key')
      .addColumn('store_id', 'integer', (column) => column.notNull())
      .addColumn('url_key', folded, (column) => column.notNull())
      .addColumn('product_id', 'integer', (column) =>
        column.notNull().references('catalog_product.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('catalog_product_url_key_key', ['store_id', 'url_key'])
      .modifyEnd(keyed)
      .execute();
    await db.schema
      .createIndex('catalog_product_url_key_product')
      .on('catalog_product_url_key')
      .column('product_id')
      .execute();
    // Lists without filters need not count products.
    await createCounter(db, dialect, 'catalog_product');
  },
};
