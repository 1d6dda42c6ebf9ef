import type { Migration } from '../../kernel/module.ts';

/** The log of recommendations, which the limits of the platform replaced. */
export const migrations: readonly Migration[] = [
  {
    name: '001-log',
    async up(db) {
      await db.schema
        .createTable('sendfriend_log')
        .addColumn('sender', 'text', (column) => column.notNull())
        .addColumn('sent_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('sendfriend_log_sender')
        .on('sendfriend_log')
        .columns(['sender', 'sent_at'])
        .execute();
    },
  },
  {
    name: '002-counted-by-limits',
    async up(db) {
      await db.schema.dropTable('sendfriend_log').execute();
    },
  },
];
