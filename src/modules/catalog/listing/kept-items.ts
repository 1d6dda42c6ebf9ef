import { createBoundedStore, type BoundedStore } from '../../../kernel/bounded-store.ts';
import type { Call } from '../../../kernel/call.ts';
import { encodedOnce, type KeptElement } from '../../../kernel/kept-list.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import type { ProductOutput } from '../products/types.ts';

/** What lists show of a product, encoded; current while the product has this version and the rest is in this state. */
interface KeptItem {
  readonly version: number;
  readonly state: string;
  readonly json: string;
}

/** The items that a process keeps, by product and by what is shown of it. */
export type KeptItems = BoundedStore<KeptItem>;

/** Bytes of products that a process keeps: 8,000 of 2 KB each. */
const MOST_BYTES = 2 ** 24;

/** Makes the store of a process. */
export function createKeptItems(): KeptItems {
  return createBoundedStore<KeptItem>(MOST_BYTES);
}

const versionsByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('catalog_product').select(['id', 'version']).where(inIds('id', p.ids)),
);

/** What a product's answer depends on besides the product and its store view. */
export function shownState({ services: { eav, store, configuration, directory } }: Call): string {
  return `${eav.generation}-${store.cache.generation}-${configuration.cache.generation}-${directory.rates.generation}`;
}

/**
 * Products as lists show them, in the order of their ids: encoded before where they have not changed since, otherwise by `show`. Ids
 * without a product are left out. `shown` tells what is shown of them, and for which store view.
 */
export async function keptItems(
  call: Call,
  ids: readonly number[],
  shown: string,
  show: (ids: readonly number[]) => Promise<ReadonlyMap<number, ProductOutput>>,
): Promise<ProductOutput[]> {
  const store = call.services.listing.keptItems;
  const state = shownState(call);
  // Read before the products: what changes meanwhile is kept as that of an earlier version, and never shown for a later one.
  const versions = new Map((await versionsByIds(call.db, { ids })).map(({ id, version }) => [id, version]));
  const known = new Map<number, KeptItem>();
  for (const id of ids) {
    const kept = store.get(`${id} ${shown}`);
    if (kept && kept.version === versions.get(id) && kept.state === state) known.set(id, kept);
  }
  const others = ids.filter((id) => versions.has(id) && !known.has(id));
  const loaded = others.length > 0 ? await show(others) : new Map<number, ProductOutput>();
  const elements = ids.flatMap((id): KeptElement[] => {
    const kept = known.get(id);
    if (kept) return [kept];
    const value = loaded.get(id);
    if (!value) return [];
    const version = versions.get(id)!;
    const keep = (json: string) => store.set(`${id} ${shown}`, { version, state, json }, bytesOf(json));
    return [{ value, keep }];
  });
  return elements.length > 0 ? encodedOnce(elements) : [];
}

/** Bytes of a text in memory: two for each sign as soon as one needs them. */
function bytesOf(text: string): number {
  return /[^\0-\xff]/.test(text) ? text.length * 2 : text.length;
}
