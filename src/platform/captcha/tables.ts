import type { Migration } from '../../kernel/module.ts';
import type { FixedColumn } from '../../storage/column-types.ts';

/** The word that was last shown to a session for a form; gone once it was answered, rightly or not. */
interface CaptchaChallengeTable {
  /** SHA-256 of the session's cookie. */
  session_hash: FixedColumn<string>;
  form: FixedColumn<string>;
  /** Digest of the word that nobody can try words against without the cookie. */
  answer_hash: string;
  expires_at: string;
}

/** Failures that count towards a captcha, by login and by address. */
interface CaptchaLogTable {
  /** The interface's numbers: 1 an address, 2 a login. */
  type: FixedColumn<1 | 2>;
  value_hash: FixedColumn<string>;
  count: number;
  updated_at: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    captcha_challenge: CaptchaChallengeTable;
    captcha_log: CaptchaLogTable;
  }
}

const captchaTables: Migration = {
  name: '001-captcha',
  async up(db) {
    await db.schema
      .createTable('captcha_challenge')
      .addColumn('session_hash', 'text', (column) => column.notNull())
      .addColumn('form', 'text', (column) => column.notNull())
      .addColumn('answer_hash', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('captcha_challenge_form', ['session_hash', 'form'])
      .execute();
    await db.schema.createIndex('captcha_challenge_expiry').on('captcha_challenge').column('expires_at').execute();
    await db.schema
      .createTable('captcha_log')
      .addColumn('type', 'integer', (column) => column.notNull())
      .addColumn('value_hash', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('captcha_log_value', ['type', 'value_hash'])
      .execute();
    await db.schema.createIndex('captcha_log_age').on('captcha_log').column('updated_at').execute();
  },
};

/** Tables of words that were shown and of failures. */
export const migrations: readonly Migration[] = [captchaTables];
