import { sql, type Generated } from 'kysely';
import type { JsonText } from '../../kernel/json-text.ts';
import type { Migration } from '../../kernel/module.ts';
import { partitionTable, type PartitionedTable } from '../../storage/partitions.ts';

/** An accepted asynchronous or bulk call. */
export interface BulkTable {
  id: Generated<number>;
  uuid: string;
  /** Type of the caller: the interface's number `user_type`. */
  user_type: number;
  user_id: number;
  /** ACL resources of the caller on acceptance. */
  resources: JsonText<'all' | string[]>;
  /** Store code of the path: null without one, `all`, or that of a store view. */
  store_code: string | null;
  /** Store view whose values the scope reads; 0 for `all`. */
  store_id: number;
  topic: string;
  description: string;
  start_time: string;
  operation_count: number;
  /**
   * When its messages are due for publishing, in milliseconds since 1970; a process that publishes them moves it on. Null once
   * the broker has confirmed them, and where the database is the broker.
   */
  publish_at: number | null;
  /** Network address of the caller; null for bulks that were accepted before it was stored. */
  address: string | null;
  /** The span of the request, as its header `traceparent`; null: it was not traced. */
  traceparent: string | null;
}

/** One item of a bulk; the open ones are the queue, in the order of `turn` and `id`. */
interface OperationTable {
  id: Generated<number>;
  bulk_id: number;
  /** Position in the call, from 0; the `id` on the wire. */
  operation_key: number;
  /** 1 complete, 2 failed but may be tried again, 3 failed, 4 open, 5 rejected. */
  status: number;
  /** The entity that the operation changes (see `entityKey`); null when no other operation can change the same one. */
  entity_key: string | null;
  /** The name under which its caller shares the queue: see `shareOf`. */
  caller: string;
  /** The caller's turn: see `queue-turns.ts`. */
  turn: number;
  /** JSON of the decoded arguments, with masks in place of secrets; null for long ones of a complete operation. */
  input: string | null;
  /** The encrypted secrets; null where there are none, empty once the operation is final. */
  secrets: string | null;
  /** JSON of the encoded answer; null until the operation is complete. */
  result: string | null;
  result_message: string | null;
  error_code: number | null;
  attempts: number;
  /** Earliest time of the next attempt, in milliseconds since 1970. With a message broker, 0 says that it was published. */
  available_at: number;
  /** When the last attempt began. */
  started_at: string | null;
}

/** Number of attempts since the installation, by outcome. */
interface OperationTotalTable {
  outcome: string;
  total: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    bulk: BulkTable;
    operation: OperationTable;
    operation_total: OperationTotalTable;
  }
}

/** Creates the tables of bulks and operations. */
export const operationsMigration: Migration = {
  name: '001-operations',
  up: async (db, dialect) => {
    await db.schema
      .createTable('bulk')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('uuid', 'text', (column) => column.notNull().unique())
      .addColumn('user_type', 'integer', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) => column.notNull())
      .addColumn('resources', 'text', (column) => column.notNull())
      .addColumn('store_code', 'text')
      .addColumn('store_id', 'integer', (column) => column.notNull())
      .addColumn('topic', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('start_time', 'text', (column) => column.notNull())
      .addColumn('operation_count', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('bulk_topic').on('bulk').column('topic').execute();
    await db.schema.createIndex('bulk_start_time').on('bulk').column('start_time').execute();
    await db.schema
      .createTable('operation')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('bulk_id', 'integer', (column) => column.notNull().references('bulk.id').onDelete('cascade'))
      .addColumn('operation_key', 'integer', (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('entity_key', 'text')
      .addColumn('input', 'text')
      .addColumn('result', 'text')
      .addColumn('result_message', 'text')
      .addColumn('error_code', 'integer')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('available_at', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'text')
      .addUniqueConstraint('operation_bulk', ['bulk_id', 'operation_key'])
      .execute();
    // For the queue, the counts, and the search by status. With "nulls first", in the index and in the query of the queue,
    // PostgreSQL uses it, instead of walking through all finished operations along the primary key.
    await sql`create index operation_status on operation (status, id${dialect.kind === 'postgres' ? sql` nulls first` : sql``})`.execute(
      db,
    );
  },
};

/** Adds the columns for message brokers. */
export const brokersMigration: Migration = {
  name: '002-brokers',
  up: async (db) => {
    await db.schema.alterTable('bulk').addColumn('publish_at', 'integer').execute();
    await sql`create index bulk_publish_at on bulk (publish_at) where publish_at is not null`.execute(db);
    // A small index: it has only operations that wait for their next attempt.
    await sql`create index operation_available_at on operation (available_at) where status = 4 and available_at > 0`.execute(
      db,
    );
    await db.schema
      .createTable('operation_total')
      .addColumn('outcome', 'text', (column) => column.primaryKey())
      .addColumn('total', 'integer', (column) => column.notNull())
      .execute();
  },
};

/** Adds the network address that a bulk came from. */
export const addressMigration: Migration = {
  name: '003-address',
  up: async (db) => {
    await db.schema.alterTable('bulk').addColumn('address', 'text').execute();
  },
};

/** Adds the span of the request that a bulk came from. */
export const traceparentMigration: Migration = {
  name: '008-traceparent',
  up: async (db) => {
    await db.schema.alterTable('bulk').addColumn('traceparent', 'text').execute();
  },
};

/** Adds the turns by which callers share the queue. */
export const turnsMigration: Migration = {
  name: '004-turns',
  up: async (db) => {
    const table = (): ReturnType<typeof db.schema.alterTable> => db.schema.alterTable('operation');
    await table()
      .addColumn('caller', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await table()
      .addColumn('turn', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await table().addColumn('secrets', 'text').execute();
    // Indexes of open operations only, so that they stay small: the queue, each caller's share of it, and the operations of an
    // entity.
    await sql`create index operation_turn on operation (turn, id) where status = 4`.execute(db);
    await sql`create index operation_caller on operation (caller, turn) where status = 4`.execute(db);
    await sql`create index operation_entity on operation (entity_key, id) where status = 4`.execute(db);
  },
};

/** Words the indexes of open operations so that SQLite uses them (`isOpen` in `claim.ts` says why). */
export const openIndexesMigration: Migration = {
  name: '007-open-indexes',
  up: async (db, { kind }) => {
    if (kind !== 'sqlite') return;
    for (const index of ['operation_turn', 'operation_caller', 'operation_entity', 'operation_available_at']) {
      await db.schema.dropIndex(index).execute();
    }
    await sql`create index operation_turn on operation (turn, id) where +status = 4`.execute(db);
    await sql`create index operation_caller on operation (caller, turn) where +status = 4`.execute(db);
    await sql`create index operation_entity on operation (entity_key, id) where +status = 4`.execute(db);
    await sql`create index operation_available_at on operation (available_at) where +status = 4 and available_at > 0`.execute(
      db,
    );
  },
};

export const operationLog: PartitionedTable = { table: 'operation', key: 'id', rows: 32_000_000 };

/** Divides the operations into partitions. */
export const operationPartitionsMigration: Migration = {
  name: '006-operation-partitions',
  up: async (db, { kind }) => {
    if (kind === 'sqlite') return;
    // Unique without saying so, which partitions could not: the operations of a bulk are written once, with the bulk.
    await db.schema.alterTable('operation').dropConstraint('operation_bulk').execute();
    await db.schema.createIndex('operation_bulk').on('operation').columns(['bulk_id', 'operation_key']).execute();
    await partitionTable(db, operationLog, [sql`foreign key (bulk_id) references bulk (id) on delete cascade`]);
  },
};
