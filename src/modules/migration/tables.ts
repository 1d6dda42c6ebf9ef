import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A shop that records come from. */
interface MigrationSourceTable {
  id: Generated<number>;
  /** Its base URL, without a slash at the end. */
  address: string;
  /** 1: its records keep their ids. */
  keeps_ids: Generated<0 | 1>;
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
  /** 1: the next run tries the record again. */
  is_pending: Generated<0 | 1>;
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

/** A run of the command that moves a shop. */
interface MigrationRunTable {
  id: Generated<number>;
  source_id: number;
  /** The chosen parts, separated by commas; null: all. */
  parts: string | null;
  began_at: string;
  /** Last sign of life of the command. */
  alive_at: string;
  /** Null: the command is at work, or was killed. */
  ended_at: string | null;
  /** The error that ended the run; null: it ended regularly. */
  error: string | null;
}

/** The outcomes of a kind's records in a run. */
interface MigrationRunKindTable {
  run_id: number;
  kind: string;
  /** Its place among the kinds of the run. */
  position: number;
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** Records of the kind that the run reads; null: unknown. */
  total: number | null;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    migration_run: MigrationRunTable;
    migration_run_kind: MigrationRunKindTable;
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
  {
    name: '002-kept-ids',
    async up(db) {
      await db.schema
        .alterTable('migration_source')
        .addColumn('keeps_ids', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  {
    name: '003-runs',
    async up(db) {
      await db.schema
        .createTable('migration_run')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('source_id', 'integer', (column) => column.notNull())
        .addColumn('parts', 'text')
        .addColumn('began_at', 'text', (column) => column.notNull())
        .addColumn('alive_at', 'text', (column) => column.notNull())
        .addColumn('ended_at', 'text')
        .addColumn('error', 'text')
        .execute();
      await db.schema
        .createTable('migration_run_kind')
        .addColumn('run_id', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('created', 'integer', (column) => column.notNull())
        .addColumn('changed', 'integer', (column) => column.notNull())
        .addColumn('unchanged', 'integer', (column) => column.notNull())
        .addColumn('refused', 'integer', (column) => column.notNull())
        .addColumn('total', 'integer')
        .addPrimaryKeyConstraint('migration_run_kind_key', ['run_id', 'kind'])
        .execute();
    },
  },
  {
    name: '004-pending-faults',
    async up(db) {
      await db.schema
        .alterTable('migration_fault')
        .addColumn('is_pending', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.updateTable('migration_fault').set({ is_pending: 1 }).where('is_moved', '=', 0).execute();
    },
  },
];
