import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { Stock, StockSearchResults } from '../types.ts';
import { deleteStock, getStock, listStocks, saveStock } from './stocks.ts';

const service = 'inventoryApiStockRepositoryV1';
const reading = acl('Magento_InventoryApi::stock');
const editing = acl('Magento_InventoryApi::stock_edit');

const getStocks = route({
  method: 'GET',
  path: '/V1/inventory/stocks',
  service,
  operation: 'getList',
  summary: 'List the stocks with their sales channels.',
  access: reading,
  input: { searchCriteria: t.optional(SearchCriteria) },
  output: StockSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listStocks(call, searchCriteria ?? {}), requestedFields),
});

const getStockRoute = route({
  method: 'GET',
  path: '/V1/inventory/stocks/:stockId',
  service,
  operation: 'get',
  summary: 'Get one stock.',
  access: reading,
  input: { stockId: t.integer },
  output: Stock,
  handle: ({ stockId }, call) => getStock(call, stockId),
});

const postStock = route({
  method: 'POST',
  path: '/V1/inventory/stocks',
  service,
  operation: 'save',
  summary: 'Create a stock, or change the one that has its id; get its id.',
  access: editing,
  entity: entity('stock', 'stock.stock_id'),
  input: { stock: Stock },
  output: t.integer,
  handle: ({ stock }, call) => saveStock(call, stock),
});

const putStock = route({
  method: 'PUT',
  path: '/V1/inventory/stocks/:stockId',
  service,
  operation: 'save',
  summary: 'Change a stock, or create one with this id; its sales channels are replaced as a whole.',
  access: editing,
  entity: entity('stock', 'stock.stock_id'),
  input: { stock: Stock },
  overrides: { stockId: t.string },
  output: t.integer,
  handle: ({ stock }, call) => saveStock(call, stock),
});

const deleteStockRoute = route({
  method: 'DELETE',
  path: '/V1/inventory/stocks/:stockId',
  service,
  operation: 'deleteById',
  summary: 'Delete a stock that has no sales channels.',
  access: acl('Magento_InventoryApi::stock_delete'),
  entity: entity('stock', 'stockId'),
  input: { stockId: t.integer },
  output: t.nothing,
  handle: ({ stockId }, call) => deleteStock(call, stockId),
});

const resolveStock = route({
  method: 'GET',
  path: '/V1/inventory/stock-resolver/:type/:code',
  service: 'inventorySalesApiStockResolverV1',
  operation: 'execute',
  summary: 'Get the stock of a sales channel, such as a website.',
  access: acl('Magento_InventorySalesApi::stock'),
  input: { type: t.string, code: t.string },
  output: Stock,
  handle: async ({ type, code }, call) =>
    getStock(call, await call.services.multiSource.stockOfChannel(call, type, code)),
});

/** Routes of stocks. */
export const stockRoutes = [getStocks, getStockRoute, postStock, putStock, deleteStockRoute, resolveStock];
