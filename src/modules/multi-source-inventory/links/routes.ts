import { several } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { StockSourceLink, StockSourceLinkSearchResults } from '../types.ts';
import { deleteLinks, listLinks, saveLinks } from './links.ts';

const access = acl('Magento_InventoryApi::stock_source_link');

const getLinks = route({
  method: 'GET',
  path: '/V1/inventory/stock-source-links',
  service: 'inventoryApiGetStockSourceLinksV1',
  operation: 'execute',
  summary: 'List the links between sources and stocks.',
  access,
  input: { searchCriteria: t.optional(SearchCriteria) },
  output: StockSourceLinkSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listLinks(call, searchCriteria ?? {}), requestedFields),
});

const postLinks = route({
  method: 'POST',
  path: '/V1/inventory/stock-source-links',
  service: 'inventoryApiStockSourceLinksSaveV1',
  operation: 'execute',
  summary: 'Put sources into stocks, or change their priorities.',
  access,
  entity: several('links.stock_id', 'links.source_code'),
  input: { links: t.array(StockSourceLink) },
  output: t.nothing,
  handle: ({ links }, call) => saveLinks(call, links),
});

const postLinksDelete = route({
  method: 'POST',
  path: '/V1/inventory/stock-source-links-delete',
  service: 'inventoryApiStockSourceLinksDeleteV1',
  operation: 'execute',
  summary: 'Take sources out of stocks.',
  access,
  entity: several('links.stock_id', 'links.source_code'),
  input: { links: t.array(StockSourceLink) },
  output: t.nothing,
  handle: ({ links }, call) => deleteLinks(call, links),
});

/** Routes of the links between stocks and sources. */
export const linkRoutes = [getLinks, postLinks, postLinksDelete];
