import type { Call } from '../../../kernel/call.ts';
import type { Wanted } from '../../../kernel/fields-filter.ts';
import { compileWhere } from '../../../search/compile.ts';
import { readCriteria, type Condition, type SearchCriteria } from '../../../search/criteria.ts';
import { findList, type FoundList } from '../../../search/list.ts';
import { filteredIds, productSource, SALABLE, withSalable } from '../listing/source.ts';
import { besidesShown } from './besides.ts';
import { chargeDue } from './charged-price.ts';
import { findByIds } from './load.ts';
import { loadFields, loadParts } from './parts.ts';
import { presentProduct } from './present.ts';
import { productMetadata, type StoredProduct } from './product.ts';
import { hidesUnsold } from './salable.ts';
import type { ProductOutput } from './types.ts';

/**
 * A list of products, with the values of the call's store view, or of the one that the list is narrowed to by `store_id`. At
 * most four queries, whatever the types and the number of products: the number of them, the keys, the products with all that
 * belongs to them, and the options of the attributes that configurable ones vary by. `wanted`: which fields of each.
 */
export async function listProducts(
  call: Call,
  criteria: SearchCriteria,
  wanted?: Wanted,
): Promise<FoundList<ProductOutput>> {
  const request = readCriteria(call, criteria);
  const storeId = filteredIds(request, 'store_id').find((id) => call.services.store.view(id)) ?? call.scope.storeId;
  const offered = request.orders.some(({ field }) => field === 'price') ? await offeredIn(call, storeId) : [];
  const source = await productSource(call, { ...request, groups: [...request.groups, ...offered] }, storeId);
  const where = compileWhere(call, withSalable(source.fields), offered);
  return await findList(call, criteria, {
    ...source,
    base: where ? source.base.where(where) : source.base,
    load: (on, ids: readonly number[]) => loadItems(on, ids, storeId, wanted),
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
  wanted: Wanted,
): Promise<Map<number, ProductOutput>> {
  const metadata = await productMetadata(call);
  const besides = besidesShown(call, wanted, { inList: true });
  const products = await findByIds(call, ids, storeId, besides);
  const fields = await loadFields(call, [...products.values()], besides.fields);
  const parts = await loadParts(call, [...products.values()], besides.parts);
  const present = (product: StoredProduct): ProductOutput =>
    presentProduct(call, metadata, product, fields(product.id), parts(product.id), wanted);
  return new Map([...products].map(([id, product]) => [id, present(product)]));
}
