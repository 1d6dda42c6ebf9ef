import type { Connection, TransactionState } from './connection.ts';

/** What a database engine offers the storage. */
export interface Engine {
  readonly reader: Connection;
  /** Opens a transaction; `wait` is how long it waits for its turn, in milliseconds. */
  begin(wait?: number): Promise<EngineTransaction>;
  /** Whether there is no room left for what is written, as far as this process can see. */
  isFull(): Promise<boolean>;
  /** Removes every table of the database (of the current schema, on PostgreSQL). */
  clear(): Promise<void>;
  /** Waits for open transactions and closes every connection. */
  close(): Promise<void>;
}

/** An open transaction; of no use after `commit` has succeeded or `rollback` was called. */
export interface EngineTransaction {
  readonly connection: Connection & { readonly transaction: TransactionState };
  /** Opens a savepoint. */
  savepoint(name: string): Promise<void>;
  /** Ends a savepoint and keeps what came after it; throws when a statement of it has failed. */
  release(name: string): Promise<void>;
  /** Undoes what came after the savepoint, and ends the savepoint. */
  rollbackTo(savepoint: string): Promise<void>;
  /** Commits; throws when nothing was committed. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** Where the storage reports outages. */
export interface StorageLog {
  warn(details: object, message: string): void;
}
