import type { Migration } from '../../kernel/module.ts';

/** How many orders somebody has placed in the period that runs. */
interface OrderPressureTable {
  /** `customer 7`, `address 192.0.2.1`. */
  orderer: string;
  /** When the period began, in seconds since 1970. */
  period: number;
  orders: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    checkout_order_pressure: OrderPressureTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-back-pressure',
    async up(db) {
      await db.schema
        .createTable('checkout_order_pressure')
        .addColumn('orderer', 'text', (column) => column.primaryKey())
        .addColumn('period', 'integer', (column) => column.notNull())
        .addColumn('orders', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('checkout_order_pressure_period')
        .on('checkout_order_pressure')
        .column('period')
        .execute();
    },
  },
];
