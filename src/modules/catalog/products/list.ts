import type { Call } from '../../../kernel/call.ts';
import { readCriteria, type Condition, type ListRequest, type SearchCriteria } from '../../../search/criteria.ts';
import { findPage, readItems, type FoundList } from '../../../search/list.ts';
import { chargeDue } from './charged-price.ts';
import { loadAdded } from './extending.ts';
import { filteredIds, productSource } from './list-source.ts';
import { findByIds } from './load.ts';
import type { LoadedProduct } from './product.ts';
import { keptList, narrowed } from './list-statements.ts';
import { salableOnly } from './salable.ts';
import { selectionOf, type ProductSelection, type ProductWishes } from './selection.ts';

/**
 * Lists products, with the values of the call's store view, or of the one to which the list is narrowed by `store_id`. At most
 * four queries, whatever the types and the number of products: their total number, the keys, the products with all their data,
 * and the options of the attributes by which configurable ones vary. `wishes`: the further fields to load.
 */
export async function listProducts(
  call: Call,
  criteria: SearchCriteria,
  wishes: ProductWishes,
): Promise<FoundList<LoadedProduct>> {
  const request = readCriteria(call, criteria);
  const storeId = filteredIds(request, 'store_id').find((id) => call.services.store.view(id)) ?? call.scope.storeId;
  const offered = request.orders.some(({ field }) => field === 'price') ? await offeredIn(call, request, storeId) : [];
  const list = { request, offered, storeId };
  const selection = selectionOf(call, wishes);
  const load = (on: Call, ids: readonly number[]) => loadItems(on, ids, storeId, selection);
  const kept = await keptList(call, list);
  if (kept) {
    return { criteria: request.echo, items: () => readItems(call, { load }, kept.keys), count: kept.count };
  }
  const source = await productSource(call, { ...request, groups: [...request.groups, ...offered] }, storeId);
  return await findPage(call, request, { ...narrowed(call, source, offered), load });
}

/**
 * Further conditions on a list sorted by price in a store view. Prices are those that visitors pay, and a product has one only if
 * it is enabled on the website and can be sold. Due prices are computed first.
 */
async function offeredIn(call: Call, { groups }: Pick<ListRequest, 'groups'>, storeId: number): Promise<Condition[][]> {
  const websiteId = storeId === 0 ? undefined : call.services.store.websiteOf(storeId);
  if (!websiteId) return [];
  await chargeDue(call);
  return [
    [{ field: 'status', type: 'eq', value: '1' }],
    ...(isNarrowedTo(groups, storeId)
      ? []
      : [[{ field: 'website_id', type: 'eq', value: String(websiteId) } as const]]),
    ...salableOnly(call),
  ];
}

/** Whether a list is narrowed to the website of a store view already. */
function isNarrowedTo(groups: ListRequest['groups'], storeId: number): boolean {
  const id = String(storeId);
  return groups.some(
    ([first, ...others]) =>
      others.length === 0 && first?.field === 'store_id' && first.type === 'eq' && first.value === id,
  );
}

async function loadItems(
  call: Call,
  ids: readonly number[],
  storeId: number,
  selection: ProductSelection,
): Promise<Map<number, LoadedProduct>> {
  const products = await findByIds(call, ids, storeId, selection);
  const loaded = await loadAdded(call, [...products.values()], selection);
  return new Map(loaded.map((one) => [one.product.id, one]));
}
