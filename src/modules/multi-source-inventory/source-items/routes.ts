import { several } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { sourceErrors } from '../errors.ts';
import { SourceItem, SourceItemSearchResults } from '../types.ts';
import { listItems } from './read.ts';
import { deleteItems, saveItems } from './save.ts';

const assigning = acl('Magento_InventoryApi::stock_source_item_assign');

const getItems = route({
  method: 'GET',
  path: '/V1/inventory/source-items',
  service: 'inventoryApiSourceItemRepositoryV1',
  operation: 'getList',
  summary: 'List the quantities of products in sources.',
  access: acl('Magento_InventoryApi::source'),
  input: { searchCriteria: t.optional(SearchCriteria) },
  output: SourceItemSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listItems(call, searchCriteria ?? {}), requestedFields),
});

const postItems = route({
  method: 'POST',
  path: '/V1/inventory/source-items',
  service: 'inventoryApiSourceItemsSaveV1',
  operation: 'execute',
  summary: 'Save the quantities of products in sources.',
  access: assigning,
  entity: several('sourceItems.sku', 'sourceItems.source_code'),
  input: { sourceItems: t.array(SourceItem) },
  output: t.nothing,
  handle: ({ sourceItems }, call) => saveItems(call, sourceItems),
});

const postItemsDelete = route({
  method: 'POST',
  path: '/V1/inventory/source-items-delete',
  service: 'inventoryApiSourceItemsDeleteV1',
  operation: 'execute',
  summary: 'Take products away from sources.',
  access: assigning,
  entity: several('sourceItems.sku', 'sourceItems.source_code'),
  input: { sourceItems: t.array(SourceItem) },
  output: t.nothing,
  async handle({ sourceItems }, call) {
    if (sourceItems.length === 0) throw sourceErrors.emptyList();
    await deleteItems(call, sourceItems);
  },
});

/** Routes of source items. */
export const sourceItemRoutes = [getItems, postItems, postItemsDelete];
