import type { Call } from '../../../kernel/call.ts';
import { matching } from '../matches.ts';
import type { AskedWord } from '../text/asked.ts';
import { countSearch, type CountedSearch } from '../terms/count-search.ts';
import { countLayers, type Layer } from './aggregations.ts';
import { readFilters } from './filters.ts';
import { categoriesOf, type LayeredRequest } from './request.ts';
import { asTheyAre, ordersOf, sortedByLabels } from './sorting.ts';

/** `visibility` of products in catalogues and in searches; those with 4 are in both. */
const inCatalogue = [2, 4];
const inSearch = [3, 4];

/** A page of a catalog search. Its parts are read on demand. */
export interface LayeredProducts {
  readonly request: LayeredRequest;
  /** Words of the search text, with their synonyms and corrections. */
  readonly words: readonly AskedWord[];
  /** Ids of the page, in order. */
  readonly ids: readonly number[];
  count(): Promise<number>;
  /** The choices by which the whole result can be narrowed. */
  layers(options?: { readonly isBelowOnly?: boolean }): Promise<readonly Layer[]>;
}

/** Finds a page of the visible products in the call's store view. */
export async function findLayered(call: Call, request: LayeredRequest): Promise<LayeredProducts> {
  const componentCounts = call.services.availability.countsAsComponent(call);
  const nothing: LayeredProducts = {
    request,
    words: [],
    ids: [],
    count: () => Promise.resolve(0),
    layers: () => Promise.resolve([]),
  };
  const { cachedResults } = call.services;
  const filters = await readFilters(call, request.filters, componentCounts);
  if (!filters) return nothing;
  const { text } = request;
  const found = text === undefined ? undefined : await matching(call, text, undefined, componentCounts);
  if (text !== undefined && !found) {
    countFirstPage(call, request, 0);
    return nothing;
  }
  const orders = ordersOf(request);
  const sorted = await sortedByLabels(call, orders);
  const visible = await call.services.listing.visibleProducts(call, {
    groups: filters.groups,
    orders,
    page: request.page,
    pageSize: request.pageSize,
    visibilities: text === undefined ? inCatalogue : inSearch,
    fields: (fields) => sorted(filters.fields(fields)),
    fieldsAs: filters.isLasting && sorted === asTheyAre ? 'layers' : undefined,
    found,
    cachedTotal: (count) => cachedResults.totalOf(call, request, count),
    cachedPage: (read) => cachedResults.pageOf(call, request, read),
  });
  const isWhole = visible.ids.length < request.pageSize;
  const counted = countFirstPage(call, request, isWhole ? visible.ids.length : undefined);
  const count = async (): Promise<number> => {
    const n = await visible.count();
    counted?.(n);
    return n;
  };
  let total: Promise<number> | undefined;
  return {
    request,
    words: found?.words ?? [],
    ids: visible.ids,
    count: () => (total ??= count()),
    layers: ({ isBelowOnly = false } = {}) =>
      cachedResults.layersOf(call, request, isBelowOnly, async () =>
        countLayers(call, {
          all: await visible.all(),
          isSearch: text !== undefined,
          categoryIds: categoriesOf(request),
          isBelowOnly,
          componentCounts,
        }),
      ),
  };
}

/**
 * Counts the search of a shopper: the first page of a text. Pages that follow and filters that narrow the result are the same search.
 * `results`: the number of products, if known.
 */
function countFirstPage(
  call: Call,
  { text, page, filters }: LayeredRequest,
  results: number | undefined,
): CountedSearch | undefined {
  const isNarrowed = filters.some((filter) => filter.code !== 'visibility');
  return text === undefined || page > 1 || isNarrowed ? undefined : countSearch(call, text, results);
}
