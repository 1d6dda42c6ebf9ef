import type { Generated } from 'kysely';
import type { JsonText } from '../../kernel/json-text.ts';
import type { Migration } from '../../kernel/module.ts';

/** A copy of a mail that was sent or given up. Times are in milliseconds since 1970, by the platform's clock. */
interface SentMailTable {
  id: Generated<number>;
  template: string;
  store_id: number;
  queued_at: number;
  sent_at: number;
  message_id: string;
  sender: string;
  recipient: string;
  subject: string;
  /** The content, secrets masked. */
  text: string;
  html: string;
  /** JSON: name, type and length in bytes of each file that went with it. */
  attachments: JsonText<{ name: string; type: string; bytes: number }[]>;
  /** Why it was given up; empty: it was sent. */
  error: string;
  /** 1: it was written to the folder of mails, because there is no mail server. */
  is_kept: Generated<number>;
  /** Subject, text and HTML with their secrets, where the control plane is on; null: they are not stored. */
  whole: JsonText<WholeMail> | null;
}

/** The content of an email with its secrets, such as links that reset a password. */
export interface WholeMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    sent_mail: SentMailTable;
  }
}

const texts = [
  'template',
  'message_id',
  'sender',
  'recipient',
  'subject',
  'text',
  'html',
  'attachments',
  'error',
] as const;

/** Adds the content with its secrets, for tests. */
export const wholeMailMigration: Migration = {
  name: '003-whole',
  async up(db) {
    await db.schema.alterTable('sent_mail').addColumn('whole', 'text').execute();
  },
};

export const mailMigration: Migration = {
  name: '001-sent',
  async up(db) {
    let mails = db.schema
      .createTable('sent_mail')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement());
    for (const name of ['store_id', 'queued_at', 'sent_at'] as const) {
      mails = mails.addColumn(name, 'integer', (column) => column.notNull());
    }
    for (const name of texts) mails = mails.addColumn(name, 'text', (column) => column.notNull());
    await mails.execute();
    await db.schema.createIndex('sent_mail_time').on('sent_mail').column('sent_at').execute();
  },
};

export const keptMailMigration: Migration = {
  name: '002-kept',
  up: async (db) => {
    await db.schema
      .alterTable('sent_mail')
      .addColumn('is_kept', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
