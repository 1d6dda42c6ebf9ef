import { sql, type Generated, type Kysely } from 'kysely';
import type { Tables } from '../../kernel/call.ts';
import type { DialectTypes, Migration } from '../../kernel/module.ts';
import { createCounter } from '../../storage/criteria/counter.ts';
import { fold } from '../../storage/sql.ts';
import { documentText } from '../../storage/criteria/document-fields.ts';

/** An order: columns for the fields that are searched most, and a JSON document with every field as on the wire. */
export interface OrderTable {
  id: Generated<number>;
  increment_id: string;
  store_id: number;
  state: string;
  status: string;
  customer_id: number | null;
  customer_email: string;
  quote_id: number | null;
  grand_total: number;
  created_at: string;
  updated_at: string;
  document: string;
  version: number;
}

/** An item of an order. It has no version: that of the order counts. */
export interface OrderItemTable {
  item_id: Generated<number>;
  order_id: number;
  parent_item_id: number | null;
  product_id: number | null;
  sku: string;
  created_at: string;
  document: string;
}

/** An invoice, a shipment or a credit memo. */
interface DocumentTable {
  id: Generated<number>;
  order_id: number;
  increment_id: string;
  store_id: number;
  /** Null for a shipment. */
  state: number | null;
  created_at: string;
  document: string;
  version: number;
}

/** The shipment that has a track. */
interface TrackTable {
  entity_id: Generated<number>;
  shipment_id: number;
}

/** A transaction with a payment provider. */
export interface TransactionTable {
  transaction_id: Generated<number>;
  parent_id: number | null;
  order_id: number;
  payment_id: number;
  txn_id: string;
  parent_txn_id: string | null;
  txn_type: string;
  is_closed: 0 | 1;
  /** JSON list of texts. */
  additional_information: string;
  created_at: string;
}

/** A request about an order that a guest has to confirm. */
interface ConfirmationTable {
  kind: string;
  /** Id of the subject, by kind: the order of a cancellation, a return. */
  subject_id: number;
  order_id: number;
  /** SHA-256 of the key that confirms it. */
  key_hash: string;
  /** Meaning by kind, such as the reason of a cancellation. */
  content: string;
  created_at: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    sales_order: OrderTable;
    sales_order_item: OrderItemTable;
    sales_invoice: DocumentTable;
    sales_shipment: DocumentTable;
    sales_creditmemo: DocumentTable;
    sales_shipment_track: TrackTable;
    sales_payment_transaction: TransactionTable;
    sales_order_confirmation: ConfirmationTable;
  }
}

