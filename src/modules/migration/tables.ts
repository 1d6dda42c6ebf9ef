import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A shop that records come from. */
interface MigrationSourceTable {
  id: Generated<number>;
  /** Its base URL, without a slash at the end. */
  address: string;
}

/** A moved record, written in its transaction. */
interface MigrationRecordTable {
  source_id: number;
  kind: string;
  /** Key of the record in the source. */
  source_key: string;
  /** Its key here, such as an id or SKU. */
  target_key: string;
  /** SHA-256 of the record as it was read. */
  digest: string;
}

/** A reason why a record, or a part of it, was not moved. */
interface MigrationFaultTable {
  source_id: number;
  kind: string;
  source_key: string;
  /** Name of the record for people. */
  name: string;
  reason: string;
  /** Whether the record itself was moved: the reason is about a part of it. */
  is_moved: 0 | 1;
}

/** The progress of the passes over the records of a kind. */
interface MigrationPassTable {
  source_id: number;
  kind: string;
  /** The source's time at the begin of the pass, less a margin. */
  began_at: string;
  /** The begin of the last complete pass; null: there was none. */
  since: string | null;
  /** Id of the last record that the pass has handled. */
  after_id: number;
  is_complete: 0 | 1;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    migration_source: MigrationSourceTable;
    migration_record: MigrationRecordTable;
    migration_fault: MigrationFaultTable;
    migration_pass: MigrationPassTable;
  }
}

/** The journal of migrations. */
export const migrations: readonly Migration[] = [
  {
    name: '001-journal',
    async up(db) {
      await db.schema
        .createTable('migration_source')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('address', 'text', (column) => column.notNull().unique())
        .execute();
      await db.schema
        .createTable('migration_record')
        .addColumn('source_id', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('source_key', 'text', (column) => column.notNull())
        .addColumn('target_key', 'text', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('migration_record_key', ['source_id', 'kind', 'source_key'])
        .execute();
      await db.schema
        .createTable('migration_fault')
        .addColumn('source_id', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('source_key', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('is_moved', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('migration_fault_key', ['source_id', 'kind', 'source_key', 'reason'])
        .execute();
      await db.schema
        .createTable('migration_pass')
        .addColumn('source_id', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('began_at', 'text', (column) => column.notNull())
        .addColumn('since', 'text')
        .addColumn('after_id', 'integer', (column) => column.notNull())
        .addColumn('is_complete', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('migration_pass_key', ['source_id', 'kind'])
        .execute();
    },
  },
];
