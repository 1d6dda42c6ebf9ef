import type { Generated } from 'kysely';
import type { JsonText } from '../../kernel/json-text.ts';
import type { Migration } from '../../kernel/module.ts';
import type { ChangeAction } from '../../storage/noted.ts';
import { partitionTable, type PartitionedTable } from '../../storage/partitions.ts';

/** A change that is committed. */
interface ChangeColumns {
  entity: string;
  entity_id: number;
  entity_key: string | null;
  action: ChangeAction;
  /** Names of changed fields. */
  fields: JsonText<string[]>;
  /** See `callerTypes`. */
  user_type: number;
  user_id: number;
  origin: string | null;
  /** Milliseconds since 1970. */
  created_at: number;
  /** The span that it was made in, as a header `traceparent`; null: it was not traced. */
  traceparent: string | null;
}

/** The log of changes in the order in which they are told. */
export interface ChangeTable extends ChangeColumns {
  position: Generated<number>;
}

/** PostgreSQL: changes that have no position yet. There, transactions are not committed in the order in which they take numbers. */
interface PendingChangeTable extends ChangeColumns {
  id: Generated<number>;
}

/** How far a follower of the log has come. */
interface CursorTable {
  name: string;
  /** The last position that it is done with. */
  position: number;
  /** Process that follows for it, and until when without a sign of life, in milliseconds since 1970. */
  owner: string | null;
  leased_until: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    change: ChangeTable;
    change_pending: PendingChangeTable;
    change_cursor: CursorTable;
  }
}

/** Name of the cursor that says up to which position the log was shortened. */
export const HORIZON = 'horizon';

export const changeMigration: Migration = {
  name: '001-changes',
  async up(db) {
    for (const [table, key] of [
      ['change', 'position'],
      ['change_pending', 'id'],
    ] as const) {
      await db.schema
        .createTable(table)
        .addColumn(key, 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('entity', 'text', (column) => column.notNull())
        .addColumn('entity_id', 'integer', (column) => column.notNull())
        .addColumn('entity_key', 'text')
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('fields', 'text', (column) => column.notNull())
        .addColumn('user_type', 'integer', (column) => column.notNull())
        .addColumn('user_id', 'integer', (column) => column.notNull())
        .addColumn('origin', 'text')
        .addColumn('created_at', 'integer', (column) => column.notNull())
        .execute();
    }
    await db.schema
      .createTable('change_cursor')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('owner', 'text')
      .addColumn('leased_until', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.insertInto('change_cursor').values({ name: HORIZON, position: 0, leased_until: 0 }).execute();
  },
};

export const changeLog: PartitionedTable = { table: 'change', key: 'position', rows: 8_000_000 };

/** Divides the log into partitions. */
export const changePartitionsMigration: Migration = {
  name: '002-change-partitions',
  up: (db) => partitionTable(db, changeLog),
};

/** Adds the span that a change was made in. */
export const changeTraceparentMigration: Migration = {
  name: '003-traceparent',
  up: async (db) => {
    for (const table of ['change', 'change_pending']) {
      await db.schema.alterTable(table).addColumn('traceparent', 'text').execute();
    }
  },
};
