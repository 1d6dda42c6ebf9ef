import type { Call } from '../../../kernel/call.ts';
import { redirectSetting, termSettings } from '../configuration.ts';
import { termOf } from './counts.ts';
import { storedSearches } from './stored.ts';

/** Counts one search of a shopper. Later calls set the number of products that it finds. */
export type CountedSearch = (results: number) => void;

const notCounted: CountedSearch = () => {};

/**
 * Counts a search in the call's store view, in memory alone. `results`: the number of products that it finds, if known already.
 * Responses from a cache repeat the count.
 */
export function countSearch(call: Call, text: string, results: number | undefined): CountedSearch {
  const { clock, services } = call;
  const { searchCounts } = services;
  const { storeId } = call.scope;
  const term = termOf(text);
  const isShort = [...term].length < call.config.of(termSettings.shortest, { storeId });
  if (isShort || term === '' || call.config.of(termSettings.lifetime) === 0) return notCounted;
  const add = (known?: number): void => searchCounts.add({ storeId, term, results: known, lastAt: clock.now() });
  add(results);
  call.repeated.push(() => add());
  return (found) => searchCounts.setResults(storeId, term, found);
}

/** Number of searches of a text in the call's store view; the last two seconds may be missing. One query. */
export async function popularityOf(call: Call, text: string): Promise<number> {
  const term = termOf(text);
  return term === '' ? 0 : await storedSearches(call, call.scope.storeId, term);
}

/** The address to which the call's store view redirects a search for this text; undefined: none. */
export function redirectOf(call: Call, text: string): string | undefined {
  return call.config.of(redirectSetting, { storeId: call.scope.storeId }).get(termOf(text));
}
