import { firstOf, zip } from '../../../kernel/lists.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { IsProductSalableForQtyResult, IsProductSalableResult, ProductSalableResult, SkuRequest } from '../types.ts';
import { areSalable, areSalableFor, salableQuantity } from './salable.ts';

const access = acl('Magento_InventorySalesApi::stock');

const getSalableQuantity = route({
  method: 'GET',
  path: '/V1/inventory/get-product-salable-quantity/:sku/:stockId',
  service: 'inventorySalesApiGetProductSalableQtyV1',
  operation: 'execute',
  summary: 'Show how much of a product a stock can still sell.',
  access,
  input: { sku: t.string, stockId: t.integer },
  output: t.number,
  handle: ({ sku, stockId }, call) => salableQuantity(call, sku, stockId),
});

const getIsSalable = route({
  method: 'GET',
  path: '/V1/inventory/is-product-salable/:sku/:stockId',
  service: 'inventorySalesApiIsProductSalableV1',
  operation: 'execute',
  summary: 'Show whether a stock can sell a product.',
  access,
  input: { sku: t.string, stockId: t.integer },
  output: t.boolean,
  async handle({ sku, stockId }, call) {
    return firstOf(await areSalable(call, [sku], stockId));
  },
});

const getIsSalableForQty = route({
  method: 'GET',
  path: '/V1/inventory/is-product-salable-for-requested-qty/:sku/:stockId/:requestedQty',
  service: 'inventorySalesApiIsProductSalableForRequestedQtyV1',
  operation: 'execute',
  summary: 'Show whether a stock can sell a quantity of a product, and why not.',
  access,
  input: { sku: t.string, stockId: t.integer, requestedQty: t.number },
  output: ProductSalableResult,
  async handle({ sku, stockId, requestedQty }, call) {
    return firstOf(await areSalableFor(call, [{ sku, qty: requestedQty }], stockId));
  },
});

const getAreSalable = route({
  method: 'GET',
  path: '/V1/inventory/are-products-salable',
  service: 'inventorySalesApiAreProductsSalableV1',
  operation: 'execute',
  summary: 'Show which products a stock can sell.',
  access,
  input: { skus: t.array(t.string), stockId: t.integer },
  output: t.array(IsProductSalableResult),
  async handle({ skus, stockId }, call) {
    const results = zip(skus, await areSalable(call, skus, stockId));
    return results.map(([sku, salable]) => ({ sku, stock_id: stockId, salable }));
  },
});

const getAreSalableForQty = route({
  method: 'GET',
  path: '/V1/inventory/are-product-salable-for-requested-qty/',
  service: 'inventorySalesApiAreProductsSalableForRequestedQtyV1',
  operation: 'execute',
  summary: 'Show which quantities of products a stock can sell, each by itself, and why not.',
  access,
  input: { skuRequests: t.array(SkuRequest), stockId: t.integer },
  output: t.array(IsProductSalableForQtyResult),
  async handle({ skuRequests, stockId }, call) {
    const requests = skuRequests.map(({ sku, qty }) => ({ sku: sku ?? '', qty: qty ?? 0 }));
    const results = zip(requests, await areSalableFor(call, requests, stockId));
    return results.map(([{ sku }, result]) => Object.assign({ sku, stock_id: stockId }, result));
  },
});

/** Routes of salable products and quantities. */
export const salabilityRoutes = [
  getSalableQuantity,
  getIsSalable,
  getIsSalableForQty,
  getAreSalable,
  getAreSalableForQty,
];
