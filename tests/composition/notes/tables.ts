import type { Generated } from 'kysely';
import type { Migration } from '../../../src/kernel/module.ts';

interface NoteTable {
  id: Generated<number>;
  text: string;
  /** What the worker has put under it; null until then. */
  stamp: string | null;
}

declare module '../../../src/kernel/merged-types.ts' {
  interface Tables {
    note: NoteTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-notes',
    up: (db) =>
      db.schema
        .createTable('note')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('stamp', 'text')
        .execute(),
  },
];
