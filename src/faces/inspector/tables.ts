import type { Generated, Selectable } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A call that was recorded. Durations are in microseconds. */
interface RecordedCallTable {
  id: Generated<number>;
  /** Size of the row in characters, for the limit of all rows. */
  size: number;
  /** By the platform's clock, in milliseconds since 1970. */
  started_at: number;
  process: string;
  request_id: string;
  /** `call`, `async`, `bulk`, `graphql`; empty: no route was found. */
  door: string;
  method: string;
  /** Path and query, secrets masked. */
  url: string;
  /** `PUT /V1/products/:sku`; empty: none was found. */
  route: string;
  store_code: string | null;
  user_type: number;
  user_id: number;
  address: string;
  /** 0: the client left before it was answered. */
  status: number;
  duration: number;
  admit: number;
  decode: number;
  perform: number;
  encode: number;
  /** Part of the others that the database took. */
  sql_time: number;
  statements: number;
  /** 1: answered from the memory of the process. */
  from_memory: number;
  /** `query products`; empty: no GraphQL operation. */
  operation: string;
  /** How a GraphQL operation ended: `complete`, `partial`, `failed`; empty: no GraphQL request. */
  result: string;
  /** JSON of a `MessageDocument`. */
  request: string;
  answer: string;
}
/** A row of `recorded_call`. */
export type RecordedCallRow = Selectable<RecordedCallTable>;

/** Which calls are recorded until when; one row, or none. */
interface CallRecordingTable {
  id: number;
  /** By the platform's clock, in milliseconds since 1970. */
  until: number;
  /** Kind of the callers; null: all. */
  user_type: number | null;
  /** Id of the caller; null: all of the kind. */
  user_id: number | null;
  /** Part of method and path; empty: any. */
  route: string;
  /** 1: the calls of the console as well. */
  with_console: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    recorded_call: RecordedCallTable;
    call_recording: CallRecordingTable;
  }
}

const shownTexts = ['process', 'request_id', 'door', 'method', 'url', 'route', 'address'] as const;
const addedTexts = ['operation', 'result'] as const;
const messages = ['request', 'answer'] as const;
const numbers = [
  'user_type',
  'user_id',
  'status',
  'duration',
  'admit',
  'decode',
  'perform',
  'encode',
  'sql_time',
  'statements',
  'from_memory',
] as const;

/** Columns of lists of recorded calls: all except the messages. */
export const listedColumns = ['id', 'started_at', 'store_code', ...shownTexts, ...addedTexts, ...numbers] as const;

/** Adds the operation of GraphQL requests, and how it ended. */
export const operationMigration: Migration = {
  name: '002-graphql-operation',
  async up(db) {
    for (const name of addedTexts) {
      await db.schema
        .alterTable('recorded_call')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
  },
};

/** Adds whether the console's own calls are recorded. */
export const consoleSwitchMigration: Migration = {
  name: '004-console-calls',
  async up(db) {
    await db.schema
      .alterTable('call_recording')
      .addColumn('with_console', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

export const inspectorMigration: Migration = {
  name: '001-calls',
  async up(db) {
    let calls = db.schema
      .createTable('recorded_call')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'integer', (column) => column.notNull())
      .addColumn('store_code', 'text');
    for (const name of numbers) calls = calls.addColumn(name, 'integer', (column) => column.notNull());
    for (const name of [...shownTexts, ...messages])
      calls = calls.addColumn(name, 'text', (column) => column.notNull());
    await calls.execute();
    await db.schema
      .createTable('call_recording')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('until', 'integer', (column) => column.notNull())
      .addColumn('user_type', 'integer')
      .addColumn('user_id', 'integer')
      .addColumn('route', 'text', (column) => column.notNull())
      .execute();
  },
};
