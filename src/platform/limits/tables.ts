import type { Migration } from '../../kernel/module.ts';

/** Counted attempts at credentials. */
interface CredentialAttemptTable {
  /** `address 192.0.2.1`, `accounts 192.0.2.1`, `customer 7`. */
  attempt_key: string;
  /** The moment at which the key is full again, in milliseconds since 1970; see `bucket.ts`. */
  full_at: number;
}

/** Emails of the last hour that visitors caused by forms. */
interface SendingTable {
  /** The form, and the network or the customer: `contact 192.0.2.1`, `sendfriend customer 7`. */
  sender: string;
  sent_at: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    credential_attempt: CredentialAttemptTable;
    sending: SendingTable;
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

/** Creates the table of emails that visitors caused. */
export const sendingsMigration: Migration = {
  name: '004-sendings',
  async up(db) {
    await db.schema
      .createTable('sending')
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('sent_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('sending_sender').on('sending').columns(['sender', 'sent_at']).execute();
    await db.schema.createIndex('sending_sent_at').on('sending').column('sent_at').execute();
  },
};
