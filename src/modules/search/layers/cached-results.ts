import type { Call } from '../../../kernel/call.ts';
import type { SharedCaches } from '../../../kernel/caches.ts';
import { bytesOfText, createVersioned } from '../../../kernel/versioned.ts';
import { publicVersion } from '../../../storage/content.ts';
import type { Layer } from './aggregations.ts';
import type { LayeredRequest } from './request.ts';

/** Maximum size of cached choices, in bytes: 500 results of 100 choices each. */
const MAX_CHOICES_BYTES = 2 ** 23;
/** Maximum size of cached totals, in bytes: 1,000 of them. */
const MAX_TOTALS_BYTES = 2 ** 20;
/** Longest cached request, in characters. */
const MAX_CHARACTERS = 2000;

/** A request without the page and its order. */
type CountedRequest = Pick<LayeredRequest, 'text' | 'filters'>;

/**
 * Cached counts of results, valid until public data changes; they are the same for all callers with one assortment. Each look-up is one small query for
 * the version of that data.
 */
export interface CachedResults {
  /** The choices by which a result can be narrowed: from the cache while it is valid, otherwise by `count`. */
  layersOf(
    call: Call,
    request: CountedRequest,
    isBelowOnly: boolean,
    count: () => Promise<readonly Layer[]>,
  ): Promise<readonly Layer[]>;
  /** Number of products of a result: from the cache while it is valid, otherwise by `count`. */
  totalOf(call: Call, request: CountedRequest, count: () => Promise<number>): Promise<number>;
}

/** Creates the cache of a process. */
export function createCachedResults(caches: SharedCaches): CachedResults {
  const layers = caching<readonly Layer[]>(caches, MAX_CHOICES_BYTES, sizeOfLayers);
  const totals = caching<number>(caches, MAX_TOTALS_BYTES, () => 8);
  return {
    layersOf: (call, { text, filters }, isBelowOnly, count) => layers(call, [isBelowOnly, text, filters], count),
    totalOf: (call, { text, filters }, count) => totals(call, [text, filters], count),
  };
}

/** Size of layers in memory, in bytes: of their texts, and about 100 for each choice. */
function sizeOfLayers(layers: readonly Layer[]): number {
  const choices = layers.flatMap((layer) => layer.choices);
  return choices.reduce((sum, { label, value }) => sum + bytesOfText(label) + bytesOfText(value) + 100, 0);
}

/** Caches counts by store view and request. */
function caching<V>(
  caches: SharedCaches,
  maxBytes: number,
  sizeOf: (counted: V) => number,
): (call: Call, parts: readonly unknown[], count: () => Promise<V>) => Promise<V> {
  const results = createVersioned<{ readonly counted: V }>(maxBytes, ({ counted }) => sizeOf(counted));
  return async (call, parts, count) => {
    const { storeId, websiteId, currency } = call.scope;
    const assortment = await call.services.listing.assortmentGroup(call);
    const key = JSON.stringify([storeId, websiteId, currency, assortment, ...parts]);
    if (call.inTransaction || key.length > MAX_CHARACTERS) return await count();
    // Read before counting: a change in the meantime outdates the count.
    const version = await publicVersion(call.db, caches, call.clock);
    const cached = results.get(key, version);
    if (cached) return cached.counted;
    const counted = await count();
    results.set(key, version, { counted });
    return counted;
  };
}
