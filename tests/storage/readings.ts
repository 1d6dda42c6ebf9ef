import type { Generated } from 'kysely';
import type { ModuleManifest } from '../../src/kernel/module.ts';
import { partitionTable } from '../../src/storage/partitions.ts';

declare module '../../src/kernel/merged-types.ts' {
  interface Tables {
    reading: { id: Generated<number>; sensor: string; taken_at: number };
  }
}

export const readings = { table: 'reading', key: 'id', rows: 10 } as const;

/** A table as an earlier release has made it. */
export const earlier: ModuleManifest = {
  name: 'Readings',
  migrations: [
    {
      name: '001-readings',
      async up(db) {
        await db.schema
          .createTable('reading')
          .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
          .addColumn('sensor', 'text', (column) => column.notNull())
          .addColumn('taken_at', 'integer', (column) => column.notNull())
          .execute();
        await db.schema.createIndex('reading_sensor').on('reading').columns(['sensor', 'taken_at']).execute();
      },
    },
  ],
};

/** The same in partitions. */
export const later: ModuleManifest = {
  name: 'Readings',
  migrations: [...earlier.migrations!, { name: '002-partitions', up: (db) => partitionTable(db, readings) }],
};
