import type { Call } from '../../../kernel/call.ts';
import { encodedOnce, type CachedElement } from '../../../kernel/cached-list.ts';
import { bytesOfText, createVersioned, type Versioned } from '../../../kernel/versioned.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import type { ProductOutput } from '../products/types.ts';

/** A product of a list, encoded. */
interface CachedItem {
  readonly json: string;
}

/** The cached items of a process, by product and selected fields; their version is that of the product and of its settings. */
export type CachedItems = Versioned<CachedItem>;

/** Maximum size of the cache, in bytes: 8,000 products of 2 KB each. */
const MAX_BYTES = 2 ** 24;

/** Creates the cache of a process. */
export function createCachedItems(): CachedItems {
  return createVersioned<CachedItem>(MAX_BYTES, ({ json }) => bytesOfText(json));
}

const versionsByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('catalog_product').select(['id', 'version']).where(inIds('id', p.ids)),
);

/** The version of all data that encoded products depend on, besides the product itself and its store view. */
export function metadataVersion({ services: { eav, store, configuration, directory } }: Call): string {
  return `${eav.generation}-${store.cache.generation}-${configuration.cache.generation}-${directory.rates.generation}`;
}

/**
 * Products of a list, in the order of their ids: from the cache while they are unchanged, otherwise by `load`. Ids
 * without a product are skipped. `view` is a cache key for the store view and the selected fields.
 */
export async function cachedItems(
  call: Call,
  ids: readonly number[],
  view: string,
  load: (ids: readonly number[]) => Promise<ReadonlyMap<number, ProductOutput>>,
): Promise<ProductOutput[]> {
  const cache = call.services.listing.cachedItems;
  const metadata = metadataVersion(call);
  // Read before the products: a change in the meantime is cached under the earlier version, and never returned for a later one.
  const versions = new Map(
    (await versionsByIds(call.db, { ids })).map(({ id, version }) => [id, `${version} ${metadata}`]),
  );
  const unchanged = new Map<number, CachedItem>();
  for (const id of ids) {
    const version = versions.get(id);
    const cached = version && cache.get(`${id} ${view}`, version);
    if (cached) unchanged.set(id, cached);
  }
  const others = ids.filter((id) => versions.has(id) && !unchanged.has(id));
  const loaded = others.length > 0 ? await load(others) : new Map<number, ProductOutput>();
  const elements = ids.flatMap((id): CachedElement[] => {
    const cached = unchanged.get(id);
    if (cached) return [cached];
    const value = loaded.get(id);
    const version = versions.get(id);
    if (!value || version === undefined) return [];
    return [{ value, cache: (json) => cache.set(`${id} ${view}`, version, { json }) }];
  });
  return elements.length > 0 ? encodedOnce(elements) : [];
}
