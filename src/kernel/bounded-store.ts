/** Values by key, within a limit of bytes; unused values are evicted first. */
interface BoundedStore<V> {
  get(key: string): V | undefined;
  /** Stores a value of `bytes`. Ignores values larger than an eighth of the store. */
  set(key: string, value: V, bytes: number): void;
}

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  isUsed: boolean;
}

/** Overhead of an entry, in bytes. */
const AROUND = 400;

/** Creates a store of at most `maxBytes`, including keys and overhead. */
export function createBoundedStore<V>(maxBytes: number): BoundedStore<V> {
  const entries = new Map<string, Entry<V>>();
  let total = 0;
  const remove = (key: string): void => {
    const old = entries.get(key);
    if (!old) return;
    total -= old.bytes;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry) entry.isUsed = true;
      return entry?.value;
    },
    set: (key, value, valueBytes) => {
      remove(key);
      const bytes = valueBytes + key.length * 2 + AROUND;
      if (bytes > maxBytes / 8) return;
      entries.set(key, { value, bytes, isUsed: false });
      total += bytes;
      // Second chance: entries used since the last pass move to the end, others are evicted.
      for (const [oldest, entry] of entries) {
        if (total <= maxBytes) break;
        if (entry.isUsed) {
          entries.delete(oldest);
          entries.set(oldest, { ...entry, isUsed: false });
        } else remove(oldest);
      }
    },
  };
}
