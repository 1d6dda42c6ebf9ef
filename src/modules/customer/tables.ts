import { sql, type ColumnType, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { createCounter } from '../../storage/criteria/counter.ts';
import { fold } from '../../storage/sql.ts';

/** A group of customers. */
export interface CustomerGroupTable {
  id: number;
  /** Unique, ignoring case. */
  code: string;
  tax_class_id: number;
  /** JSON list of the websites that the group has no access to. */
  excluded_websites: string;
}

/** An account: its identity and the search columns of lists. */
export interface CustomerTable {
  id: Generated<number>;
  website_id: number;
  /** Scope of unique e-mail addresses: the website, or 0 for all of them while accounts are shared. */
  account_scope: number;
  store_id: number;
  group_id: number;
  email: string;
  firstname: string;
  lastname: string;
  middlename: string | null;
  prefix: string | null;
  suffix: string | null;
  /** `YYYY-MM-DD` */
  dob: string | null;
  gender: number | null;
  taxvat: string | null;
  /** Key that confirms the account; null: nothing to confirm. */
  confirmation: string | null;
  created_at: string;
  updated_at: string;
  /** Name of the store view of the account's creation. */
  created_in: string;
  default_billing: number | null;
  default_shipping: number | null;
  disable_auto_group_change: number;
  is_subscribed: number;
  /** Counted up by every change. */
  version: number;
  /** A `CustomerDocument`. */
  document: string;
}

/** Secrets of an account; in a table of their own, so that no query for customers reads them. */
export interface CustomerSecretTable {
  customer_id: ColumnType<number, number, never>;
  /** argon2id with salt and cost, or a digest brought along from another platform; null: no password was set. */
  password_hash: string | null;
  /** SHA-256 of the token in the link of the last reset email. */
  reset_token_hash: string | null;
  reset_token_at: string | null;
  /** Failed sign-ins since `first_failure`. */
  failures_num: number;
  first_failure: string | null;
  /** End of the lock on sign-ins; null: not locked. */
  lock_expires: string | null;
}

/** An address of a customer, with the search columns of customer lists. */
interface CustomerAddressTable {
  id: Generated<number>;
  customer_id: number;
  country_id: string;
  region: string | null;
  postcode: string | null;
  city: string;
  telephone: string;
  company: string | null;
  /** An `AddressDocument`: all there is. */
  document: string;
}

/** Requests for a new password, stored as long as they count towards the limit. */
interface PasswordResetRequestTable {
  id: Generated<number>;
  /** Folded e-mail address, with or without an account. */
  account: string;
  created_at: string;
}

/** Files of attributes. */
interface CustomerFileTable {
  /** Value of the attribute, and path in the folder of the files: `/i/d/id_4f….pdf`. */
  path: string;
  entity: string;
  attribute_code: string;
  /** The name that its owner gave. */
  file_name: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    customer_group: CustomerGroupTable;
    customer_entity: CustomerTable;
    customer_secret: CustomerSecretTable;
    customer_address: CustomerAddressTable;
    password_reset_request: PasswordResetRequestTable;
    customer_file: CustomerFileTable;
  }
}

const groups: Migration = {
  name: '001-groups',
  async up(db, { document }) {
    await db.schema
      .createTable('customer_group')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('tax_class_id', 'integer', (column) => column.notNull())
      .addColumn('excluded_websites', sql.raw(document), (column) => column.notNull())
      .execute();
    await db.schema.createIndex('customer_group_code').unique().on('customer_group').expression(fold('code')).execute();
  },
};

