/** Results that a memo keeps, at most. */
const MOST = 5000;

/**
 * What queries gave, by what they were asked, for as long as the data stay the same: the value of a shared cache that starts
 * empty and is made anew with each change. Who asks has to take the memo before the query runs, so that what was read before a
 * change never gets into the memo that begins with it.
 *
 *     const memo = await ratesMemo.get(call);
 *     const rates = await memo.get(JSON.stringify(request), () => findRates(call.db, request));
 */
export class Memo<T> {
  readonly #known = new Map<string, T>();

  /** The result for `key`: the one that is known, else what `find` gives. */
  async get(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = await find();
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(key, found);
    return found;
  }

  /** As `get`, for many requests by their keys: `find` is asked once for all that are not known, and answers in their order. */
  async getAll<R>(
    requests: ReadonlyMap<string, R>,
    find: (missing: readonly R[]) => Promise<readonly T[]>,
  ): Promise<ReadonlyMap<string, T>> {
    const missing = [...requests].filter(([key]) => !this.#known.has(key));
    const found = missing.length > 0 ? await find(missing.map(([, request]) => request)) : [];
    const results = new Map<string, T>();
    for (const key of requests.keys()) {
      const known = this.#known.get(key);
      if (known !== undefined) results.set(key, known);
    }
    if (this.#known.size + missing.length > MOST) this.#known.clear();
    missing.forEach(([key], i) => {
      results.set(key, found[i]!);
      this.#known.set(key, found[i]!);
    });
    return results;
  }
}
