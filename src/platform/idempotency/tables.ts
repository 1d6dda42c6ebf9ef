import type { Migration } from '../../kernel/module.ts';
import type { FixedColumn } from '../../storage/column-types.ts';

/** A request with an Idempotency-Key, and its response. */
interface IdempotencyKeyTable {
  /** SHA-256 of the caller and the key. */
  key_hash: FixedColumn<string>;
  /** HMAC-SHA256 of method, path and body under the key of the installation. */
  request_hash: FixedColumn<string>;
  /**
   * `reserved` until a first transaction of the request is committed, `committed` from then on, `done` with the response.
   * Requests of a single transaction are only ever `done`.
   */
  state: 'reserved' | 'committed' | 'done';
  /** The encoded response, encrypted; null until it is `done`. */
  response: string | null;
  /** Store view that the request wrote to: the header X-Store-Scope. */
  store_id: number | null;
  /** In milliseconds since 1970, by the platform's clock. */
  created_at: number;
  /** Random id of the attempt that holds the key. */
  owner: string;
  /** Expiry of the hold without renewal, in milliseconds since 1970, by the machine's clock. */
  held_until: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    idempotency_key: IdempotencyKeyTable;
  }
}

const idempotencyTable: Migration = {
  name: '001-idempotency',
  async up(db) {
    await db.schema
      .createTable('idempotency_key')
      .addColumn('key_hash', 'text', (column) => column.primaryKey())
      .addColumn('request_hash', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('response', 'text')
      .addColumn('store_id', 'integer')
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('held_until', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('idempotency_key_age').on('idempotency_key').column('created_at').execute();
  },
};

/** The table of keys and responses. */
export const migrations: readonly Migration[] = [idempotencyTable];
