import * as t from '../../../kernel/types.ts';

/** A term that shoppers searched, in a store view. */
export const SearchedTerm = t.object('console-searched-term', {
  term: t.string,
  /** Code of the store view. */
  store: t.string,
  store_name: t.string,
  searches: t.integer,
  /** Products that the last search found; absent: not known. */
  results: t.optional(t.integer),
  last_searched_at: t.string,
});

/** A rule of searches, in force in a store view. */
export const SearchRule = t.object('console-search-rule', {
  rule: t.string,
  /** `synonyms`, `redirect` or `boost`. */
  kind: t.string,
  /** Code of the store view. */
  store: t.string,
  store_name: t.string,
  /** Path of the setting that has the rule. */
  setting: t.string,
});
