import { sql, type Generated, type ColumnType } from 'kysely';
import type { Migration } from '../kernel/module.ts';
import { foldMigration } from './fold-migration.ts';
import { firstContentRows } from './content-rows.ts';
import { sequenceMigration } from './sequence-migration.ts';

/** A migration that was run, as `module/name`. */
interface SchemaMigrationTable {
  name: string;
  applied_at: string;
}

/** A counter: the number that was given last. On PostgreSQL, of numbers without gaps alone (`sequences.ts`). */
interface SequenceTable {
  name: string;
  value: number;
}

/** Version of a shared cache's data; every change increases it. */
interface CacheVersionTable {
  name: string;
  version: number;
}

/** A part of the version of public content. */
interface ContentVersionTable {
  slot: number;
  version: number;
}

/** Something to be sent once the transaction that wrote it is committed. */
interface OutboxTable {
  id: Generated<number>;
  topic: string;
  /** JSON. */
  payload: string;
  /** Milliseconds since 1970, because leases are shorter than the seconds in which other times are stored. */
  created_at: number;
  /** When it may be taken (again); a process that takes it moves it on. */
  available_at: number;
  attempts: ColumnType<number, number | undefined, number>;
}

/** PostgreSQL: the history that the primary writes (`log-position.ts`); replicas show it. */
interface ReplicaOriginTable {
  id: number;
  origin: string;
}

/** PostgreSQL: where the log was after the last commit of a writer. */
interface ReadPositionTable {
  writer: string;
  /** Bytes. */
  position: number;
  /** Seconds since 1970. */
  noted_at: number;
}

declare module '../kernel/merged-types.ts' {
  interface Tables {
    schema_migration: SchemaMigrationTable;
    sequence: SequenceTable;
    cache_version: CacheVersionTable;
    outbox: OutboxTable;
    content_version: ContentVersionTable;
    replica_origin: ReplicaOriginTable;
    read_position: ReadPositionTable;
  }
}

/** The storage's own tables; they are created before those of modules. */
export const storageMigrations: readonly Migration[] = [
  {
    name: '001-storage',
    async up(db) {
      await db.schema
        .createTable('sequence')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('cache_version')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('version', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('outbox')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('topic', 'text', (column) => column.notNull())
        .addColumn('payload', 'text', (column) => column.notNull())
        .addColumn('created_at', 'integer', (column) => column.notNull())
        .addColumn('available_at', 'integer', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.createIndex('outbox_available').on('outbox').columns(['topic', 'available_at', 'id']).execute();
    },
  },
  foldMigration,
  {
    name: '003-content-version',
    async up(db) {
      await db.schema
        .createTable('content_version')
        .addColumn('slot', 'integer', (column) => column.primaryKey())
        .addColumn('version', 'integer', (column) => column.notNull())
        .execute();
      await db.insertInto('content_version').values(firstContentRows()).execute();
    },
  },
  {
    name: '004-replicas',
    async up(db, { kind }) {
      if (kind === 'sqlite') return;
      await db.schema
        .createTable('replica_origin')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('origin', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('read_position')
        .addColumn('writer', 'text', (column) => column.primaryKey())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('noted_at', 'integer', (column) => column.notNull())
        .execute();
      // Made anew after a crash and not replayed: see log-position.ts.
      await sql`alter table read_position set unlogged`.execute(db);
    },
  },
  sequenceMigration,
];
