import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A one-time code to sign in as a customer; it stays on record with its requester and the reason. */
interface LoginCodeTable {
  code_id: Generated<number>;
  customer_id: number;
  /** SHA-256 of the code. */
  code_hash: string;
  user_type: number;
  user_id: number;
  reason: string | null;
  created_at: string;
  expires_at: string;
  /** Null: it has not been used. */
  used_at: string | null;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    customer_login_code: LoginCodeTable;
  }
}

/** Creates the table of codes. */
export const migrations: readonly Migration[] = [
  {
    name: '001-login-codes',
    async up(db) {
      await db.schema
        .createTable('customer_login_code')
        .addColumn('code_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('customer_id', 'integer', (column) =>
          column.notNull().references('customer_entity.id').onDelete('cascade'),
        )
        .addColumn('code_hash', 'text', (column) => column.notNull())
        .addColumn('user_type', 'integer', (column) => column.notNull())
        .addColumn('user_id', 'integer', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .addColumn('used_at', 'text')
        .execute();
      await db.schema
        .createIndex('customer_login_code_customer')
        .on('customer_login_code')
        .columns(['customer_id', 'code_hash'])
        .execute();
    },
  },
];
