import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A customer's permission to shop in the customer's name. No row: not chosen yet. */
interface AssistanceTable {
  customer_id: number;
  is_allowed: 0 | 1;
}

/** An action of staff in the name of a customer. */
interface ActionTable {
  id: Generated<number>;
  customer_id: number;
  action: string;
  /** The subject of the action, such as the number of an order. */
  details: string | null;
  created_at: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    login_as_customer_assistance: AssistanceTable;
    login_as_customer_action: ActionTable;
  }
}

/** Creates the tables of permissions and of actions. */
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
  {
    name: '002-actions',
    async up(db) {
      await db.schema
        .createTable('login_as_customer_action')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('customer_id', 'integer', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('details', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('login_as_customer_action_customer')
        .on('login_as_customer_action')
        .columns(['customer_id', 'id'])
        .execute();
    },
  },
];
