import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { partitionTable, type PartitionedTable } from '../../storage/partitions.ts';

/** One change that an administrator or an integration has made over the interface. */
interface AuditEntryTable {
  /** In the order in which they were written. */
  id: Generated<number>;
  created_at: string;
  /** As numbered by the interface's `user_type`. */
  user_type: number;
  user_id: number;
  /** Method and declared path: `PUT /V1/products/:sku`. */
  route: string;
  /** `call` for one that was answered at once, `operation` for one that was accepted and executed later. */
  form: string;
  /** Store code of the path; null without one. */
  store_code: string | null;
  /** Which entities: `sku=24-MB01`, `cartId=7, id=12`. */
  entities: string;
  /** `done`, or `unfinished` for a call of several steps whose process ended between them. */
  outcome: string;
  /** Network address that it came from. */
  address: string | null;
  /** Request id of the answer, or `bulk_uuid` of the operation. */
  reference: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    audit_entry: AuditEntryTable;
  }
}

/** Creates the table of the audit log. */
export const auditMigration: Migration = {
  name: '002-audit',
  async up(db) {
    // No further index: entries are written far more often than they are looked for, and age in the order of ids.
    await db.schema
      .createTable('audit_entry')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('user_type', 'integer', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) => column.notNull())
      .addColumn('route', 'text', (column) => column.notNull())
      .addColumn('form', 'text', (column) => column.notNull())
      .addColumn('store_code', 'text')
      .addColumn('entities', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('address', 'text')
      .addColumn('reference', 'text', (column) => column.notNull())
      .execute();
  },
};

export const auditLog: PartitionedTable = { table: 'audit_entry', key: 'id', rows: 16_000_000 };

/** Divides the audit log into partitions. */
export const auditPartitionsMigration: Migration = {
  name: '003-audit-partitions',
  up: (db) => partitionTable(db, auditLog),
};
