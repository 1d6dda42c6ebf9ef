import type { Call } from '../../../kernel/call.ts';
import type { SearchCriteria } from '../../../search/criteria.ts';
import { keptCount } from '../../../search/counter.ts';
import { searchList, type ListAnswer } from '../../../search/list.ts';
import { findByIds } from './load.ts';
import { loadFields, loadParts } from './parts.ts';
import { presentProduct } from './present.ts';
import { productMetadata } from './product.ts';
import { productFields } from './search-fields.ts';
import type { ProductOutput } from './types.ts';

/**
 * A list of products, with the values of the call's store view, or of the one that the list is narrowed to by `store_id`:
 * the keys, the products, their number, and one query for each module that adds to products in lists.
 */
export async function listProducts(call: Call, criteria: SearchCriteria): Promise<ListAnswer<ProductOutput>> {
  const storeId = filteredIds(criteria, 'store_id').find((id) => call.services.store.view(id)) ?? call.scope.storeId;
  return await searchList(call, criteria, {
    base: call.db.selectFrom('catalog_product as p'),
    key: 'p.id',
    fields: productFields(call, storeId, filteredIds(criteria, 'category_id')),
    load: (on, ids: readonly number[]) => loadItems(on, ids, storeId),
    total: (on) => keptCount(on, 'catalog_product'),
  });
}

async function loadItems(call: Call, ids: readonly number[], storeId: number): Promise<Map<number, ProductOutput>> {
  const metadata = await productMetadata(call);
  const products = await findByIds(call, ids, storeId);
  const fields = await loadFields(call, [...products.values()]);
  const parts = await loadParts(call, [...products.values()], { inList: true });
  return new Map(
    [...products].map(([id, product]) => [id, presentProduct(call, metadata, product, fields(id), parts(id))] as const),
  );
}

/** The ids that a list is narrowed to by equality with a field. */
function filteredIds(criteria: SearchCriteria, field: string): number[] {
  const filters = (criteria.filter_groups ?? []).flatMap((group) => group.filters ?? []);
  return filters
    .filter((filter) => filter.field === field && ['eq', 'in'].includes(filter.condition_type || 'eq'))
    .flatMap((filter) => (filter.value ?? '').split(','))
    .map(Number)
    .filter(Number.isSafeInteger);
}
