import type { Generated, Selectable } from 'kysely';
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
}
/** A row of `company`. */
export type CompanyRow = Selectable<CompanyTable>;

/** A user of a company. */
interface CompanyCustomerTable {
  customer_id: number;
  company_id: number;
  job_title: string | null;
  /** 1: may sign in. */
  status: number;
  telephone: string | null;
}
/** A row of `company_advanced_customer_entity`. */
export type CompanyCustomerRow = Selectable<CompanyCustomerTable>;

declare module '../../kernel/call.ts' {
  interface Tables {
    company: CompanyTable;
    company_advanced_customer_entity: CompanyCustomerTable;
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
];
