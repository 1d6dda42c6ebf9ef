import type { Migration } from '../../kernel/module.ts';

/** A customer's permission to shop in the customer's name. No row: not chosen yet. */
interface AssistanceTable {
  customer_id: number;
  is_allowed: 0 | 1;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    login_as_customer_assistance: AssistanceTable;
  }
}

/** Creates the table of permissions. */
export const migrations: readonly Migration[] = [
  {
    name: '001-assistance',
    async up(db) {
      await db.schema
        .createTable('login_as_customer_assistance')
        .addColumn('customer_id', 'integer', (column) => column.notNull().primaryKey())
        .addColumn('is_allowed', 'integer', (column) => column.notNull())
        .execute();
    },
  },
];
