import { sql, type Generated, type Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A company's credit limit and debt. Amounts are ten-thousandths of the currency. */
interface CompanyCreditTable {
  entity_id: Generated<number>;
  company_id: number;
  currency_code: string;
  credit_limit: number;
  /** Negative: the company's debt. */
  balance: number;
  /** 1: purchases may go beyond the limit. */
  exceed_limit: number;
}
/** A row of `company_credit`. */
export type CompanyCreditRow = Selectable<CompanyCreditTable>;

/** A change of a credit, with the state after it. */
interface CompanyCreditHistoryTable {
  history_id: Generated<number>;
  company_credit_id: number;
  user_id: number;
  user_type: number;
  currency_credit: string;
  currency_operation: string;
  /** Units of the credit's currency in one of the operation's. */
  rate: number;
  /** The same; 0 where the currencies are. */
  rate_credit: number;
  /** In the currency of the operation; negative: additional debt. */
  amount: number;
  balance: number;
  credit_limit: number;
  available_limit: number;
  /** See `operations`. */
  type: number;
  datetime: string;
  purchase_order: string | null;
  custom_reference_number: string | null;
  comment: string | null;
  order_increment: string | null;
}
/** A row of `company_credit_history`. */
export type CreditHistoryRow = Selectable<CompanyCreditHistoryTable>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    company_credit: CompanyCreditTable;
    company_credit_history: CompanyCreditHistoryTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-credits',
    async up(db, { decimal }) {
      await db.schema
        .createTable('company_credit')
        .addColumn('entity_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('company_id', 'integer', (column) =>
          column.notNull().unique().references('company.entity_id').onDelete('cascade'),
        )
        .addColumn('currency_code', 'text', (column) => column.notNull())
        .addColumn('credit_limit', 'integer', (column) => column.notNull())
        .addColumn('balance', 'integer', (column) => column.notNull())
        .addColumn('exceed_limit', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('company_credit_history')
        .addColumn('history_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('company_credit_id', 'integer', (column) =>
          column.notNull().references('company_credit.entity_id').onDelete('cascade'),
        )
        .addColumn('user_id', 'integer', (column) => column.notNull())
        .addColumn('user_type', 'integer', (column) => column.notNull())
        .addColumn('currency_credit', 'text', (column) => column.notNull())
        .addColumn('currency_operation', 'text', (column) => column.notNull())
        .addColumn('rate', sql.raw(decimal), (column) => column.notNull())
        .addColumn('rate_credit', sql.raw(decimal), (column) => column.notNull())
        .addColumn('amount', 'integer', (column) => column.notNull())
        .addColumn('balance', 'integer', (column) => column.notNull())
        .addColumn('credit_limit', 'integer', (column) => column.notNull())
        .addColumn('available_limit', 'integer', (column) => column.notNull())
        .addColumn('type', 'integer', (column) => column.notNull())
        .addColumn('datetime', 'text', (column) => column.notNull())
        .addColumn('purchase_order', 'text')
        .addColumn('custom_reference_number', 'text')
        .addColumn('comment', 'text')
        .addColumn('order_increment', 'text')
        .execute();
      await db.schema
        .createIndex('company_credit_history_credit')
        .on('company_credit_history')
        .columns(['company_credit_id', 'history_id'])
        .execute();
    },
  },
];
