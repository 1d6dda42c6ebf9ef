import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A gift message; carts, orders and their items refer to its id. */
interface GiftMessageTable {
  gift_message_id: Generated<number>;
  /** 0 for a guest. */
  customer_id: number;
  sender: string | null;
  recipient: string | null;
  message: string | null;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    gift_message: GiftMessageTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-messages',
    async up(db) {
      await db.schema
        .createTable('gift_message')
        .addColumn('gift_message_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('customer_id', 'integer', (column) => column.notNull())
        .addColumn('sender', 'text')
        .addColumn('recipient', 'text')
        .addColumn('message', 'text')
        .execute();
    },
  },
];
