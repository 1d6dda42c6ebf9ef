import type { Migration } from '../../kernel/module.ts';
import type { FixedColumn } from '../../storage/column-types.ts';
import type { JsonText } from '../../kernel/json-text.ts';

/** A registered security key. */
export interface SecurityKey {
  /** The id of the credential, in base64url. */
  readonly id: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  /** The signatures that the key has counted so far; 0: it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
}

/** The second factors of an administrator. */
export interface TwoFactorUserTable {
  user_id: FixedColumn<number>;
  /** Codes of the chosen providers, comma-separated; empty: all that are available. */
  providers: string;
  default_provider: string | null;
  /** Encrypted base32 secret of the authenticator app; null: none. */
  google_secret: string | null;
  /** 1: a code has proved that the app has the secret. */
  google_active: 0 | 1;
  /** The time step of the last accepted code: older ones and itself are refused. */
  google_step: number | null;
  security_key: JsonText<SecurityKey> | null;
  /** The open challenge to a security key, in base64url. */
  challenge: string | null;
  challenge_expires: string | null;
  /** Failures since the last success. */
  failures_num: number;
  lock_expires: string | null;
  /** Grows with each change, so that concurrent ones are noticed. */
  version: number;
}

/** Permissions to set a second factor up, which emails contain. */
interface TwoFactorTokenTable {
  /** SHA-256 of the token. */
  token_hash: FixedColumn<string>;
  user_id: FixedColumn<number>;
  created_at: FixedColumn<string>;
  expires_at: FixedColumn<string>;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    tfa_user: TwoFactorUserTable;
    tfa_token: TwoFactorTokenTable;
  }
}

/** Tables of second factors. */
export const migrations: readonly Migration[] = [
  {
    name: '001-two-factor',
    async up(db) {
      await db.schema
        .createTable('tfa_user')
        .addColumn('user_id', 'integer', (column) => column.primaryKey().references('admin_user.user_id'))
        .addColumn('providers', 'text', (column) => column.notNull())
        .addColumn('default_provider', 'text')
        .addColumn('google_secret', 'text')
        .addColumn('google_active', 'integer', (column) => column.notNull())
        .addColumn('google_step', 'integer')
        .addColumn('security_key', 'text')
        .addColumn('challenge', 'text')
        .addColumn('challenge_expires', 'text')
        .addColumn('failures_num', 'integer', (column) => column.notNull())
        .addColumn('lock_expires', 'text')
        .addColumn('version', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('tfa_token')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'integer', (column) => column.notNull().references('admin_user.user_id'))
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('tfa_token_user').on('tfa_token').column('user_id').execute();
    },
  },
];
