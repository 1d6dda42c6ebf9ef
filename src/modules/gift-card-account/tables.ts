import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import { fold } from '../../storage/sql.ts';

/** A gift card with its balance. Money is in cents of the base currency of its website. */
export interface GiftCardAccountTable {
  giftcardaccount_id: Generated<number>;
  code: string;
  /** 0 for a locked card. */
  status: 0 | 1;
  /** A day, `YYYY-MM-DD`. */
  date_created: string;
  /** The last day of validity; null: unlimited. */
  date_expires: string | null;
  website_id: number;
  balance: number;
  /** One of `accountStates`; expiry depends on the date instead. */
  state: number;
  is_redeemable: 0 | 1;
}

/** A code for new cards. */
interface GiftCardPoolTable {
  code: string;
  /** 1: used by a card. */
  status: 0 | 1;
}

/** History of a card: its entries add up to the balance. */
interface GiftCardHistoryTable {
  history_id: Generated<number>;
  giftcardaccount_id: number;
  updated_at: string;
  /** One of `historyActions`. */
  action: number;
  /** The balance after the entry, in cents. */
  balance_amount: number;
  balance_delta: number;
  additional_info: string | null;
}

/** An order's use of a card, and the amount returned to the card; in cents. */
interface GiftCardUseTable {
  order_id: number;
  giftcardaccount_id: number;
  /** Position of the card in the order's sequence of payments. */
  position: number;
  amount: number;
  returned: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    giftcardaccount: GiftCardAccountTable;
    giftcardaccount_pool: GiftCardPoolTable;
    giftcardaccount_history: GiftCardHistoryTable;
    giftcardaccount_use: GiftCardUseTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-gift-card-accounts',
    async up(db) {
      await db.schema
        .createTable('giftcardaccount')
        .addColumn('giftcardaccount_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('code', 'text', (column) => column.notNull())
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('date_created', 'text', (column) => column.notNull())
        .addColumn('date_expires', 'text')
        .addColumn('website_id', 'integer', (column) => column.notNull())
        .addColumn('balance', 'integer', (column) => column.notNull())
        .addColumn('state', 'integer', (column) => column.notNull())
        .addColumn('is_redeemable', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('giftcardaccount_code')
        .unique()
        .on('giftcardaccount')
        .expression(fold('code'))
        .execute();
      await db.schema
        .createTable('giftcardaccount_pool')
        .addColumn('code', 'text', (column) => column.notNull())
        .addColumn('status', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('giftcardaccount_pool_code')
        .unique()
        .on('giftcardaccount_pool')
        .expression(fold('code'))
        .execute();
      await db.schema
        .createIndex('giftcardaccount_pool_free')
        .on('giftcardaccount_pool')
        .columns(['status', 'code'])
        .execute();
      await db.schema
        .createTable('giftcardaccount_history')
        .addColumn('history_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('giftcardaccount_id', 'integer', (column) =>
          column.notNull().references('giftcardaccount.giftcardaccount_id').onDelete('cascade'),
        )
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addColumn('action', 'integer', (column) => column.notNull())
        .addColumn('balance_amount', 'integer', (column) => column.notNull())
        .addColumn('balance_delta', 'integer', (column) => column.notNull())
        .addColumn('additional_info', 'text')
        .execute();
      await db.schema
        .createIndex('giftcardaccount_history_of')
        .on('giftcardaccount_history')
        .column('giftcardaccount_id')
        .execute();
      await db.schema
        .createTable('giftcardaccount_use')
        .addColumn('order_id', 'integer', (column) => column.notNull())
        .addColumn('giftcardaccount_id', 'integer', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('amount', 'integer', (column) => column.notNull())
        .addColumn('returned', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('giftcardaccount_use_key', ['order_id', 'giftcardaccount_id'])
        .execute();
    },
  },
];
