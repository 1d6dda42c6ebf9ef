import type { Call } from '../../../kernel/call.ts';
import { system } from '../../../kernel/system.ts';
import {
  readCriteria,
  type Condition,
  type ListRequest,
  type SearchCriteria,
} from '../../../storage/criteria/criteria.ts';
import { CHUNK, findPage, readItems, type FoundList } from '../../../storage/criteria/list.ts';
import { fieldsText, type WantedFields } from '../../../kernel/fields-filter.ts';
import { chargeDue } from '../pricing/charged-price.ts';
import { loadAdded } from '../products/extending.ts';
import { cachedItems } from './cached-items.ts';
import { filteredIds, productSource } from './list-source.ts';
import { findByIds } from '../products/load.ts';
import { presentProduct, wishesShown } from '../products/present.ts';
import type { LoadedProduct } from '../products/product.ts';
import { pageByStatement, narrowed, type AskedList } from './list-statements.ts';
import { salableOnly } from '../availability/salable.ts';
import { selectionOf, type ProductSelection } from '../products/selection.ts';
import type { ProductOutput } from '../products/types.ts';

/**
 * Lists products as responses show them, with the values of the call's store view, or of the one in the condition on
 * `store_id`. At most five queries for any types and number of products: the total, the keys, the versions, the changed
 * products with all their data, and the options of the attributes by which configurable products vary.
 * `requestedFields`: the fields of the response.
 */
export async function listProducts(
  call: Call,
  criteria: SearchCriteria,
  requestedFields: WantedFields,
): Promise<FoundList<ProductOutput>> {
  const request = readCriteria(call, criteria);
  const storeId = filteredIds(request, 'store_id').find((id) => call.services.store.view(id)) ?? call.scope.storeId;
  const offered = request.orders.some(({ field }) => field === 'price') ? await offeredIn(call, request, storeId) : [];
  const selection = selectionOf(call, wishesShown(call, requestedFields, { inList: true }));
  const load = async (on: Call, ids: readonly number[]): Promise<Map<number, ProductOutput>> => {
    const products = await loadItems(on, ids, storeId, selection);
    return new Map(products.map((one) => [one.product.id, presentProduct(on, one, requestedFields)]));
  };
  const page = await findKeys(call, { request, offered, storeId }, load);
  const view = `${storeId} ${call.scope.storeId} ${requestedFields ? fieldsText(requestedFields) : ''}`;
  // The platform itself reads products as values, and seldom twice: for events, for example.
  const isCached = !call.inTransaction && call.caller !== system.caller && (request.pageSize ?? Infinity) <= CHUNK;
  return {
    criteria: request.echo,
    items: () =>
      isCached ? cachedItems(call, page.keys, view, (ids) => load(call, ids)) : readItems(call, { load }, page.keys),
    count: () => page.count(),
  };
}

/** The keys of a page and the number of all, by statements that are built once where that can be. */
async function findKeys(
  call: Call,
  listRequest: AskedList,
  load: (call: Call, ids: readonly number[]) => Promise<Map<number, ProductOutput>>,
): Promise<{ readonly keys: readonly number[]; count(): Promise<number> }> {
  const page = await pageByStatement(call, listRequest);
  if (page) return page;
  const { request, offered, storeId } = listRequest;
  const source = await productSource(call, { ...request, groups: [...request.groups, ...offered] }, storeId);
  return await findPage(call, request, { ...narrowed(call, source, offered), load });
}

/**
 * Further conditions on a list sorted by price in a store view. Prices are those for visitors, and a product has one
 * only if it is enabled on the website and can be sold. Due prices are computed first.
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
): Promise<LoadedProduct[]> {
  const products = await findByIds(call, ids, storeId, selection);
  return await loadAdded(call, [...products.values()], selection);
}
