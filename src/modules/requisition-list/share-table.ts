import type { Migration } from '../../kernel/module.ts';

/** A link to a requisition list, for the users of a company. */
export interface RequisitionListShareTable {
  /** SHA-256 of the token in the link. */
  token_digest: string;
  list_id: number;
  company_id: number;
  created_at: string;
  /** Emails that had the link; 0: the storefront shows it. */
  mails: number;
}

/** Creates the table of links to requisition lists. */
export const shareMigration: Migration = {
  name: '002-shares',
  async up(db) {
    await db.schema
      .createTable('requisition_list_share')
      .addColumn('token_digest', 'text', (column) => column.primaryKey())
      .addColumn('list_id', 'integer', (column) =>
        column.notNull().references('requisition_list.list_id').onDelete('cascade'),
      )
      .addColumn('company_id', 'integer', (column) =>
        column.notNull().references('company.entity_id').onDelete('cascade'),
      )
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('mails', 'integer', (column) => column.notNull())
      .execute();
    for (const column of ['list_id', 'company_id']) {
      await db.schema
        .createIndex(`requisition_list_share_${column}`)
        .on('requisition_list_share')
        .column(column)
        .execute();
    }
  },
};
