import type { Migration } from '../../kernel/module.ts';

/** An invitation of a customer to a company. */
export interface CompanyInvitationTable {
  /** SHA-256 of the code. */
  code_digest: string;
  company_id: number;
  customer_id: number;
  /** Null: the first role of the company. */
  role_id: number | null;
  /** Place in the structure above the new user; null: that of the administrator. */
  parent_id: number | null;
  job_title: string | null;
  telephone: string | null;
  /** See `userStates`. */
  status: number;
  created_at: string;
  /** 1: accepted, or replaced by a later one. */
  is_used: number;
}

export const invitationMigration: Migration = {
  name: '007-invitations',
  async up(db) {
    await db.schema
      .createTable('company_invitation')
      .addColumn('code_digest', 'text', (column) => column.primaryKey())
      .addColumn('company_id', 'integer', (column) =>
        column.notNull().references('company.entity_id').onDelete('cascade'),
      )
      .addColumn('customer_id', 'integer', (column) => column.notNull())
      .addColumn('role_id', 'integer', (column) => column.references('company_role.role_id').onDelete('set null'))
      .addColumn('parent_id', 'integer')
      .addColumn('job_title', 'text')
      .addColumn('telephone', 'text')
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('is_used', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('company_invitation_company')
      .on('company_invitation')
      .columns(['company_id', 'customer_id'])
      .execute();
    await db.schema.createIndex('company_invitation_customer').on('company_invitation').column('customer_id').execute();
    await db.schema.createIndex('company_invitation_role').on('company_invitation').column('role_id').execute();
  },
};
