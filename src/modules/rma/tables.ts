import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { fold } from '../../storage/sql.ts';
import type { ReturnStatus } from './states.ts';

/** A return of items of an order: search fields as columns; items, comments and tracks in the document. */
export interface RmaTable {
  id: Generated<number>;
  increment_id: string;
  order_id: number;
  order_increment_id: string;
  store_id: number;
  customer_id: number | null;
  customer_custom_email: string | null;
  date_requested: string;
  status: ReturnStatus;
  document: string;
  version: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    rma: RmaTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-returns',
    async up(db, dialect) {
      await db.schema
        .createTable('rma')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('increment_id', 'text', (column) => column.notNull())
        .addColumn('order_id', 'integer', (column) => column.notNull())
        .addColumn('order_increment_id', 'text', (column) => column.notNull())
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('customer_id', 'integer')
        .addColumn('customer_custom_email', 'text')
        .addColumn('date_requested', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('document', sql.raw(dialect.document), (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .execute();
      for (const column of ['order_id', 'customer_id', 'date_requested', 'status']) {
        await db.schema.createIndex(`rma_${column}`).on('rma').columns([column, 'id']).execute();
      }
      for (const column of ['increment_id', 'order_increment_id']) {
        await db.schema.createIndex(`rma_${column}`).on('rma').expression(fold(column)).column('id').execute();
      }
    },
  },
];
