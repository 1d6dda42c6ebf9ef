import type { Migration } from '../../kernel/module.ts';

/** Counted attempts at credentials. */
interface CredentialAttemptTable {
  /** `address 192.0.2.1`, `accounts 192.0.2.1`, `customer 7`. */
  attempt_key: string;
  /** The moment at which the key is full again, in milliseconds since 1970; see `bucket.ts`. */
  full_at: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    credential_attempt: CredentialAttemptTable;
  }
}

/** Creates the table of attempts at credentials. */
export const limitsMigration: Migration = {
  name: '001-limits',
  async up(db) {
    await db.schema
      .createTable('credential_attempt')
      .addColumn('attempt_key', 'text', (column) => column.primaryKey())
      .addColumn('full_at', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('credential_attempt_full_at').on('credential_attempt').column('full_at').execute();
  },
};
