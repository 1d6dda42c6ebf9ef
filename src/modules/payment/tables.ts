import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';
import type { JsonText } from '../../kernel/json-text.ts';
import type { MoneyRequest, PaymentTask } from './extensions.ts';

/** An unsettled payment; settled ones have no row. Times are milliseconds since 1970. */
export interface PaymentOperationTable {
  id: Generated<number>;
  /** Idempotency key, by which the provider recognizes a repeated request. */
  key: string;
  /** Subject of the payment: `cart:7`, `order:12`. A subject has at most one open operation. */
  subject: string;
  method: string;
  store_id: number;
  /**
   * `open`: the request is about to be sent, or its outcome is not recorded; `withdraw`: to be reversed regardless of
   * its outcome; `review`: the provider's decision is pending; `done`: recorded by the recovery, for the repeated
   * accepted operation.
   */
  state: 'open' | 'withdraw' | 'review' | 'done';
  /** The originating accepted operation, see `Call.origin`. */
  origin: string | null;
  /** The result of the work, when done. */
  result: JsonText<unknown> | null;
  /** The work after a successful payment. */
  task: JsonText<PaymentTask>;
  /** Identifies repeated calls. */
  fingerprint: string;
  /** The request to the provider, without the buyer's token. */
  request: JsonText<MoneyRequest>;
  /** Incremented by each process that takes the operation. */
  attempts: number;
  /** Time until which a process holds it. */
  held_until: number;
  /** Time at which the recovery takes it if it is still unfinished. */
  due_at: number;
  /** Consecutive failures of the recovery. */
  failures: Generated<number>;
  /** Reason for the last failure; null: none. */
  failure: Generated<string | null>;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    payment_operation: PaymentOperationTable;
  }
}

/** Creates the table of payment operations. */
export const migrations: readonly Migration[] = [
  {
    name: '001-operations',
    async up(db) {
      await db.schema
        .createTable('payment_operation')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('key', 'text', (column) => column.notNull().unique())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('method', 'text', (column) => column.notNull())
        .addColumn('store_id', 'integer', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('origin', 'text')
        .addColumn('result', 'text')
        .addColumn('task', 'text', (column) => column.notNull())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('request', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('held_until', 'integer', (column) => column.notNull())
        .addColumn('due_at', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('payment_operation_open')
        .unique()
        .on('payment_operation')
        .column('subject')
        .where(sql.ref('state'), '=', sql.lit('open'))
        .execute();
      await db.schema.createIndex('payment_operation_origin').on('payment_operation').column('origin').execute();
      await db.schema.createIndex('payment_operation_due_at').on('payment_operation').column('due_at').execute();
    },
  },
  {
    name: '002-failures',
    async up(db) {
      await db.schema
        .alterTable('payment_operation')
        .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable('payment_operation').addColumn('failure', 'text').execute();
      await db.schema.createIndex('payment_operation_failures').on('payment_operation').column('failures').execute();
    },
  },
];
