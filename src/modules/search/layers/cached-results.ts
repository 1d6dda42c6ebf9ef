import type { Call } from '../../../kernel/call.ts';
import type { SharedCaches } from '../../../kernel/caches.ts';
import { bytesOfText, createVersioned } from '../../../kernel/versioned.ts';
import { publicVersion } from '../../../storage/content.ts';
import type { Layer } from './aggregations.ts';
import type { BucketOutput } from '../types.ts';
import type { LayeredRequest } from './request.ts';

/** Maximum size of cached choices, in bytes: 500 results of 100 choices each. */
const MAX_CHOICES_BYTES = 2 ** 23;
/** Maximum size of cached totals, in bytes: 1,000 of them. */
const MAX_TOTALS_BYTES = 2 ** 20;
/** Maximum size of cached pages, in bytes: 1,500 pages of 20 products. */
const MAX_PAGES_BYTES = 2 ** 21;
/** Longest key of a cached result, in characters. */
const MAX_CHARACTERS = 2000;

/** A request without the page and its order. */
type CountedRequest = Pick<LayeredRequest, 'text' | 'filters'>;

/** A product of a page, with its score where the response shows it. */
export interface RankedProduct {
  readonly id: number;
  readonly score?: number;
}

/** The counts of a search by REST. */
interface SearchTotals {
  readonly total: number;
  readonly buckets: readonly BucketOutput[];
}

/** A search by REST: its parts that decide which products it finds, and those that decide which of them are on the page. */
interface SearchParts {
  readonly result: readonly unknown[];
  readonly page: readonly unknown[];
}

/** Reads a search that is not cached. */
interface SearchReader {
  count(): Promise<SearchTotals>;
  /** Called if there are products. */
  readPage(): Promise<readonly RankedProduct[]>;
}

/**
 * Cached results, valid until public data changes; they are the same for all callers with one assortment. Each look-up is one small query for
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
  /** Ids of a page of a result: from the cache while it is valid, otherwise by `read`. */
  pageOf(call: Call, request: LayeredRequest, read: () => Promise<readonly number[]>): Promise<readonly number[]>;
  /** A search by REST; its parts that are not cached are read. */
  searchOf(
    call: Call,
    parts: SearchParts,
    reader: SearchReader,
  ): Promise<SearchTotals & { readonly products: readonly RankedProduct[] }>;
}

/** Creates the caches of a process. */
export function createCachedResults(caches: SharedCaches): CachedResults {
  const layers = caching<readonly Layer[]>(MAX_CHOICES_BYTES, sizeOfLayers);
  const totals = caching<number>(MAX_TOTALS_BYTES, () => 8);
  const counts = caching<SearchTotals>(MAX_CHOICES_BYTES, sizeOfCounts);
  const pages = caching<readonly RankedProduct[]>(MAX_PAGES_BYTES, (page) => 64 * page.length);
  const present = (call: Call) => presentState(call, caches);
  return {
    layersOf: async (call, { text, filters }, isBelowOnly, count) =>
      layers(await present(call), [isBelowOnly, text, filters], count),
    totalOf: async (call, { text, filters }, count) => totals(await present(call), [text, filters], count),
    async pageOf(call, { text, filters, orders, page, pageSize }, read) {
      const parts = [text, filters, orders, page, pageSize];
      const found = await pages(await present(call), parts, async () => (await read()).map((id) => ({ id })));
      return found.map(({ id }) => id);
    },
    async searchOf(call, { result, page }, { count, readPage }) {
      const state = await present(call);
      const counted = await counts(state, result, count);
      const products = counted.total > 0 ? await pages(state, [...result, ...page], readPage) : [];
      return { ...counted, products };
    },
  };
}

/** Size of layers in memory, in bytes: of their texts, and about 100 for each choice. */
function sizeOfLayers(layers: readonly Layer[]): number {
  const choices = layers.flatMap((layer) => layer.choices);
  return choices.reduce((sum, { label, value }) => sum + bytesOfText(label) + bytesOfText(value) + 100, 0);
}

/** Size of counts in memory, in bytes: about 200 for each value and each bucket. */
function sizeOfCounts({ buckets }: SearchTotals): number {
  return buckets.reduce((sum, { values }) => sum + 200 * ((values?.length ?? 0) + 1), 0);
}

/** What the results of a call depend on besides its request. */
interface PresentState {
  readonly scope: readonly unknown[];
  readonly version: string;
}

/** Undefined in a transaction, which sees changes of its own. */
async function presentState(call: Call, caches: SharedCaches): Promise<PresentState | undefined> {
  if (call.inTransaction) return undefined;
  const { storeId, websiteId, currency } = call.scope;
  const assortment = await call.services.listing.assortmentGroup(call);
  // Read before the results: a change in the meantime outdates them.
  const version = await publicVersion(call.db, caches, call.clock);
  return { scope: [storeId, websiteId, currency, assortment], version };
}

/** Caches values by store view and request. */
function caching<V>(maxBytes: number, sizeOf: (value: V) => number) {
  const results = createVersioned<{ readonly value: V }>(maxBytes, ({ value }) => sizeOf(value));
  return async (state: PresentState | undefined, parts: readonly unknown[], read: () => Promise<V>): Promise<V> => {
    const key = state && JSON.stringify([...state.scope, ...parts]);
    if (!state || key === undefined || key.length > MAX_CHARACTERS) return await read();
    const cached = results.get(key, state.version);
    if (cached) return cached.value;
    const value = await read();
    results.set(key, state.version, { value });
    return value;
  };
}
