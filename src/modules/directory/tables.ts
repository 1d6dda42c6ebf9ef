import type { Migration } from '../../kernel/module.ts';

/** The exchange rate of `currency_from` in `currency_to`. */
interface CurrencyRateTable {
  currency_from: string;
  currency_to: string;
  rate: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    directory_currency_rate: CurrencyRateTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-currency-rates',
    up: (db, types) =>
      db.schema
        .createTable('directory_currency_rate')
        .addColumn('currency_from', 'text', (column) => column.notNull())
        .addColumn('currency_to', 'text', (column) => column.notNull())
        .addColumn('rate', types.decimal, (column) => column.notNull())
        .addPrimaryKeyConstraint('directory_currency_rate_pk', ['currency_from', 'currency_to'])
        .execute(),
  },
];
