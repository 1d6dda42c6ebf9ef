/**
 * A map that keeps about the `capacity` entries that were used last. It has two generations, so that a hit costs one look-up.
 * When the young generation is full, it becomes the old one, and the former old one is dropped.
 */
export class RecentMap<V> {
  readonly #half: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  constructor(capacity: number) {
    this.#half = Math.max(1, Math.floor(capacity / 2));
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#half && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
