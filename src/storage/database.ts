import type { ContentTag } from '../kernel/content-tags.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../kernel/call.ts';
import type { DialectTypes } from '../kernel/module.ts';
import { countContent, watched, type ContentRule } from './content.ts';
import { connectionOf, databaseOn, requireTransaction, type TransactionState } from './connection.ts';
import { dialectTypes, type DialectKind } from './dialects.ts';
import type { Engine, EngineTransaction, ReadNeed, ReplicaOptions, ReplicaReport, StorageLog } from './engine.ts';
import { isDiskFull, storageErrors } from './errors.ts';
import type { Snapshots } from './snapshots.ts';
import type { WriteNoted } from './noted.ts';
import { openPostgres } from './postgres/engine.ts';
import { openSqlite } from './sqlite/engine.ts';
import { NotConcurrent, runConcurrently } from './concurrent-work.ts';

/** Hooks that run when a transaction is committed, and not when it is undone. */
interface TransactionHooks {
  /** Adds `work`, which may be asynchronous: the transaction's promise waits for it. Its errors are logged. */
  afterCommit(work: () => unknown): void;
}

/** The database of the platform. */
export interface Storage {
  readonly kind: DialectKind;
  readonly types: DialectTypes;
  /** For queries outside transactions; each sees the latest commit. Writes are rejected. */
  readonly reader: Database;
  /**
   * For the queries of one call outside transactions, which replicas may serve. `need` states the commits that they see, and
   * each query sees at least those of the queries before it. Call `renew` after a transaction of the call, so that later
   * queries see it. Undefined: there are no replicas.
   */
  follow(need: ReadNeed): { readonly db: Database; renew(): void } | undefined;
  /** From now on, all reads see at least the present commits. */
  raiseFloor(): Promise<void>;
  /**
   * A number that changes whenever any process commits, read from memory that all processes of the database share. Absent
   * on PostgreSQL, where only a statement can tell.
   */
  readonly commitMark: (() => number) | undefined;
  /** State of the replicas of this process; undefined: there are none. */
  replicas(): ReplicaReport | undefined;
  /**
   * Runs `work` in a transaction of its own: it is committed when `work` returns, and undone when it throws. Its `db` must not be
   * used afterwards. `wait`: how long it may wait for its turn, in milliseconds; then it fails with a retriable error.
   */
  transaction<T>(work: (db: Database, hooks: TransactionHooks) => Promise<T>, options?: { wait?: number }): Promise<T>;
  /** Runs work that no transaction has to commit before, at once; logs its errors as those of hooks. */
  settle(work: () => unknown): Promise<void>;
  /**
   * Runs `work` in a savepoint of the transaction of `db`: when it throws, its writes and the hooks it added are undone.
   * Savepoints may be nested, but otherwise must not overlap.
   */
  savepoint<T>(db: Database, work: () => Promise<T>): Promise<T>;
  /**
   * Runs works at the same time in one savepoint of the transaction of `db`, under the rules of `concurrent-work.ts`. When one
   * throws, the writes of all are undone, and its error is thrown once all have ended.
   */
  concurrently<T>(db: Database, works: readonly (() => Promise<T>)[]): Promise<T[]>;
  /**
   * The reason why the database cannot be used at present: the error of a query, none within `limit` milliseconds, or a full
   * disk. Undefined when it can.
   */
  fault(limit: number): Promise<unknown>;
  /**
   * From now on, transactions that change public content increment its version (`content.ts`); undefined: no longer,
   * as the table of the version is about to go. `changed` gets the tags of the changed content within the transaction.
   */
  watchContent(rule: ContentRule | undefined, changed?: ContentChanged): void;
  /** From now on, transactions write their noted changes; undefined: no longer. */
  watchChanges(write: WriteNoted | undefined): void;
  /** Removes every table of the database (on PostgreSQL: of the current schema), with its data. */
  clear(): Promise<void>;
  readonly snapshots: Snapshots;
  /** Waits for open transactions and closes every connection. */
  close(): Promise<void>;
}

/** Options of a database. */
export interface StorageOptions {
  readonly log: StorageLog;
  /** PostgreSQL: greatest number of connections for transactions, and of connections for reading. Default: 10 of each. */
  readonly poolSize?: number;
  /** How long a transaction waits for a lock before it fails with a retriable error, in milliseconds. Default: 15 000. */
  readonly lockWait?: number;
  /** PostgreSQL: a server that does not answer at all is noticed within so many milliseconds. Default: 5000. */
  readonly answerWait?: number;
  /** PostgreSQL: longest time of a statement in milliseconds, without waiting for locks; then it is canceled. Default: 60 000. */
  readonly patience?: number;
  /** PostgreSQL: whether a pooler between keeps statements that are prepared by name. Default: no. */
  readonly keepsStatements?: boolean;
  /** PostgreSQL: servers that replay its log and answer reads. Default: none. */
  readonly replicas?: ReplicaOptions | undefined;
}

/** Milliseconds for which a disk that was full counts as full; then writing is tried again. */
const FULL_FOR = 5000;