const customers: Migration = {
  name: '002-customers',
  async up(db, types) {
    await db.schema
      .createTable('customer_entity')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('website_id', 'integer', (column) => column.notNull())
      .addColumn('account_scope', 'integer', (column) => column.notNull())
      .addColumn('store_id', 'integer', (column) => column.notNull())
      .addColumn('group_id', 'integer', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('firstname', 'text', (column) => column.notNull())
      .addColumn('lastname', 'text', (column) => column.notNull())
      .addColumn('middlename', 'text')
      .addColumn('prefix', 'text')
      .addColumn('suffix', 'text')
      .addColumn('dob', 'text')
      .addColumn('gender', 'integer')
      .addColumn('taxvat', 'text')
      .addColumn('confirmation', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('created_in', 'text', (column) => column.notNull())
      .addColumn('default_billing', 'integer')
      .addColumn('default_shipping', 'integer')
      .addColumn('disable_auto_group_change', 'integer', (column) => column.notNull())
      .addColumn('is_subscribed', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('document', sql.raw(types.document), (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('customer_entity_email')
      .unique()
      .on('customer_entity')
      .expression(sql`${fold('email')}, account_scope`)
      .execute();
    for (const column of ['firstname', 'lastname']) {
      await db.schema
        .createIndex(`customer_entity_${column}`)
        .on('customer_entity')
        .expression(sql`${fold(column)}, id`)
        .execute();
    }
    for (const column of ['group_id', 'created_at', 'updated_at'] as const) {
      await db.schema.createIndex(`customer_entity_${column}`).on('customer_entity').columns([column, 'id']).execute();
    }
    for (const column of ['default_billing', 'default_shipping'] as const) {
      await db.schema
        .createIndex(`customer_entity_${column}`)
        .on('customer_entity')
        .column(column)
        .where(column, 'is not', null)
        .execute();
    }
    await createCounter(db, types, 'customer_entity');

    await db.schema
      .createTable('customer_secret')
      .addColumn('customer_id', 'integer', (column) =>
        column.primaryKey().references('customer_entity.id').onDelete('cascade'),
      )
      .addColumn('password_hash', 'text')
      .addColumn('reset_token_hash', 'text')
      .addColumn('reset_token_at', 'text')
      .addColumn('failures_num', 'integer', (column) => column.notNull())
      .addColumn('first_failure', 'text')
      .addColumn('lock_expires', 'text')
      .execute();
    await db.schema
      .createIndex('customer_secret_reset_token')
      .on('customer_secret')
      .column('reset_token_hash')
      .where('reset_token_hash', 'is not', null)
      .execute();

    await db.schema
      .createTable('customer_address')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('customer_id', 'integer', (column) =>
        column.notNull().references('customer_entity.id').onDelete('cascade'),
      )
      .addColumn('country_id', 'text', (column) => column.notNull())
      .addColumn('region', 'text')
      .addColumn('postcode', 'text')
      .addColumn('city', 'text', (column) => column.notNull())
      .addColumn('telephone', 'text', (column) => column.notNull())
      .addColumn('company', 'text')
      .addColumn('document', sql.raw(types.document), (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('customer_address_customer')
      .on('customer_address')
      .columns(['customer_id', 'id'])
      .execute();
    for (const column of ['postcode', 'telephone']) {
      await db.schema
        .createIndex(`customer_address_${column}`)
        .on('customer_address')
        .expression(fold(column))
        .execute();
    }

    await db.schema
      .createTable('password_reset_request')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('password_reset_request_account')
      .on('password_reset_request')
      .columns(['account', 'created_at'])
      .execute();
    await db.schema
      .createIndex('password_reset_request_age')
      .on('password_reset_request')
      .column('created_at')
      .execute();
  },
};

const files: Migration = {
  name: '003-files',
  async up(db) {
    await db.schema
      .createTable('customer_file')
      .addColumn('path', 'text', (column) => column.primaryKey())
      .addColumn('entity', 'text', (column) => column.notNull())
      .addColumn('attribute_code', 'text', (column) => column.notNull())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('customer_file_attribute')
      .on('customer_file')
      .columns(['entity', 'attribute_code'])
      .execute();
  },
};

/** Tables of customers, their addresses and their groups. */
export const migrations: readonly Migration[] = [groups, customers, files];
