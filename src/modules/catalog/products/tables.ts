import { sql, type Generated } from 'kysely';
import type { Migration } from '../../../kernel/module.ts';
import { keepCount } from '../../../search/counter.ts';
import { fold } from '../../../storage/sql.ts';

/** A product: what identifies it and its values of scope 0. */
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
  /** Counted up by every change of the product or of what its answer shows. */
  version: number;
  /** A `ProductDocument`. */
  document: string;
  /** What a visitor pays for it, as lists are sorted by; see `charged-price.ts`. */
  charged_price: number;
  /** When that, and `is_salable`, are to be worked out anew; null: not by itself. */
  charged_until: string | null;
  /** 1 where it can be sold, as lists are narrowed by; see `salable.ts`. */
  is_salable: Generated<number>;
}

/** What a store view overrides; a row exists only where it overrides something. */
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
 * The attribute values that lists are searched and sorted by: one row for each value of scope 0 that is no column of the
 * product, and one for each override of a store view.
 */
interface ProductIndexTable {
  product_id: number;
  attribute_id: number;
  store_id: number;
  /** Folded, and cut to the length that an index takes. */
  text_value: string | null;
  /** Folded and whole, where `text_value` is cut. */
  long_text: string | null;
  number_value: number | null;
}

/** Attributes that some store view overrides for some product: lists look for overrides of these only. */
interface ProductOverrideTable {
  attribute_id: number;
  store_id: number;
}

declare module '../../../kernel/call.ts' {
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
    /** Rows that are found by their key alone need no second tree in SQLite. */
    const keyed = kind === 'sqlite' ? sql`without rowid` : sql``;
    /** Texts that are compared as they are: the database's own order would keep an index from serving ranges. */
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
    // Lists without filters need not count.
    await keepCount(db, dialect, 'catalog_product');
  },
};