/** Opens the database at `url`: `sqlite:<file>` (relative to the working folder) or `postgres://…`. */
export async function openStorage(url: string, options: StorageOptions): Promise<Storage> {
  const { log } = options;
  const engine = await openEngine(url, options);
  /** When a transaction last failed because the disk was full. */
  let fullAt = -Infinity;
  const watchers: Watchers = { rule: undefined, changed: undefined, writeNoted: undefined };
  const transactions = new WeakMap<TransactionState, EngineTransaction>();
  const savepoint = <T>(db: Database, work: () => Promise<T>): Promise<T> => {
    const state = connectionOf(db)?.transaction;
    const transaction = state && transactions.get(state);
    if (!transaction) throw new Error('A savepoint needs an open transaction of this storage');
    return runSavepoint(transaction, work);
  };
  const settle = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.warn({ error }, 'work after a commit failed');
    }
  };
  const reader = databaseOn(engine.reader);
  return {
    kind: engine.reader.kind,
    types: dialectTypes[engine.reader.kind],
    reader,
    follow(need) {
      const followed = engine.replicas?.follow(need);
      return followed && { db: databaseOn(followed), renew: () => followed.renew() };
    },
    raiseFloor: async () => engine.replicas?.raiseFloor(),
    commitMark: engine.commitMark?.bind(engine),
    replicas: () => engine.replicas?.report(),
    async transaction(work, { wait } = {}) {
      const transaction = await engine.begin(wait);
      const state = transaction.connection.transaction;
      transactions.set(state, transaction);
      const result = await runTransaction(transaction, work, watchers).catch((error: unknown) => {
        if (isDiskFull(error)) fullAt = Date.now();
        throw error;
      });
      for (const hook of state.afterCommit) await settle(hook);
      return result;
    },
    settle,
    savepoint,
    async fault(limit) {
      if (Date.now() - fullAt < FULL_FOR || (await engine.isFull())) return storageErrors.diskFull();
      const late = sleep(limit, undefined, { ref: false }).then(() => Promise.reject(storageErrors.away()));
      return await Promise.race([engine.reader.query('select 1', [], true), late]).then(
        () => undefined,
        (error: unknown) => error,
      );
    },
    concurrently: (db, works) => savepoint(db, () => runConcurrently(requireTransaction(db).transaction, works)),
    watchContent: (rule, changed) => void Object.assign(watchers, { rule, changed }),
    watchChanges: (write) => void (watchers.writeNoted = write),
    clear: () => engine.clear(),
    snapshots: engine.snapshots,
    close: () => engine.close(),
  };
}

async function openEngine(
  url: string,
  {
    log,
    poolSize = 10,
    lockWait = 15_000,
    patience = 60_000,
    answerWait = 5000,
    keepsStatements = false,
    replicas,
  }: StorageOptions,
): Promise<Engine> {
  if (/^postgres(ql)?:/.test(url))
    return await openPostgres(url, { log, poolSize, lockWait, patience, answerWait, keepsStatements, replicas });
  const file = /^sqlite:(.+)$/.exec(url)?.[1];
  if (!file || file.startsWith(':')) {
    throw new Error(`The database URL ${url.replace(/:.*/, ':…')} is neither sqlite:<file> nor postgres://…`);
  }
  return await openSqlite(file, lockWait);
}

/** Called within a transaction that changes public content, at its end. */
type ContentChanged = (db: Database, tags: readonly ContentTag[]) => Promise<void>;

/** Work at the end of each transaction. */
interface Watchers {
  rule: ContentRule | undefined;
  changed: ContentChanged | undefined;
  writeNoted: WriteNoted | undefined;
}

async function runTransaction<T>(
  transaction: EngineTransaction,
  work: (db: Database, hooks: TransactionHooks) => Promise<T>,
  { rule, changed, writeNoted }: Watchers,
): Promise<T> {
  const watch = rule && watched(transaction.connection, rule);
  const connection = watch?.connection ?? transaction.connection;
  const { transaction: state } = connection;
  const { afterCommit, noted } = state;
  try {
    const db = databaseOn(connection);
    if (writeNoted) state.writeNoted = async () => writeNoted(db, noted.splice(0));
    const result = await work(db, { afterCommit: (hook) => afterCommit.push(hook) });
    await state.until;
    if (noted.length > 0) await state.writeNoted?.();
    if (watch && watch.changed.size > 0) {
      await changed?.(db, [...watch.changed]);
      await countContent(transaction.connection);
    }
    await transaction.commit();
    return result;
  } catch (error) {
    // The first error is the cause. If the rollback fails too, the engine discards the connection.
    await transaction.rollback().catch(() => undefined);
    throw error;
  }
}

async function runSavepoint<T>(transaction: EngineTransaction, work: () => Promise<T>): Promise<T> {
  const state = transaction.connection.transaction;
  if (state.group) throw new NotConcurrent();
  const depth = ++state.depth;
  const name = `savepoint_${depth}`;
  const hooks = state.afterCommit.length;
  const noted = state.noted.length;
  try {
    await transaction.savepoint(name);
    const result = await work();
    if (state.depth !== depth) throw new Error('Savepoints of one transaction overlap');
    await transaction.release(name);
    return result;
  } catch (error) {
    state.afterCommit.length = Math.min(hooks, state.afterCommit.length);
    state.noted.length = Math.min(noted, state.noted.length);
    state.memory.clear();
    await transaction.rollbackTo(name).catch(() => undefined);
    throw error;
  } finally {
    state.depth = depth - 1;
  }
}
