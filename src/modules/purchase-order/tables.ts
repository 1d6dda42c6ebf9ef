import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A purchase order of a company. Its items, addresses and payment are those of its cart. */
interface PurchaseOrderTable {
  entity_id: Generated<number>;
  /** Number that buyers see. */
  increment_id: string;
  company_id: number;
  /** Id of the customer who placed it. */
  creator_id: number;
  quote_id: number;
  /** See `states.ts`. */
  status: string;
  /** Code of the payment method at the time of the purchase order. */
  payment_method: string;
  /** In ten-thousandths of the base currency. */
  base_subtotal: number;
  order_id: number | null;
  created_at: string;
  updated_at: string;
}
/** A row of `purchase_order`. */
export type PurchaseOrderRow = Selectable<PurchaseOrderTable>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    purchase_order: PurchaseOrderTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-purchase-orders',
    async up(db) {
      await db.schema
        .createTable('purchase_order')
        .addColumn('entity_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('increment_id', 'text', (column) => column.notNull().unique())
        .addColumn('company_id', 'integer', (column) =>
          column.notNull().references('company.entity_id').onDelete('cascade'),
        )
        .addColumn('creator_id', 'integer', (column) => column.notNull())
        .addColumn('quote_id', 'integer', (column) => column.notNull().unique())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('payment_method', 'text', (column) => column.notNull())
        .addColumn('base_subtotal', 'bigint', (column) => column.notNull())
        .addColumn('order_id', 'integer')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('purchase_order_company')
        .on('purchase_order')
        .columns(['company_id', 'creator_id'])
        .execute();
    },
  },
];
