import { sql, type ColumnType, type Generated, type Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A company. */
interface CompanyTable {
  entity_id: Generated<number>;
  /** See `companyStates`. */
  status: number;
  company_name: string;
  legal_name: string | null;
  /** Unique whatever its case; see `email_key`. */
  company_email: string;
  email_key: string;
  vat_tax_id: string | null;
  reseller_id: string | null;
  comment: string | null;
  /** A line of the street on each line. */
  street: string;
  city: string;
  country_id: string;
  region: string | null;
  region_id: string | null;
  postcode: string | null;
  telephone: string;
  customer_group_id: number;
  sales_representative_id: number;
  reject_reason: string | null;
  rejected_at: string | null;
  super_user_id: number;
  /** `CompanySettings`, as far as they were ever said. */
  settings: ColumnType<string, string | undefined, string>;
}
/** A row of `company`. */
export type CompanyRow = Selectable<CompanyTable>;

/** A customer's place in a company. One of the places of each customer is the default: the company that the customer buys for. */
interface CompanyUserTable {
  customer_id: number;
  company_id: number;
  job_title: string | null;
  /** See `userStates`. */
  status: number;
  telephone: string | null;
  is_default: number;
}
/** A row of `company_user`. */
export type CompanyUser = Selectable<CompanyUserTable>;

declare module '../../kernel/call.ts' {
  interface Tables {
    company: CompanyTable;
    company_user: CompanyUserTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-companies',
    async up(db) {
      await db.schema
        .createTable('company')
        .addColumn('entity_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('company_name', 'text', (column) => column.notNull())
        .addColumn('legal_name', 'text')
        .addColumn('company_email', 'text', (column) => column.notNull())
        .addColumn('email_key', 'text', (column) => column.notNull())
        .addColumn('vat_tax_id', 'text')
        .addColumn('reseller_id', 'text')
        .addColumn('comment', 'text')
        .addColumn('street', 'text', (column) => column.notNull())
        .addColumn('city', 'text', (column) => column.notNull())
        .addColumn('country_id', 'text', (column) => column.notNull())
        .addColumn('region', 'text')
        .addColumn('region_id', 'text')
        .addColumn('postcode', 'text')
        .addColumn('telephone', 'text', (column) => column.notNull())
        .addColumn('customer_group_id', 'integer', (column) => column.notNull())
        .addColumn('sales_representative_id', 'integer', (column) => column.notNull())
        .addColumn('reject_reason', 'text')
        .addColumn('rejected_at', 'text')
        .addColumn('super_user_id', 'integer', (column) => column.notNull())
        .addUniqueConstraint('company_email', ['email_key'])
        .addUniqueConstraint('company_super_user', ['super_user_id'])
        .execute();
      await db.schema
        .createTable('company_advanced_customer_entity')
        .addColumn('customer_id', 'integer', (column) => column.primaryKey())
        .addColumn('company_id', 'integer', (column) =>
          column.notNull().references('company.entity_id').onDelete('cascade'),
        )
        .addColumn('job_title', 'text')
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('telephone', 'text')
        .execute();
      await db.schema
        .createIndex('company_customer_company')
        .on('company_advanced_customer_entity')
        .columns(['company_id', 'customer_id'])
        .execute();
    },
  },
  {
    name: '002-settings',
    async up(db, { document }) {
      await db.schema
        .alterTable('company')
        .addColumn('settings', sql.raw(document), (column) => column.notNull().defaultTo('{}'))
        .execute();
    },
  },
  {
    // A customer may be in several companies.
    name: '003-several-companies',
    async up(db) {
      await db.schema
        .createTable('company_user')
        .addColumn('customer_id', 'integer', (column) => column.notNull())
        .addColumn('company_id', 'integer', (column) =>
          column.notNull().references('company.entity_id').onDelete('cascade'),
        )
        .addColumn('job_title', 'text')
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('telephone', 'text')
        .addColumn('is_default', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('company_user_key', ['customer_id', 'company_id'])
        .execute();
      await db.schema.createIndex('company_user_company').on('company_user').column('company_id').execute();
      await db.schema
        .createIndex('company_user_default')
        .unique()
        .on('company_user')
        .column('customer_id')
        .where(sql.ref('is_default'), '=', 1)
        .execute();
      await sql`
        insert into company_user (customer_id, company_id, job_title, status, telephone, is_default)
        select customer_id, company_id, job_title, status, telephone, 1 from company_advanced_customer_entity`.execute(
        db,
      );
      await db.schema.dropTable('company_advanced_customer_entity').execute();
    },
  },
];
