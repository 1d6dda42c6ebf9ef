import type { Call } from './call.ts';

/**
 * Values cached in memory by every process (settings, attribute metadata, stores, roles). Each has a version in the database,
 * which the changing transaction counts up. Whoever answers a request compares the versions first, so that a caller who saw a
 * write complete, in any process, never reads an older value; see docs/design/caches.md.
 */
export interface SharedCaches {
  define<T>(name: string, load: (call: Call) => Promise<T>): SharedCache<T>;
  /**
   * Compares the versions of all values with those of the database. `true`, or a promise of it: every value was current when
   * this was called. A promise of false: some were outdated and have been reloaded, so work that has begun since has to be
   * repeated. Rejects when the database cannot be asked. Costs no statement on SQLite unless somebody has committed, and
   * one on PostgreSQL, which all calls of one turn of the event loop share.
   */
  check(): true | Promise<boolean>;
  /** Resolves when this process sees every change that was committed before the call. */
  refresh(): Promise<void>;
  /** Changes with every load of any of the values. */
  readonly generation: number;
}

/** One value that every process caches; see `SharedCaches`. */
export interface SharedCache<T> {
  /** The committed value; synchronous, for code that cannot wait. */
  readonly current: T;
  /** The value as this call sees it: within a transaction that changed it, loaded anew. */
  get(call: Call): Promise<T>;
  /** Marks the value as changed by this call's transaction; every process loads it anew after the commit. */
  invalidate(call: Call): Promise<void>;
  /** Changes with every load: usable as part of an answer's version. */
  readonly generation: number;
}
