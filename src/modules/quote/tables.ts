import { sql, type Generated, type Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** The totals of a cart at its last write. Lists are filtered and sorted by them; responses recompute them. */
export interface CartFigures {
  readonly subtotal: number;
  readonly base_subtotal: number;
  readonly subtotal_with_discount: number;
  readonly base_subtotal_with_discount: number;
  readonly grand_total: number;
  readonly base_grand_total: number;
  /** Ids of the applied sales rules, joined by commas; null: none. */
  readonly applied_rule_ids: string | null;
}

/** A cart: columns for searchable fields; items, addresses, payment and customer in the document. */
interface QuoteTable extends CartFigures {
  id: Generated<number>;
  store_id: number;
  website_id: number;
  /** Null for a guest's cart, and for one without a customer. */
  customer_id: number | null;
  is_active: 0 | 1;
  /** 1: see `StoredCart`. */
  is_apart: Generated<0 | 1>;
  /** See `StoredCart`. */
  company_id: Generated<number>;
  is_virtual: 0 | 1;
  /** The id that guests know it by. */
  masked_id: string | null;
  created_at: string;
  updated_at: string;
  converted_at: string | null;
  items_count: number;
  items_qty: number;
  coupon_code: string | null;
  customer_email: string | null;
  customer_group_id: number;
  reserved_order_id: string | null;
  document: string;
  version: number;
}
/** The row of a cart. */
export type QuoteRow = Selectable<QuoteTable>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    quote: QuoteTable;
  }
}

const carts: Migration = {
  name: '001-carts',
  async up(db, types) {
    await db.schema
      .createTable('quote')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('store_id', 'integer', (column) => column.notNull())
      .addColumn('website_id', 'integer', (column) => column.notNull())
      .addColumn('customer_id', 'integer')
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('masked_id', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('converted_at', 'text')
      .addColumn('items_count', 'integer', (column) => column.notNull())
      .addColumn('items_qty', sql.raw(types.decimal), (column) => column.notNull())
      .addColumn('coupon_code', 'text')
      .addColumn('customer_email', 'text')
      .addColumn('customer_group_id', 'integer', (column) => column.notNull())
      .addColumn('reserved_order_id', 'text')
      .addColumn('document', sql.raw(types.document), (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('quote_mask').unique().on('quote').column('masked_id').execute();
    // A customer has one active cart per website, even if several requests create one at once.
    await db.schema
      .createIndex('quote_active_customer')
      .unique()
      .on('quote')
      .columns(['customer_id', 'website_id'])
      .where(sql.ref('is_active'), '=', sql.lit(1))
      .execute();
    await db.schema.createIndex('quote_customer').on('quote').columns(['customer_id', 'id']).execute();
    await db.schema.createIndex('quote_updated').on('quote').columns(['updated_at', 'id']).execute();
  },
};

/** The table of table rates: their module was once part of this one. */
const tableRates: Migration = {
  name: '002-table-rates',
  async up(db, types) {
    await db.schema
      .createTable('shipping_tablerate')
      .addColumn('pk', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('website_id', 'integer', (column) => column.notNull())
      .addColumn('dest_country_id', 'text', (column) => column.notNull())
      .addColumn('dest_region_id', 'integer', (column) => column.notNull())
      .addColumn('dest_zip', 'text', (column) => column.notNull())
      .addColumn('condition_name', 'text', (column) => column.notNull())
      .addColumn('condition_value', sql.raw(types.decimal), (column) => column.notNull())
      .addColumn('price', sql.raw(types.decimal), (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('shipping_tablerate_place')
      .unique()
      .on('shipping_tablerate')
      .columns(['website_id', 'condition_name', 'dest_country_id', 'dest_region_id', 'dest_zip', 'condition_value'])
      .execute();
  },
};

/** The items of a cart as rows with a `value`, by database. */
const itemRows = {
  sqlite: sql`json_each(quote.document, '$.items')`,
  postgres: sql`jsonb_array_elements(quote.document -> 'items')`,
};

const figures: Migration = {
  name: '003-figures',
  async up(db, types) {
    const amounts = ['subtotal', 'subtotal_with_discount', 'grand_total'].flatMap((name) => [name, `base_${name}`]);
    for (const name of amounts) {
      await db.schema
        .alterTable('quote')
        .addColumn(name, sql.raw(types.decimal), (column) => column.notNull().defaultTo(0))
        .execute();
    }
    await db.schema.alterTable('quote').addColumn('applied_rule_ids', 'text').execute();
    await db.schema
      .alterTable('quote')
      .addColumn('is_virtual', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // Of composite items the components count.
    const rows = itemRows[types.kind];
    await sql`update quote set is_virtual = 1 where items_count > 0 and not exists (
      select 1 from ${rows} as item where item.value ->> 'product_type' not in ('virtual', 'downloadable')
      and not exists (
        select 1 from ${rows} as part where part.value ->> 'parent_item_id' = item.value ->> 'item_id'
      ))`.execute(db);
  },
};

/** Payment data of earlier releases was stored unencrypted. */
const paymentData: Migration = {
  name: '004-payment-data',
  async up(db, { kind }) {
    const remove = {
      sqlite: sql`update quote set document = json_remove(document, '$.payment.additional_data')
        where json_type(document, '$.payment.additional_data') is not null`,
      postgres: sql`update quote set document = document #- '{payment,additional_data}'
        where document #> '{payment,additional_data}' is not null`,
    };
    await remove[kind].execute(db);
  },
};

/** Customers may have carts beside their own one per website. */
const apart: Migration = {
  name: '005-apart',
  async up(db) {
    await db.schema
      .alterTable('quote')
      .addColumn('is_apart', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.dropIndex('quote_active_customer').execute();
    await db.schema
      .createIndex('quote_active_customer')
      .unique()
      .on('quote')
      .columns(['customer_id', 'website_id'])
      .where(sql.ref('is_active'), '=', sql.lit(1))
      .where(sql.ref('is_apart'), '=', sql.lit(0))
      .execute();
  },
};

/** Customers of several companies have a cart for each of them. */
const companies: Migration = {
  name: '006-companies',
  async up(db) {
    await db.schema
      .alterTable('quote')
      .addColumn('company_id', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.dropIndex('quote_active_customer').execute();
    await db.schema
      .createIndex('quote_active_customer')
      .unique()
      .on('quote')
      .columns(['customer_id', 'website_id', 'company_id'])
      .where(sql.ref('is_active'), '=', sql.lit(1))
      .where(sql.ref('is_apart'), '=', sql.lit(0))
      .execute();
    await db.schema
      .createIndex('quote_company')
      .on('quote')
      .column('company_id')
      .where(sql.ref('company_id'), '<>', sql.lit(0))
      .execute();
  },
};

export const migrations: readonly Migration[] = [carts, tableRates, figures, paymentData, apart, companies];
