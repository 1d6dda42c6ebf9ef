import { hash } from 'node:crypto';

/** Something that takes memory, and may take more with each use. */
interface Sized {
  /** Bytes, roughly. */
  size(): number;
}

/** Texts of documents that were met once and are remembered, at least; twice as many at most. */
const REMEMBERED = 4096;
/** Uses of the cache after which the uses of proven documents count half: those that are no longer used go in the end. */
const AGE = 4096;
/** Share of the memory for documents that have not proved themselves yet. */
const NEW_SHARE = 0.25;

/**
 * Documents that come again and again, within a limit of memory. A document that comes for the first time is not cached, so those
 * that come once push out nothing. One that comes for the second time is cached among the new ones. There it stays as long as it is
 * used, and takes the place of a proven one once it has been used more often than that.
 */
interface DocumentCache<T extends Sized> {
  get(key: string): T | undefined;
  /** Offers a document that was not found. */
  offer(key: string, value: T): void;
  /** Forgets a document. */
  drop(key: string): void;
}

interface Entry<T> {
  readonly value: T;
  /** As it was counted. */
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

/** Entries within a limit of memory; those used last come last. */
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

  /** The entry of a key, which is used now; it is counted again, since uses may have made it larger. */
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

  /** Drops the entries that were not used for longest, until the rest is within the limit. */
  shrink(): void {
    for (const key of this.#entries.keys()) {
      if (this.#size <= this.#most) return;
      this.delete(key);
    }
  }

  /** Counts the uses of each entry half. */
  age(): void {
    for (const entry of this.#entries.values()) entry.uses >>= 1;
  }

  /**
   * Drops entries that were used less often than another, those that were not used for longest first, until there is room for it.
   * The first one that was used as often ends that.
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

/** Remembers texts that were met lately. */
function createMemory(): { isKnown(text: string): boolean } {
  let [present, former] = [new Set<string>(), new Set<string>()];
  return {
    /** Whether a text was met before; it counts as met from now on. */
    isKnown(text) {
      const digest = hash('sha1', text, 'base64');
      if (present.has(digest) || former.has(digest)) return true;
      present.add(digest);
      if (present.size >= REMEMBERED) [present, former] = [new Set(), present];
      return false;
    },
  };
}
