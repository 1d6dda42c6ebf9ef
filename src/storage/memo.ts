import { elementAt } from '../kernel/lists.ts';

/** Maximum number of results in a memo. */
const MOST = 5000;

/**
 * Results of queries by their key, cached until the data change. A memo is the value of a shared cache: each change replaces it
 * by an empty one. Callers must take the memo from the cache before they run the query. Otherwise a result read before a
 * change could be stored in the memo that belongs to the data after it.
 *
 *     const memo = await ratesMemo.get(call);
 *     const rates = await memo.get(JSON.stringify(request), () => findRates(call.db, request));
 */
export class Memo<T> {
  readonly #known = new Map<string, T>();

  /** Returns the stored result for `key`. If it is missing, calls `find` and stores its result. */
  async get(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = await find();
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(key, found);
    return found;
  }

  /** As `get`, for many requests by key. `find` is called once with all missing requests and gives results in their order. */
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
    for (const [i, [key]] of missing.entries()) {
      const result = elementAt(found, i);
      results.set(key, result);
      this.#known.set(key, result);
    }
    return results;
  }
}
