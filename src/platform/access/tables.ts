import { sql, type Generated } from 'kysely';
import type { JsonText } from '../../kernel/json-text.ts';
import type { Migration } from '../../kernel/module.ts';
import type { FixedColumn } from '../../storage/column-types.ts';
import { fold } from '../../storage/sql.ts';
import type { Grants } from './acl.ts';

/** A set of permissions that admin users share. */
interface AuthorizationRoleTable {
  role_id: Generated<number>;
  role_name: string;
  resources: JsonText<Grants>;
}

/** A person who administers the shop. */
export interface AdminUserTable {
  user_id: Generated<number>;
  /** Names and addresses are unique, ignoring case. */
  username: string;
  email: string;
  firstname: string;
  lastname: string;
  /** argon2id, with salt and cost; empty for users of an identity service. */
  password: string;
  role_id: number;
  is_active: number;
  /** Failed sign-ins since `first_failure`. */
  failures_num: number;
  first_failure: string | null;
  /** Until when sign-ins are refused; null: they are not. */
  lock_expires: string | null;
  created: FixedColumn<string>;
  modified: string;
}

/** Which admin user a user of an identity service is. */
interface AdminIdentityTable {
  issuer: FixedColumn<string>;
  /** As the service names its user; case counts. */
  subject: FixedColumn<string>;
  user_id: FixedColumn<number>;
}

/** A program that acts for the shop, with the credentials of a consumer of the interface. */
interface IntegrationTable {
  integration_id: Generated<number>;
  name: string;
  /** 0 inactive, 1 active. */
  status: number;
  consumer_key: string;
  /** Encrypted, because verifying a signature takes the secret itself. */
  consumer_secret: string;
  /** Encrypted secret of the access token; the token itself is a row of `oauth_token`. */
  access_token_secret: string;
  resources: JsonText<Grants>;
  created_at: FixedColumn<string>;
  updated_at: string;
}

/** Access tokens; a revoked token has no row. */
interface OauthTokenTable {
  /** SHA-256 of the token in hexadecimal digits; the token itself is stored nowhere. */
  token_hash: FixedColumn<string>;
  /** The interface's `user_type`; see `callerTypes`. */
  user_type: FixedColumn<number>;
  user_id: FixedColumn<number>;
  created_at: FixedColumn<string>;
  /** 1: of a customer, for somebody of the shop's staff. */
  is_assisted: FixedColumn<0 | 1>;
}

/** Nonces of signed requests whose time stamps would still be accepted. */
interface OauthNonceTable {
  consumer_id: FixedColumn<number>;
  nonce: FixedColumn<string>;
  /** Seconds since 1970, as signed. */
  timestamp: FixedColumn<number>;
}

/** Failed requests for a token, by account name, whether the account exists or not. */
interface OauthTokenRequestLogTable {
  user_type: FixedColumn<number>;
  /** SHA-256 of the folded name: people type passwords into the wrong field. */
  user_name_hash: FixedColumn<string>;
  failures_count: number;
  /** When the count is forgotten. */
  lock_expires_at: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    authorization_role: AuthorizationRoleTable;
    admin_user: AdminUserTable;
    admin_identity: AdminIdentityTable;
    integration: IntegrationTable;
    oauth_token: OauthTokenTable;
    oauth_nonce: OauthNonceTable;
    oauth_token_request_log: OauthTokenRequestLogTable;
  }
}

const accounts: Migration = {
  name: '001-accounts',
  async up(db, types) {
    await db.schema
      .createTable('authorization_role')
      .addColumn('role_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('role_name', 'text', (column) => column.notNull().unique())
      .addColumn('resources', sql.raw(types.document), (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('admin_user')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('firstname', 'text', (column) => column.notNull())
      .addColumn('lastname', 'text', (column) => column.notNull())
      .addColumn('password', 'text', (column) => column.notNull())
      .addColumn('role_id', 'integer', (column) => column.notNull().references('authorization_role.role_id'))
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('failures_num', 'integer', (column) => column.notNull())
      .addColumn('first_failure', 'text')
      .addColumn('lock_expires', 'text')
      .addColumn('created', 'text', (column) => column.notNull())
      .addColumn('modified', 'text', (column) => column.notNull())
      .execute();
    for (const column of ['username', 'email']) {
      await db.schema.createIndex(`admin_user_${column}`).unique().on('admin_user').expression(fold(column)).execute();
    }
    await db.schema
      .createTable('integration')
      .addColumn('integration_id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('consumer_key', 'text', (column) => column.notNull().unique())
      .addColumn('consumer_secret', 'text', (column) => column.notNull())
      .addColumn('access_token_secret', 'text', (column) => column.notNull())
      .addColumn('resources', sql.raw(types.document), (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
  },
};

const tokens: Migration = {
  name: '002-tokens',
  async up(db) {
    await db.schema
      .createTable('oauth_token')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_type', 'integer', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('oauth_token_user').on('oauth_token').columns(['user_type', 'user_id']).execute();
    await db.schema.createIndex('oauth_token_age').on('oauth_token').columns(['user_type', 'created_at']).execute();
    await db.schema
      .createTable('oauth_nonce')
      .addColumn('consumer_id', 'integer', (column) => column.notNull())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('timestamp', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('oauth_nonce_once', ['consumer_id', 'nonce'])
      .execute();
    await db.schema.createIndex('oauth_nonce_timestamp').on('oauth_nonce').column('timestamp').execute();
    await db.schema
      .createTable('oauth_token_request_log')
      .addColumn('user_type', 'integer', (column) => column.notNull())
      .addColumn('user_name_hash', 'text', (column) => column.notNull())
      .addColumn('failures_count', 'integer', (column) => column.notNull())
      .addColumn('lock_expires_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('oauth_token_request_log_name', ['user_type', 'user_name_hash'])
      .execute();
    await db.schema
      .createIndex('oauth_token_request_log_expiry')
      .on('oauth_token_request_log')
      .column('lock_expires_at')
      .execute();
  },
};

const identities: Migration = {
  name: '003-identities',
  async up(db) {
    await db.schema
      .createTable('admin_identity')
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) => column.notNull().references('admin_user.user_id'))
      .addPrimaryKeyConstraint('admin_identity_subject', ['issuer', 'subject'])
      .execute();
  },
};

const assistance: Migration = {
  name: '004-assistance',
  async up(db) {
    await db.schema
      .alterTable('oauth_token')
      .addColumn('is_assisted', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/** Tables of users, integrations and their tokens. */
export const migrations: readonly Migration[] = [accounts, tokens, identities, assistance];
