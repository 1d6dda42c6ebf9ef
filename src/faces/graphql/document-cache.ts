import { hash } from 'node:crypto';

/** A value whose memory may grow with each use. */
interface Sized {
  /** Bytes, roughly. */
  size(): number;
}

/** Minimum number of documents whose first request is remembered; at most twice as many. */
const REMEMBERED = 4096;
/** Number of cache uses after which the use counts of proven documents are halved, so that unused ones are evicted in the end. */
const AGE = 4096;
/** Share of the memory for new documents. */
const NEW_SHARE = 0.25;

/**
 * A cache of repeated documents with a limit of memory. A document is not cached at its first request, so one-off documents
 * evict nothing. At its second request it enters the section of new documents. It stays there while it is used, and replaces a
 * proven document once it has been used more often.
 */
interface DocumentCache<T extends Sized> {
  get(key: string): T | undefined;
  /** Offers a document after a cache miss. */
  offer(key: string, value: T): void;
  /** Evicts a document. */
  drop(key: string): void;
}

interface Entry<T> {
  readonly value: T;
  /** The size when it was last counted. */
  size: number;
  uses: number;
}

/** Makes a cache of `most` bytes. */
export function createDocumentCache<T extends Sized>(most: number): DocumentCache<T> {
  const proven = new Section<T>(most * (1 - NEW_SHARE));
  const fresh = new Section<T>(most * NEW_SHARE);
  const seen = createMemory();
  let uses = 0;
  return {
    get(key) {
      uses += 1;
      if (uses % AGE === 0) proven.age();
      const entry = proven.use(key) ?? fresh.use(key);
      if (!entry) return undefined;
      if (fresh.has(key) && proven.makesRoomFor(entry)) {
        fresh.delete(key);
        proven.add(key, entry);
      }
      fresh.shrink();
      return entry.value;
    },
    offer(key, value) {
      if (!seen.isKnown(key)) return;
      fresh.add(key, { value, size: value.size(), uses: 1 });
      fresh.shrink();
    },
    drop(key) {
      proven.delete(key);
      fresh.delete(key);
    },
  };
}

/** Entries within a limit of memory, ordered by their last use. */
class Section<T extends Sized> {
  readonly #most: number;
  readonly #entries = new Map<string, Entry<T>>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** The entry of a key. Marks it as used and counts its size again, since uses may have increased it. */
  use(key: string): Entry<T> | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.delete(key);
    entry.size = entry.value.size();
    entry.uses += 1;
    this.add(key, entry);
    return entry;
  }

  add(key: string, entry: Entry<T>): void {
    this.delete(key);
    this.#entries.set(key, entry);
    this.#size += entry.size;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#size -= entry.size;
    this.#entries.delete(key);
  }

  /** Evicts the least recently used entries until the rest fits the limit. */
  shrink(): void {
    for (const key of this.#entries.keys()) {
      if (this.#size <= this.#most) return;
      this.delete(key);
    }
  }

  /** Halves the use counts of all entries. */
  age(): void {
    for (const entry of this.#entries.values()) entry.uses >>= 1;
  }

  /**
   * Evicts entries with fewer uses than `other`, the least recently used first, until `other` fits. False at the first entry
   * with at least as many uses.
   */
  makesRoomFor(other: Entry<T>): boolean {
    while (this.#size + other.size > this.#most) {
      const [key, entry] = this.#entries.entries().next().value ?? [];
      if (key === undefined || !entry) return false;
      this.delete(key);
      if (entry.uses < other.uses) continue;
      this.add(key, entry);
      return false;
    }
    return true;
  }
}

/** Remembers recent texts. */
function createMemory(): { isKnown(text: string): boolean } {
  let [present, former] = [new Set<string>(), new Set<string>()];
  return {
    /** Whether a text was seen before; marks it as seen. */
    isKnown(text) {
      const digest = hash('sha1', text, 'base64');
      if (present.has(digest) || former.has(digest)) return true;
      present.add(digest);
      if (present.size >= REMEMBERED) [present, former] = [new Set(), present];
      return false;
    },
  };
}
