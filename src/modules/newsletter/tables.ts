import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** Somebody without an account who gets the newsletter; customers have a mark of their own. */
export interface SubscriberTable {
  /** In lower case. */
  email: string;
  website_id: number;
  store_id: number;
  /** 0 until the address is confirmed. */
  is_confirmed: 0 | 1;
  /** SHA-256 of the code that confirms the address; null where none was asked for. */
  confirm_hash: Generated<string | null>;
  subscribed_at: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    newsletter_subscriber: SubscriberTable;
  }
}

/** Creates the table of subscribers. */
export const migrations: readonly Migration[] = [
  {
    name: '001-subscribers',
    async up(db) {
      await db.schema
        .createTable('newsletter_subscriber')
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('website_id', 'integer', (column) => column.notNull())
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('is_confirmed', 'integer', (column) => column.notNull())
        .addColumn('subscribed_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('newsletter_subscriber_pk', ['email', 'website_id'])
        .execute();
    },
  },
  {
    name: '002-confirmation',
    async up(db) {
      await db.schema.alterTable('newsletter_subscriber').addColumn('confirm_hash', 'text').execute();
      await db.schema
        .createIndex('newsletter_subscriber_confirm')
        .on('newsletter_subscriber')
        .column('confirm_hash')
        .execute();
    },
  },
];