async function createOrders(db: Kysely<Tables>, dialect: DialectTypes): Promise<void> {
  await db.schema
    .createTable('sales_order')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('increment_id', 'text', (column) => column.notNull())
    .addColumn('store_id', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('customer_id', 'integer')
    .addColumn('customer_email', 'text', (column) => column.notNull())
    .addColumn('quote_id', 'integer')
    .addColumn('grand_total', sql.raw(dialect.decimal), (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('document', sql.raw(dialect.document), (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sales_order_increment_id')
    .unique()
    .on('sales_order')
    .expression(fold('increment_id'))
    .column('store_id')
    .execute();
  await db.schema
    .createIndex('sales_order_customer_email')
    .on('sales_order')
    .expression(fold('customer_email'))
    .column('id')
    .execute();
  // Integrations mostly ask for the orders of a status, newest or oldest first.
  await db.schema
    .createIndex('sales_order_status_created_at')
    .on('sales_order')
    .columns(['status', 'created_at', 'id'])
    .execute();
  for (const column of ['status', 'state', 'customer_id', 'quote_id', 'grand_total', 'created_at', 'updated_at']) {
    await db.schema.createIndex(`sales_order_${column}`).on('sales_order').columns([column, 'id']).execute();
  }
}

async function createItems(db: Kysely<Tables>, dialect: DialectTypes): Promise<void> {
  await db.schema
    .createTable('sales_order_item')
    .addColumn('item_id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('order_id', 'integer', (column) => column.notNull())
    .addColumn('parent_item_id', 'integer')
    .addColumn('product_id', 'integer')
    .addColumn('sku', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('document', sql.raw(dialect.document), (column) => column.notNull())
    .execute();
  for (const column of ['order_id', 'product_id', 'created_at']) {
    await db.schema
      .createIndex(`sales_order_item_${column}`)
      .on('sales_order_item')
      .columns([column, 'item_id'])
      .execute();
  }
  await db.schema
    .createIndex('sales_order_item_sku')
    .on('sales_order_item')
    .expression(fold('sku'))
    .column('item_id')
    .execute();
}

async function createDocuments(db: Kysely<Tables>, dialect: DialectTypes, name: string): Promise<void> {
  await db.schema
    .createTable(name)
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('order_id', 'integer', (column) => column.notNull())
    .addColumn('increment_id', 'text', (column) => column.notNull())
    .addColumn('store_id', 'integer', (column) => column.notNull())
    .addColumn('state', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('document', sql.raw(dialect.document), (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  for (const column of ['order_id', 'state', 'created_at']) {
    await db.schema.createIndex(`${name}_${column}`).on(name).columns([column, 'id']).execute();
  }
  await db.schema
    .createIndex(`${name}_increment_id`)
    .on(name)
    .expression(fold('increment_id'))
    .column('store_id')
    .execute();
}

/** The tables of documents; they have the same columns. */
const documentTables = ['sales_invoice', 'sales_shipment', 'sales_creditmemo'] as const;

export const migrations: readonly Migration[] = [
  {
    name: '001-orders',
    async up(db, dialect) {
      await createOrders(db, dialect);
      await createItems(db, dialect);
      for (const name of documentTables) {
        await createDocuments(db, dialect, name);
      }
      await db.schema
        .createTable('sales_shipment_track')
        .addColumn('entity_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('shipment_id', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('sales_payment_transaction')
        .addColumn('transaction_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('parent_id', 'integer')
        .addColumn('order_id', 'integer', (column) => column.notNull())
        .addColumn('payment_id', 'integer', (column) => column.notNull())
        .addColumn('txn_id', 'text', (column) => column.notNull())
        .addColumn('parent_txn_id', 'text')
        .addColumn('txn_type', 'text', (column) => column.notNull())
        .addColumn('is_closed', 'integer', (column) => column.notNull())
        .addColumn('additional_information', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      for (const column of ['order_id', 'parent_id']) {
        await db.schema
          .createIndex(`sales_payment_transaction_${column}`)
          .on('sales_payment_transaction')
          .column(column)
          .execute();
      }
    },
  },
  {
    name: '002-counts',
    async up(db, dialect) {
      await createCounter(db, dialect, 'sales_order', 'status');
      for (const name of documentTables) {
        await createCounter(db, dialect, name);
        // Integrations poll for changes since their last request.
        await db.schema
          .createIndex(`${name}_updated_at`)
          .on(name)
          .expression(documentText(['updated_at']))
          .column('id')
          .execute();
      }
    },
  },
  {
    name: '003-cancellations',
    async up(db) {
      await db.schema
        .createTable('sales_order_cancellation')
        .addColumn('order_id', 'integer', (column) => column.primaryKey())
        .addColumn('key_hash', 'text', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: '004-confirmations',
    async up(db) {
      await db.schema
        .createTable('sales_order_confirmation')
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('subject_id', 'integer', (column) => column.notNull())
        .addColumn('order_id', 'integer', (column) => column.notNull())
        .addColumn('key_hash', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('sales_order_confirmation_key', ['kind', 'subject_id'])
        .execute();
      await db.schema
        .createIndex('sales_order_confirmation_order')
        .on('sales_order_confirmation')
        .columns(['order_id', 'kind'])
        .execute();
      await sql`
        INSERT INTO sales_order_confirmation (kind, subject_id, order_id, key_hash, content, created_at)
        SELECT 'cancellation', order_id, order_id, key_hash, reason, created_at FROM sales_order_cancellation
      `.execute(db);
      await db.schema.dropTable('sales_order_cancellation').execute();
    },
  },
];
