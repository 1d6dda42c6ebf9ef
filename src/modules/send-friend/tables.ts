import type { Migration } from '../../kernel/module.ts';

/** A recommendation that was sent, to count those of an hour. */
interface SendFriendLogTable {
  /** Address of the network for guests, id for customers. */
  sender: string;
  sent_at: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    sendfriend_log: SendFriendLogTable;
  }
}

/** Creates the log of recommendations. */
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
];
