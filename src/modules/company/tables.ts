import { sql, type ColumnType, type Generated, type Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { fold } from '../../storage/sql.ts';
import { invitationMigration, type CompanyInvitationTable } from './invitation-table.ts';
import { allowedByDefault, companyResources, DEFAULT_ROLE } from './resources.ts';

/** A company. */
interface CompanyTable {
  entity_id: Generated<number>;
  /** See `companyStates`. */
  status: number;
  company_name: string;
  legal_name: string | null;
  /** Unique, ignoring case; see `email_key`. */
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

/** A role of a company. The first one is that of new users. */
interface CompanyRoleTable {
  role_id: Generated<number>;
  company_id: number;
  role_name: string;
}
/** A row of `company_role`. */
export type CompanyRoleRow = Selectable<CompanyRoleTable>;

/** A role's setting for one permission. */
interface CompanyPermissionTable {
  permission_id: Generated<number>;
  role_id: number;
  resource_id: string;
  is_allowed: number;
}
/** A row of `company_permission`. */
export type CompanyPermissionRow = Selectable<CompanyPermissionTable>;

/** A role that a user has; the administrator needs none. */
interface CompanyUserRoleTable {
  customer_id: number;
  company_id: number;
  role_id: number;
}

/** A team of a company. */
interface CompanyTeamTable {
  team_id: Generated<number>;
  company_id: number;
  name: string;
  description: string | null;
}
/** A row of `company_team`. */
export type CompanyTeamRow = Selectable<CompanyTeamTable>;

/** A place in the hierarchy of a company. */
interface CompanyStructureTable {
  structure_id: Generated<number>;
  company_id: number;
  /** 0 at the top, where the administrator is. */
  parent_id: number;
  entity_type: 'customer' | 'team';
  entity_id: number;
}
/** A row of `company_structure`. */
export type CompanyStructureRow = Selectable<CompanyStructureTable>;

/** That a company belongs to another one, which belongs to none. */
interface CompanyRelationTable {
  company_id: number;
  parent_id: number;
}

/** A row of `company_invitation`. */
export type CompanyInvitationRow = Selectable<CompanyInvitationTable>;

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    company: CompanyTable;
    company_user: CompanyUserTable;
    company_role: CompanyRoleTable;
    company_permission: CompanyPermissionTable;
    company_user_role: CompanyUserRoleTable;
    company_team: CompanyTeamTable;
    company_structure: CompanyStructureTable;
    company_relation: CompanyRelationTable;
    company_invitation: CompanyInvitationTable;
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
  {
    name: '004-roles',
    async up(db) {
      await db.schema
        .createTable('company_role')
        .addColumn('role_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('company_id', 'integer', (column) =>
          column.notNull().references('company.entity_id').onDelete('cascade'),
        )
        .addColumn('role_name', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('company_role_name')
        .unique()
        .on('company_role')
        .column('company_id')
        .expression(fold('role_name'))
        .execute();
      await db.schema
        .createTable('company_permission')
        .addColumn('permission_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('role_id', 'integer', (column) =>
          column.notNull().references('company_role.role_id').onDelete('cascade'),
        )
        .addColumn('resource_id', 'text', (column) => column.notNull())
        .addColumn('is_allowed', 'integer', (column) => column.notNull())
        .addUniqueConstraint('company_permission_resource', ['role_id', 'resource_id'])
        .execute();
      await db.schema
        .createTable('company_user_role')
        .addColumn('customer_id', 'integer', (column) => column.notNull())
        .addColumn('company_id', 'integer', (column) => column.notNull())
        .addColumn('role_id', 'integer', (column) =>
          column.notNull().references('company_role.role_id').onDelete('cascade'),
        )
        .addPrimaryKeyConstraint('company_user_role_key', ['customer_id', 'company_id', 'role_id'])
        .addForeignKeyConstraint(
          'company_user_role_user',
          ['customer_id', 'company_id'],
          'company_user',
          ['customer_id', 'company_id'],
          (key) => key.onDelete('cascade'),
        )
        .execute();
      await db.schema.createIndex('company_user_role_role').on('company_user_role').column('role_id').execute();
      await sql`insert into company_role (company_id, role_name) select entity_id, ${DEFAULT_ROLE} from company`.execute(
        db,
      );
      for (const resource of companyResources) {
        const allowed = allowedByDefault.has(resource) ? 1 : 0;
        await sql`
          insert into company_permission (role_id, resource_id, is_allowed)
          select role_id, ${resource}, ${sql.lit(allowed)} from company_role`.execute(db);
      }
      await sql`
        insert into company_user_role (customer_id, company_id, role_id)
        select u.customer_id, u.company_id, r.role_id
        from company_user u
        join company c on c.entity_id = u.company_id and c.super_user_id <> u.customer_id
        join company_role r on r.company_id = u.company_id`.execute(db);
    },
  },
  {
    name: '005-hierarchy',
    async up(db) {
      await db.schema
        .createTable('company_team')
        .addColumn('team_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('company_id', 'integer', (column) =>
          column.notNull().references('company.entity_id').onDelete('cascade'),
        )
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('description', 'text')
        .execute();
      await db.schema.createIndex('company_team_company').on('company_team').column('company_id').execute();
      await db.schema
        .createTable('company_structure')
        .addColumn('structure_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('company_id', 'integer', (column) =>
          column.notNull().references('company.entity_id').onDelete('cascade'),
        )
        .addColumn('parent_id', 'integer', (column) => column.notNull())
        .addColumn('entity_type', 'text', (column) => column.notNull())
        .addColumn('entity_id', 'integer', (column) => column.notNull())
        .addUniqueConstraint('company_structure_entity', ['company_id', 'entity_type', 'entity_id'])
        .execute();
      await db.schema.createIndex('company_structure_parent').on('company_structure').column('parent_id').execute();
      // Until now there was no hierarchy: all users are right below their administrators.
      await sql`
        insert into company_structure (company_id, parent_id, entity_type, entity_id)
        select entity_id, 0, 'customer', super_user_id from company`.execute(db);
      await sql`
        insert into company_structure (company_id, parent_id, entity_type, entity_id)
        select u.company_id, s.structure_id, 'customer', u.customer_id
        from company_user u
        join company_structure s on s.company_id = u.company_id and s.entity_id <> u.customer_id`.execute(db);
    },
  },
  {
    name: '006-relations',
    async up(db) {
      await db.schema
        .createTable('company_relation')
        .addColumn('company_id', 'integer', (column) =>
          column.primaryKey().references('company.entity_id').onDelete('cascade'),
        )
        .addColumn('parent_id', 'integer', (column) =>
          column.notNull().references('company.entity_id').onDelete('cascade'),
        )
        .execute();
      await db.schema.createIndex('company_relation_parent').on('company_relation').column('parent_id').execute();
    },
  },
  invitationMigration,
  {
    // Roles of earlier releases do not know quote templates: users who may manage quotes may use them.
    name: '008-quote-templates',
    async up(db) {
      for (const resource of companyResources.filter((one) => one.startsWith('Magento_NegotiableQuoteTemplate::'))) {
        await sql`
          insert into company_permission (role_id, resource_id, is_allowed)
          select role_id, ${resource}, is_allowed from company_permission
          where resource_id = 'Magento_NegotiableQuote::manage'
          on conflict (role_id, resource_id) do nothing`.execute(db);
      }
    },
  },
  {
    // Permissions of approvals had another prefix than those of the interface.
    name: '009-approval-permissions',
    async up(db) {
      for (const name of ['super_approve_purchase_order', 'view_approval_rules', 'manage_approval_rules']) {
        const [earlier, later] = [`Magento_PurchaseOrder::${name}`, `Magento_PurchaseOrderRule::${name}`];
        await sql`
          update company_permission set resource_id = ${later} where resource_id = ${earlier}`.execute(db);
      }
    },
  },
];
