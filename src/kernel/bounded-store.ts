/** Values by key that take no more than so many bytes together; those that nobody has asked for are dropped first. */
export interface BoundedStore<V> {
  get(key: string): V | undefined;
  /** Keeps a value of so many bytes. One that takes an eighth of the store is not kept. */
  set(key: string, value: V, bytes: number): void;
}

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  isUsed: boolean;
}

/** Bytes of the objects around a key and its value. */
const AROUND = 400;

/** Creates a store of at most `maxBytes`, which counts keys and what surrounds them as well. */
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
      // Goes round the map: one that was asked for since it was last looked at gets another turn.
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
