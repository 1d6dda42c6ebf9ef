import type { Call } from './call.ts';

/**
 * Values cached in memory by every process (settings, attribute metadata, stores, roles). Each has a version in the database,
 * which the changing transaction increments. Every request compares the versions first, so that a caller who saw a write
 * complete, in any process, never reads an older value; see docs/design/caches.md.
 */
export interface SharedCaches {
  define<T>(name: string, load: (call: Call) => Promise<T>): SharedCache<T>;
  /**
   * Compares the versions of all values with those of the database. `true`, or a promise of it: every value was current at the
   * time of this call. A promise of false: some were outdated and have been reloaded, so work that began since has to be
   * repeated. Rejects when the database is not available. On SQLite it needs a statement only after a commit; on PostgreSQL it
   * needs one, shared by all calls in one turn of the event loop.
   */
  check(): true | Promise<boolean>;
  /** Resolves when this process sees every change that was committed before the call. */
  refresh(): Promise<void>;
  /** Changes with every load of any value. */
  readonly generation: number;
}

/** One value that every process caches; see `SharedCaches`. */
export interface SharedCache<T> {
  /** The committed value; synchronous, for code that cannot wait. */
  readonly current: T;
  /** The value as this call sees it: reloaded within a transaction that changed it. */
  get(call: Call): Promise<T>;
  /** Marks the value as changed by this call's transaction; every process reloads it after the commit. */
  invalidate(call: Call): Promise<void>;
  /** Changes with every load: usable as part of a response's version. */
  readonly generation: number;
}
