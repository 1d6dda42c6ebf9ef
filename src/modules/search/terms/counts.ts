/** Maximum length of a stored term, in characters. Source: `catalog/search/max_query_length`. */
const MAX_LENGTH = 128;
/** Maximum number of different terms that a process counts between two writes; further new terms are not counted. */
const MAX_COUNTED = 1_000;

/** Searches of a term in a store view since the last write. */
export interface TermCount {
  readonly storeId: number;
  readonly term: string;
  readonly searches: number;
  /** Number of products that the last search found; undefined: not known. */
  readonly results: number | undefined;
  readonly lastAt: Date;
}

/** Counts the searches of shoppers in the memory of a process, until the worker of `stored.ts` writes them. */
export interface SearchCounts {
  /** Counts a search. */
  add(search: Omit<TermCount, 'searches'>): void;
  /** Sets the number of products that a counted term finds. */
  setResults(storeId: number, term: string, results: number): void;
  /** Returns all counts and starts again from zero. */
  take(): TermCount[];
  /** Adds counts again that could not be written. */
  restore(counts: readonly TermCount[]): void;
}

/** A search text as a term: lower case, single blanks in place of blanks and control characters, at most 128 characters. */
export function termOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .toWellFormed();
}

/** Creates the counts of a process. */
export function createSearchCounts(): SearchCounts {
  let counts = new Map<string, TermCount>();
  const keyOf = (storeId: number, term: string): string => `${storeId} ${term}`;
  const put = (added: TermCount): void => {
    const key = keyOf(added.storeId, added.term);
    const before = counts.get(key);
    if (!before && counts.size >= MAX_COUNTED) return;
    const searches = added.searches + (before?.searches ?? 0);
    counts.set(key, { ...added, searches, results: added.results ?? before?.results });
  };
  return {
    add: (search) => put({ ...search, searches: 1 }),
    setResults(storeId, term, results) {
      const key = keyOf(storeId, term);
      const before = counts.get(key);
      if (before) counts.set(key, { ...before, results });
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
    restore(failed) {
      const newer = [...counts.values()];
      counts = new Map();
      for (const count of [...failed, ...newer]) put(count);
    },
  };
}
