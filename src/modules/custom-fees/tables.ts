import type { Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A fee of carts in addition to the price of their items. Amounts are in ten-thousandths of the base currency. */
interface CustomFeeTable {
  code: string;
  label: string;
  amount: number;
  /** 0: of every website. */
  website_id: number;
  /** Carts below it are not charged. */
  least_subtotal: number;
  /** 1: charged with the last invoice of an order rather than with the first. */
  on_last_invoice: number;
  /** 1: given back with the last credit memo rather than with the first. */
  on_last_creditmemo: number;
}

/** The last documents that have some of the fees of an order that are charged and given back together. */
interface CustomFeeDocumentTable {
  order_id: number;
  /** Name of their sum in the order. */
  fees: string;
  invoice_id: number | null;
  creditmemo_id: number | null;
}
/** The stored documents of fees. */
export type CustomFeeDocumentRow = Selectable<CustomFeeDocumentTable>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    custom_fee_document: CustomFeeDocumentTable;
    custom_fee: CustomFeeTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-fees',
    async up(db) {
      await db.schema
        .createTable('custom_fee')
        .addColumn('code', 'text', (column) => column.primaryKey())
        .addColumn('label', 'text', (column) => column.notNull())
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('website_id', 'integer', (column) => column.notNull())
        .addColumn('least_subtotal', 'bigint', (column) => column.notNull())
        .addColumn('on_last_invoice', 'integer', (column) => column.notNull())
        .addColumn('on_last_creditmemo', 'integer', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: '002-documents',
    async up(db) {
      await db.schema
        .createTable('custom_fee_document')
        .addColumn('order_id', 'integer', (column) => column.notNull())
        .addColumn('fees', 'text', (column) => column.notNull())
        .addColumn('invoice_id', 'integer')
        .addColumn('creditmemo_id', 'integer')
        .addPrimaryKeyConstraint('custom_fee_document_fees', ['order_id', 'fees'])
        .execute();
    },
  },
];
