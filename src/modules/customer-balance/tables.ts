import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** The store credit of a customer on a website. */
interface CustomerBalanceTable {
  balance_id: Generated<number>;
  customer_id: number;
  website_id: number;
  /** In ten-thousandths of the base currency, so that sums are exact in every database. */
  amount: number;
}

/** A change of a balance. */
interface CustomerBalanceHistoryTable {
  history_id: Generated<number>;
  balance_id: number;
  updated_at: string;
  /** See `actions`. */
  action: number;
  /** The balance after the change, and the change itself; in ten-thousandths. */
  balance_amount: number;
  balance_delta: number;
  additional_info: string | null;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    customer_balance: CustomerBalanceTable;
    customer_balance_history: CustomerBalanceHistoryTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-balances',
    async up(db) {
      await db.schema
        .createTable('customer_balance')
        .addColumn('balance_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('customer_id', 'integer', (column) => column.notNull())
        .addColumn('website_id', 'integer', (column) => column.notNull())
        .addColumn('amount', 'integer', (column) => column.notNull())
        .addUniqueConstraint('customer_balance_customer', ['customer_id', 'website_id'])
        .execute();
      await db.schema
        .createTable('customer_balance_history')
        .addColumn('history_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('balance_id', 'integer', (column) =>
          column.notNull().references('customer_balance.balance_id').onDelete('cascade'),
        )
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addColumn('action', 'integer', (column) => column.notNull())
        .addColumn('balance_amount', 'integer', (column) => column.notNull())
        .addColumn('balance_delta', 'integer', (column) => column.notNull())
        .addColumn('additional_info', 'text')
        .execute();
      await db.schema
        .createIndex('customer_balance_history_balance')
        .on('customer_balance_history')
        .columns(['balance_id', 'history_id'])
        .execute();
    },
  },
];
