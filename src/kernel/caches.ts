import type { Call } from './call.ts';

/**
 * Values kept in memory by every process and loaded anew in all of them within a second of a change (settings, attribute
 * metadata, stores, roles).
 */
export interface SharedCaches {
  define<T>(name: string, load: (call: Call) => Promise<T>): SharedCache<T>;
  /** Resolves when this process sees every change that was committed before the call. */
  refresh(): Promise<void>;
  /** Changes with every load of any of the values. */
  readonly generation: number;
}

/** One value that every process keeps in memory; see `SharedCaches`. */
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
