import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { Source, SourceSearchResults } from '../types.ts';
import { getSource, listSources, saveSource, sourcesByPriority } from './sources.ts';

const service = 'inventoryApiSourceRepositoryV1';
const reading = acl('Magento_InventoryApi::source');
const editing = acl('Magento_InventoryApi::source_edit');

const getSources = route({
  method: 'GET',
  path: '/V1/inventory/sources',
  service,
  operation: 'getList',
  summary: 'List the places that have pieces.',
  access: reading,
  input: { searchCriteria: t.optional(SearchCriteria) },
  output: SourceSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listSources(call, searchCriteria ?? {}), requestedFields),
});

const getSourceRoute = route({
  method: 'GET',
  path: '/V1/inventory/sources/:sourceCode',
  service,
  operation: 'get',
  summary: 'Get one source.',
  access: reading,
  input: { sourceCode: t.string },
  output: Source,
  handle: ({ sourceCode }, call) => getSource(call, sourceCode),
});

const postSource = route({
  method: 'POST',
  path: '/V1/inventory/sources',
  service,
  operation: 'save',
  summary: 'Create a source, or change the one that has its code.',
  access: editing,
  entity: entity('source', 'source.source_code'),
  input: { source: Source },
  output: t.nothing,
  handle: ({ source }, call) => saveSource(call, source),
});

const putSource = route({
  method: 'PUT',
  path: '/V1/inventory/sources/:sourceCode',
  service,
  operation: 'save',
  summary: 'Change a source, or create one with this code.',
  access: editing,
  entity: entity('source', 'source.source_code'),
  input: { source: Source },
  overrides: { sourceCode: t.string },
  output: t.nothing,
  handle: ({ source }, call) => saveSource(call, source),
});

const getSourcesOfStock = route({
  method: 'GET',
  path: '/V1/inventory/get-sources-assigned-to-stock-ordered-by-priority/:stockId',
  service: 'inventoryApiGetSourcesAssignedToStockOrderedByPriorityV1',
  operation: 'execute',
  summary: 'List the sources of a stock by priority.',
  access: reading,
  input: { stockId: t.integer },
  output: t.array(Source),
  handle: ({ stockId }, call) => sourcesByPriority(call, stockId),
});

/** Routes of sources. */
export const sourceRoutes = [getSources, getSourceRoute, postSource, putSource, getSourcesOfStock];
