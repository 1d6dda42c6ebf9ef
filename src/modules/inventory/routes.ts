import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { getLowStockItems, getStockItem, getStockStatus, updateStockItem } from './stock-items.ts';
import { StockItem, StockItemCollection, StockStatus } from './types.ts';

const service = 'catalogInventoryStockRegistryV1';
const access = acl('Magento_Catalog::catalog_inventory');

const getStockItemRoute = route({
  method: 'GET',
  path: '/V1/stockItems/:productSku',
  service,
  operation: 'getStockItemBySku',
  summary: 'Show the stock of a product.',
  access,
  input: { productSku: t.string, scopeId: t.optional(t.integer) },
  partial: '`scopeId` changes nothing: stock has no scopes',
  output: StockItem,
  handle: ({ productSku }, call) => getStockItem(call, productSku),
});

const putStockItem = route({
  method: 'PUT',
  path: '/V1/products/:productSku/stockItems/:itemId',
  service,
  operation: 'updateStockItemBySku',
  summary: 'Change the stock of a product; its SKU tells which one.',
  access,
  entity: entity('product', 'productSku'),
  input: { productSku: t.string, stockItem: StockItem },
  overrides: { itemId: t.string },
  output: t.integer,
  handle: ({ productSku, stockItem }, call) => updateStockItem(call, productSku, stockItem),
});

const getLowStock = route({
  method: 'GET',
  path: '/V1/stockItems/lowStock/',
  service,
  operation: 'getLowStockItems',
  summary: 'List the stock items with a quantity or less.',
  access,
  input: {
    scopeId: t.integer,
    qty: t.number,
    currentPage: t.optional(t.integer),
    pageSize: t.optional(t.integer),
  },
  partial: '`scopeId` changes nothing: stock has no scopes',
  output: StockItemCollection,
  handle: (query, call) => getLowStockItems(call, query),
});

const getStockStatusRoute = route({
  method: 'GET',
  path: '/V1/stockStatuses/:productSku',
  service,
  operation: 'getStockStatusBySku',
  summary: 'Show whether a product can be sold, and how much of it.',
  access,
  openable: 'live',
  input: { productSku: t.string, scopeId: t.optional(t.integer) },
  partial: '`scopeId` changes nothing: stock has no scopes',
  output: StockStatus,
  handle: ({ productSku }, call) => getStockStatus(call, productSku),
});

/** Routes of stock items and stock statuses. */
export const stockRoutes = [getStockItemRoute, putStockItem, getLowStock, getStockStatusRoute];
