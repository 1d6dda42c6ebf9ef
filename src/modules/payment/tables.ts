import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A movement of money that is not settled yet; settled ones have no row. Times are milliseconds since 1970. */
export interface PaymentOperationTable {
  id: Generated<number>;
  /** By this key the provider recognizes a repeated request. */
  key: string;
  /** What the money is for: `cart:7`, `order:12`. One of them has one open operation at most. */
  subject: string;
  method: string;
  store_id: number;
  /**
   * `open`: the request is about to be sent, or its outcome is not booked; `withdraw`: whatever it came to is to be undone;
   * `review`: the provider takes its time to decide; `done`: booked by the recovery, for the accepted operation that asks again.
   */
  state: 'open' | 'withdraw' | 'review' | 'done';
  /** The accepted operation that it was begun by, see `Call.origin`. */
  origin: string | null;
  /** JSON: what the work came to, of one that is done. */
  result: string | null;
  /** JSON: what is to be done once the money has moved. */
  task: string;
  /** Tells whether a repeated call asks for the same. */
  fingerprint: string;
  /** JSON: what is asked of the provider, without the buyer's token. */
  request: string;
  /** Counted up by whoever takes the operation in hand. */
  attempts: number;
  /** Until when a process holds it. */
  held_until: number;
  /** When the recovery takes it if it is still unfinished. */
  due_at: number;
  /** How often in a row the recovery has failed to settle it. */
  failures: Generated<number>;
  /** Why it failed last; null: it did not. */
  failure: Generated<string | null>;
}

declare module '../../kernel/call.ts' {
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
