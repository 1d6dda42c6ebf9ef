import type { Call } from '../../../kernel/call.ts';
import { readCriteria, type SearchCriteria } from '../../../search/criteria.ts';
import { searchList, type ListAnswer } from '../../../search/list.ts';
import { filteredIds, productSource } from '../listing/source.ts';
import { findByIds } from './load.ts';
import { loadFields, loadParts } from './parts.ts';
import { presentProduct } from './present.ts';
import { productMetadata } from './product.ts';
import type { ProductOutput } from './types.ts';

/**
 * A list of products, with the values of the call's store view, or of the one that the list is narrowed to by `store_id`. At
 * most four queries, whatever the types and the number of products: the number of them, the keys, the products with all that
 * belongs to them, and the options of the attributes that configurable ones vary by.
 */
export async function listProducts(call: Call, criteria: SearchCriteria): Promise<ListAnswer<ProductOutput>> {
  const request = readCriteria(call, criteria);
  const storeId = filteredIds(request, 'store_id').find((id) => call.services.store.view(id)) ?? call.scope.storeId;
  return await searchList(call, criteria, {
    ...(await productSource(call, request, storeId)),
    load: (on, ids: readonly number[]) => loadItems(on, ids, storeId),
  });
}

async function loadItems(call: Call, ids: readonly number[], storeId: number): Promise<Map<number, ProductOutput>> {
  const metadata = await productMetadata(call);
  const products = await findByIds(call, ids, storeId, 'list');
  const fields = await loadFields(call, [...products.values()]);
  const parts = await loadParts(call, [...products.values()], { inList: true });
  return new Map(
    [...products].map(([id, product]) => [id, presentProduct(call, metadata, product, fields(id), parts(id))] as const),
  );
}
