import { createBoundedStore } from './bounded-store.ts';

/** A version is compared by `===` alone: a number where one counter covers all data, a text where several versions do. */
type Version = string | number;

/** A value with the version of the data that it was made of. */
interface VersionedValue<V, W extends Version> {
  readonly version: W;
  readonly value: V;
}

/**
 * A cache in the memory of a process: values by key, within a limit of bytes. There is nothing to invalidate: a value is returned
 * only while the data have the version that it was stored with. Read the version before the data, so that a change in the meantime
 * outdates the value.
 */
export interface Versioned<V, W extends Version = string> {
  /** The value of a key if it was stored with this version. */
  get(key: string, version: W): V | undefined;
  /** The value of a key, of whatever version: for callers who need it to find the present version. */
  latest(key: string): VersionedValue<V, W> | undefined;
  /** Stores a value. Ignores values larger than an eighth of the cache; unused values are evicted first. */
  set(key: string, version: W, value: V): void;
}

/** Creates a cache of at most `maxBytes`; `sizeOf` returns the size of a value in memory, in bytes. */
export function createVersioned<V, W extends Version = string>(
  maxBytes: number,
  sizeOf: (value: V) => number,
): Versioned<V, W> {
  const store = createBoundedStore<VersionedValue<V, W>>(maxBytes);
  return {
    get: (key, version) => {
      const found = store.get(key);
      return found?.version === version ? found.value : undefined;
    },
    latest: (key) => store.get(key),
    set: (key, version, value) => store.set(key, { version, value }, sizeOf(value)),
  };
}

/** Size of a string in memory, in bytes: two per character as soon as one character needs them. */
export function bytesOfText(text: string): number {
  return /[^\0-\xff]/.test(text) ? text.length * 2 : text.length;
}
