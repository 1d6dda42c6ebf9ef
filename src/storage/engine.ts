import type { Snapshots } from './snapshots.ts';
import type { Connection, TransactionState } from './connection.ts';

/** A database engine, as the storage uses it. */
export interface Engine {
  readonly reader: Connection;
  /** Servers that reads may go to instead; undefined: there are none. */
  readonly replicas?: Replicas | undefined;
  /** Opens a transaction; `wait`: how long it may wait for its turn, in milliseconds. */
  begin(wait?: number): Promise<EngineTransaction>;
  /** See `Storage.commitMark`. */
  commitMark?(): number;
  /** Whether the disk is full, as far as this process can see. */
  isFull(): Promise<boolean>;
  /** Removes every table of the database (of the current schema, on PostgreSQL). */
  clear(): Promise<void>;
  readonly snapshots: Snapshots;
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

/**
 * The commits that a read has to see: all at the start of its call, or those of one writer. `session` identifies the writer's
 * reads, such as a token: they see the commits from before this process first met it.
 */
export type ReadNeed =
  { readonly kind: 'present' } | { readonly kind: 'own'; readonly writer: string; readonly session?: string };

/** Figures of the replicas of a process. */
export interface ReplicaReport {
  /** Statements that were answered since the process began, by the name of a replica, or by the reason to ask the primary. */
  readonly answered: readonly { readonly by: string; readonly count: number }[];
  /** `lag` in seconds, undefined where it is not known. */
  readonly replicas: readonly { readonly name: string; readonly lag: number | undefined; readonly isUsed: boolean }[];
}

/** The replicas of a primary, as the storage uses them. */
export interface Replicas {
  /** A connection for the reads of one call. */
  follow(need: ReadNeed): Connection & { renew(): void };
  /** From now on, every read sees at least the present commits, because the caches of this process were read from them. */
  raiseFloor(): Promise<void>;
  report(): ReplicaReport;
  close(): Promise<void>;
}

/** Options of replicas. */
export interface ReplicaOptions {
  readonly urls: readonly string[];
  /** Milliseconds that a read waits for a replica to get far enough. */
  readonly wait: number;
  /** Milliseconds of lag beyond which a replica is left out. */
  readonly mostLag: number;
}
