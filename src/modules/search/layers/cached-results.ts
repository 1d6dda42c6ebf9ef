import type { Call } from '../../../kernel/call.ts';
import type { SharedCaches } from '../../../kernel/caches.ts';
import { contentVersion } from '../../../storage/content.ts';
import { RecentMap } from '../../../storage/recent-map.ts';
import type { Layer } from './aggregations.ts';
import type { LayeredRequest } from './request.ts';

/** Number of results with cached choices, and of cached choices of one result. */
const MOST_RESULTS = 200;
const MOST_CHOICES = 1000;
/** Number of results with cached totals. */
const MOST_TOTALS = 1000;
/** Longest cached request, in characters. */
const MOST_CHARACTERS = 2000;
/** Maximum age in milliseconds: prices begin and end at certain times. */
const PERIOD = 60_000;

/** A request without the page and its order. */
type Asked = Pick<LayeredRequest, 'text' | 'filters'>;

/**
 * Cached counts of results, valid until public data changes; they are the same for all callers. Each look-up is one small query for
 * the version of that data.
 */
export interface CachedResults {
  /** The choices by which a result can be narrowed: from the cache while it is valid, otherwise by `count`. */
  layersOf(
    call: Call,
    asked: Asked,
    isBelowOnly: boolean,
    count: () => Promise<readonly Layer[]>,
  ): Promise<readonly Layer[]>;
  /** Number of products of a result: from the cache while it is valid, otherwise by `count`. */
  totalOf(call: Call, asked: Asked, count: () => Promise<number>): Promise<number>;
}

/** Creates the cache of a process. */
export function createCachedResults(caches: SharedCaches): CachedResults {
  const choicesOf = (layers: readonly Layer[]): number => layers.reduce((sum, layer) => sum + layer.choices.length, 0);
  const layers = caching<readonly Layer[]>(caches, MOST_RESULTS, (counted) => choicesOf(counted) <= MOST_CHOICES);
  const totals = caching<number>(caches, MOST_TOTALS);
  return {
    layersOf: (call, { text, filters }, isBelowOnly, count) => layers(call, [isBelowOnly, text, filters], count),
    totalOf: (call, { text, filters }, count) => totals(call, [text, filters], count),
  };
}

/** Caches counts by store view and request. */
function caching<V>(
  caches: SharedCaches,
  capacity: number,
  isSmall: (counted: V) => boolean = () => true,
): (call: Call, asked: readonly unknown[], count: () => Promise<V>) => Promise<V> {
  const results = new RecentMap<{ readonly version: string; readonly counted: V }>(capacity);
  return async (call, asked, count) => {
    const { storeId, websiteId, currency } = call.scope;
    const key = JSON.stringify([storeId, websiteId, currency, ...asked]);
    if (call.inTransaction || key.length > MOST_CHARACTERS) return await count();
    const period = Math.floor(call.clock.now().getTime() / PERIOD);
    // Read before counting: a change in the meantime outdates the count.
    const version = `${await contentVersion(call.db)} ${caches.generation} ${period}`;
    const cached = results.get(key);
    if (cached?.version === version) return cached.counted;
    const counted = await count();
    if (isSmall(counted)) results.set(key, { version, counted });
    return counted;
  };
}
