import type { Call } from '../../../kernel/call.ts';
import { compileWhere } from '../../../search/compile.ts';
import { readCriteria, type Condition, type SearchCriteria } from '../../../search/criteria.ts';
import { findList, type FoundList } from '../../../search/list.ts';
import { chargeDue } from './charged-price.ts';
import { loadAdded } from './extending.ts';
import { filteredIds, productSource, SALABLE, withSalable } from './list-source.ts';
import { findByIds } from './load.ts';
import type { LoadedProduct } from './product.ts';
import { hidesUnsold } from './salable.ts';
import { selectionOf, type ProductSelection, type ProductWishes } from './selection.ts';

/**
 * A list of products, with the values of the call's store view, or of the one that the list is narrowed to by `store_id`. At
 * most four queries, whatever the types and the number of products: the number of them, the keys, the products with all that
 * belongs to them, and the options of the attributes that configurable ones vary by. `wishes`: what
 * is loaded of them.
 */
export async function listProducts(
  call: Call,
  criteria: SearchCriteria,
  wishes: ProductWishes,
): Promise<FoundList<LoadedProduct>> {
  const request = readCriteria(call, criteria);
  const storeId = filteredIds(request, 'store_id').find((id) => call.services.store.view(id)) ?? call.scope.storeId;
  const offered = request.orders.some(({ field }) => field === 'price') ? await offeredIn(call, storeId) : [];
  const source = await productSource(call, { ...request, groups: [...request.groups, ...offered] }, storeId);
  const where = compileWhere(call, withSalable(source.fields), offered);
  const selection = selectionOf(call, wishes);
  return await findList(call, criteria, {
    ...source,
    base: where ? source.base.where(where) : source.base,
    load: (on, ids: readonly number[]) => loadItems(on, ids, storeId, selection),
  });
}

/**
 * The conditions on what a list sorted by price shows, which a store view is asked for: prices are those that visitors pay, and
 * only what is enabled on its website and can be sold has one. Prices whose time has come are worked out before.
 */
async function offeredIn(call: Call, storeId: number): Promise<Condition[][]> {
  const websiteId = storeId === 0 ? undefined : call.services.store.websiteOf(storeId);
  if (!websiteId) return [];
  await chargeDue(call);
  return [
    [{ field: 'status', type: 'eq', value: '1' }],
    [{ field: 'website_id', type: 'eq', value: String(websiteId) }],
    ...(hidesUnsold(call) ? [[{ field: SALABLE, type: 'eq', value: '1' } as const]] : []),
  ];
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
