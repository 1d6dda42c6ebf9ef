import type { Migration } from '../../kernel/module.ts';

/** Equal errors of requests: one route, one message, one caller. */
interface ErrorGroupTable {
  /** Digest of the columns that tell groups apart. */
  hash: string;
  /** Method and declared path, or a GraphQL operation; empty: no route was found. */
  route: string;
  /** The message without values of the request. */
  message: string;
  status: number;
  user_type: number;
  /** 0 for customers and guests. */
  user_id: number;
  count: number;
  /** By the platform's clock, in milliseconds since 1970. */
  first_at: number;
  last_at: number;
  /** Id of the last request. */
  request_id: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    error_group: ErrorGroupTable;
  }
}

const texts = ['route', 'message', 'request_id'] as const;
const numbers = ['status', 'user_type', 'user_id', 'count', 'first_at', 'last_at'] as const;

/** Makes the table of error groups. */
export const errorGroupMigration: Migration = {
  name: '003-error-groups',
  async up(db) {
    let groups = db.schema.createTable('error_group').addColumn('hash', 'text', (column) => column.primaryKey());
    for (const name of texts) groups = groups.addColumn(name, 'text', (column) => column.notNull());
    for (const name of numbers) groups = groups.addColumn(name, 'integer', (column) => column.notNull());
    await groups.execute();
    await db.schema.createIndex('error_group_last').on('error_group').column('last_at').execute();
  },
};
