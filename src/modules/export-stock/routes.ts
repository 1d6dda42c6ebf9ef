import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { listSalable } from './salable-quantities.ts';
import { stockIndex } from './stock-index.ts';
import { ProductStockIndexData, SalableQuantities } from './types.ts';

const access = acl('Magento_InventoryApi::stock');

const getIndex = route({
  method: 'GET',
  path: '/V1/inventory/dump-stock-index-data/:salesChannelType/:salesChannelCode',
  service: 'inventoryExportStockApiExportStockIndexDataV1',
  operation: 'execute',
  summary: "List the quantities of all products in a website's stock, including reserved units.",
  access,
  input: { salesChannelType: t.string, salesChannelCode: t.string },
  output: t.array(ProductStockIndexData),
  handle: ({ salesChannelType, salesChannelCode }, call) => stockIndex(call, salesChannelType, salesChannelCode),
});

const getSalable = route({
  method: 'GET',
  path: '/V1/inventory/export-stock-salable-qty/:salesChannelType/:salesChannelCode',
  service: 'inventoryExportStockApiExportStockSalableQtyV1',
  operation: 'execute',
  summary: 'List the salable quantities of products in the stock of a sales channel.',
  access,
  input: { salesChannelType: t.string, salesChannelCode: t.string, searchCriteria: t.optional(SearchCriteria) },
  output: SalableQuantities,
  handle: async ({ salesChannelType: type, salesChannelCode: code, searchCriteria }, call, requestedFields) =>
    answerList(await listSalable(call, { type, code }, searchCriteria ?? {}), requestedFields),
});

/** Routes of stock exports. */
export const exportStockRoutes = [getIndex, getSalable];
