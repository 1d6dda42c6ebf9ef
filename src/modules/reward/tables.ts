import type { Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import type { RewardAction } from './actions.ts';

/** The points of a customer on a website. */
interface RewardTable {
  reward_id: Generated<number>;
  customer_id: number;
  website_id: number;
  points_balance: number;
}

/** A change of an account of points. The balance is the unused rest of all entries that have added points. */
interface RewardHistoryTable {
  history_id: Generated<number>;
  reward_id: number;
  created_at: string;
  action: RewardAction;
  points_balance: number;
  points_delta: number;
  /** How many of the points that the entry has added are spent or expired. */
  points_used: number;
  /** When they expire by the setting of the day they came; null: never. */
  expires_at: string | null;
  additional_info: string | null;
  /** 1: the customer was warned that the points expire. */
  is_warned: Generated<number>;
}

/** A rate between points and money, for a website (0: every one) and a customer group (0: every one). */
interface RewardRateTable {
  rate_id: Generated<number>;
  website_id: number;
  customer_group_id: number;
  /** 1: points become money; 2: money becomes points. */
  direction: number;
  points: number;
  /** In ten-thousandths of the base currency. */
  currency_amount: number;
}

/** Points that an order was paid with; amounts in ten-thousandths of the base currency. */
interface RewardSpendingTable {
  order_id: number;
  reward_id: number;
  points: number;
  points_returned: number;
  amount: number;
  amount_returned: number;
}

/** Points that an order has earned. */
interface RewardEarningTable {
  order_id: number;
  reward_id: number;
  points: number;
  points_revoked: number;
}

/** Which emails about points a customer has chosen; null: as the setting says. */
interface RewardSubscriptionTable {
  customer_id: number;
  balance_updates: number | null;
  expiry_warnings: number | null;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    reward: RewardTable;
    reward_history: RewardHistoryTable;
    reward_rate: RewardRateTable;
    reward_spending: RewardSpendingTable;
    reward_earning: RewardEarningTable;
    reward_subscription: RewardSubscriptionTable;
  }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-points',
    async up(db) {
      await db.schema
        .createTable('reward')
        .addColumn('reward_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('customer_id', 'integer', (column) => column.notNull())
        .addColumn('website_id', 'integer', (column) => column.notNull())
        .addColumn('points_balance', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('reward_customer', ['customer_id', 'website_id'])
        .execute();
      await db.schema
        .createTable('reward_history')
        .addColumn('history_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('reward_id', 'integer', (column) =>
          column.notNull().references('reward.reward_id').onDelete('cascade'),
        )
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('points_balance', 'bigint', (column) => column.notNull())
        .addColumn('points_delta', 'bigint', (column) => column.notNull())
        .addColumn('points_used', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'text')
        .addColumn('additional_info', 'text')
        .execute();
      await db.schema
        .createIndex('reward_history_reward')
        .on('reward_history')
        .columns(['reward_id', 'history_id'])
        .execute();
      await db.schema
        .createTable('reward_rate')
        .addColumn('rate_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('website_id', 'integer', (column) => column.notNull())
        .addColumn('customer_group_id', 'integer', (column) => column.notNull())
        .addColumn('direction', 'integer', (column) => column.notNull())
        .addColumn('points', 'bigint', (column) => column.notNull())
        .addColumn('currency_amount', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('reward_rate_scope', ['website_id', 'customer_group_id', 'direction'])
        .execute();
    },
  },
  {
    name: '002-orders',
    async up(db) {
      await db.schema
        .createTable('reward_spending')
        .addColumn('order_id', 'integer', (column) => column.primaryKey())
        .addColumn('reward_id', 'integer', (column) =>
          column.notNull().references('reward.reward_id').onDelete('cascade'),
        )
        .addColumn('points', 'bigint', (column) => column.notNull())
        .addColumn('points_returned', 'bigint', (column) => column.notNull())
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('amount_returned', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('reward_earning')
        .addColumn('order_id', 'integer', (column) => column.primaryKey())
        .addColumn('reward_id', 'integer', (column) =>
          column.notNull().references('reward.reward_id').onDelete('cascade'),
        )
        .addColumn('points', 'bigint', (column) => column.notNull())
        .addColumn('points_revoked', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: '003-warnings',
    up: async (db) => {
      await db.schema
        .alterTable('reward_history')
        .addColumn('is_warned', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  {
    name: '004-subscriptions',
    up: async (db) => {
      await db.schema
        .createTable('reward_subscription')
        .addColumn('customer_id', 'integer', (column) => column.primaryKey())
        .addColumn('balance_updates', 'integer')
        .addColumn('expiry_warnings', 'integer')
        .execute();
    },
  },
];
