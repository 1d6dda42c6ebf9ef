import type { Connection, TransactionState } from './connection.ts';

/** A database engine, as the storage uses it. */
export interface Engine {
  readonly reader: Connection;
  /** Opens a transaction; `wait`: how long it may wait for its turn, in milliseconds. */
  begin(wait?: number): Promise<EngineTransaction>;
  /** Whether the disk is full, as far as this process can see. */
  isFull(): Promise<boolean>;
  /** Removes every table of the database (of the current schema, on PostgreSQL). */
  clear(): Promise<void>;
  /** Waits for open transactions and closes every connection. */
  close(): Promise<void>;
}

/** An open transaction; not to be used after `commit` has succeeded or `rollback` was called. */
export interface EngineTransaction {
  readonly connection: Connection & { readonly transaction: TransactionState };
  /** Opens a savepoint. */
  savepoint(name: string): Promise<void>;
  /** Ends a savepoint and keeps its writes; throws when one of its statements has failed. */
  release(name: string): Promise<void>;
  /** Undoes the writes since the savepoint, and ends it. */
  rollbackTo(savepoint: string): Promise<void>;
  /** Commits; throws when nothing was committed. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** The log of outages. */
export interface StorageLog {
  warn(details: object, message: string): void;
}
