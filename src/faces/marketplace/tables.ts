import type { Migration } from '../../kernel/module.ts';
import type { FixedColumn } from '../../storage/column-types.ts';
import { fold } from '../../storage/sql.ts';
import type { Environment } from './environments.ts';

/** Who submits packages. */
export interface MarketplaceUserTable {
  environment: FixedColumn<Environment>;
  /** `MAG` and nine digits; unique in its environment. */
  mage_id: FixedColumn<string>;
  /** Unique in its environment, ignoring case. */
  email: string;
  name: string;
  company: string | null;
  created_at: FixedColumn<string>;
  updated_at: string;
}

/** A program that acts for a user. */
export interface MarketplaceApplicationTable {
  environment: FixedColumn<Environment>;
  application_id: FixedColumn<string>;
  mage_id: FixedColumn<string>;
  /** See `credentials.ts`; the secret itself is stored nowhere. */
  secret_hash: FixedColumn<string>;
  created_at: FixedColumn<string>;
}

/** Session tokens; those of a revoked application have no row. */
interface MarketplaceTokenTable {
  /** See `credentials.ts`; the token itself is stored nowhere. */
  token_hash: FixedColumn<string>;
  environment: FixedColumn<Environment>;
  application_id: FixedColumn<string>;
  mage_id: FixedColumn<string>;
  /** Milliseconds since 1970: a token lives for seconds, to the second. */
  expires_at: FixedColumn<number>;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    marketplace_user: MarketplaceUserTable;
    marketplace_application: MarketplaceApplicationTable;
    marketplace_token: MarketplaceTokenTable;
  }
}

/** Creates the tables of the package-submission interface. */
export const marketplaceTables: Migration = {
  name: '001-marketplace',
  async up(db) {
    await db.schema
      .createTable('marketplace_user')
      .addColumn('environment', 'text', (column) => column.notNull())
      .addColumn('mage_id', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('company', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('marketplace_user_key', ['environment', 'mage_id'])
      .execute();
    await db.schema
      .createIndex('marketplace_user_email')
      .unique()
      .on('marketplace_user')
      .column('environment')
      .expression(fold('email'))
      .execute();
    await db.schema
      .createTable('marketplace_application')
      .addColumn('environment', 'text', (column) => column.notNull())
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('mage_id', 'text', (column) => column.notNull())
      .addColumn('secret_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('marketplace_application_key', ['environment', 'application_id'])
      .addForeignKeyConstraint('marketplace_application_user', ['environment', 'mage_id'], 'marketplace_user', [
        'environment',
        'mage_id',
      ])
      .execute();
    await db.schema
      .createTable('marketplace_token')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('environment', 'text', (column) => column.notNull())
      .addColumn('application_id', 'text', (column) => column.notNull())
      .addColumn('mage_id', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'integer', (column) => column.notNull())
      .addForeignKeyConstraint(
        'marketplace_token_application',
        ['environment', 'application_id'],
        'marketplace_application',
        ['environment', 'application_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('marketplace_token_application')
      .on('marketplace_token')
      .columns(['environment', 'application_id'])
      .execute();
    await db.schema.createIndex('marketplace_token_expiry').on('marketplace_token').column('expires_at').execute();
  },
};
