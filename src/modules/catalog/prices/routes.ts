import { entity, several } from '../../../kernel/entity.ts';
import { acl, anonymous, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { TierPrice } from '../products/types.ts';
import { basePrices, costs, deleteCosts, updateBasePrices, updateCosts } from './amounts.ts';
import { addGroupTier, groupTiers, removeGroupTier } from './group-prices.ts';
import { renderProducts } from './render.ts';
import { ProductRenderSearchResults } from './render-types.ts';
import { deleteSpecialPrices, specialPrices, updateSpecialPrices } from './special.ts';
import { deleteTierPrices, replaceTierPrices, tierPrices, updateTierPrices } from './tiers.ts';
import { BasePrice, Cost, PriceUpdateResult, SpecialPrice, StorageTierPrice } from './types.ts';

const access = acl('Magento_Catalog::catalog');
const groupService = 'catalogProductTierPriceManagementV1';
const baseService = 'catalogBasePriceStorageV1';
const costService = 'catalogCostStorageV1';
const specialService = 'catalogSpecialPriceStorageV1';
const tierService = 'catalogTierPriceStorageV1';
const skus = { skus: t.array(t.string) };
const results = t.array(PriceUpdateResult);

const getGroupTiers = route({
  method: 'GET',
  path: '/V1/products/:sku/group-prices/:customerGroupId/tiers',
  service: groupService,
  operation: 'getList',
  summary: 'List the tier prices of a product for a customer group.',
  access,
  openable: true,
  input: { sku: t.string, customerGroupId: t.string },
  output: t.array(TierPrice),
  handle: ({ sku, customerGroupId }, call) => groupTiers(call, sku, customerGroupId),
});

const postGroupTier = route({
  method: 'POST',
  path: '/V1/products/:sku/group-prices/:customerGroupId/tiers/:qty/price/:price',
  service: groupService,
  operation: 'add',
  summary: 'Add a tier price for a customer group to a product, or change it.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, customerGroupId: t.string, qty: t.number, price: t.number },
  output: t.boolean,
  async handle({ sku, customerGroupId, qty, price }, call) {
    await addGroupTier(call, sku, customerGroupId, qty, price);
    return true;
  },
});

const deleteGroupTier = route({
  method: 'DELETE',
  path: '/V1/products/:sku/group-prices/:customerGroupId/tiers/:qty',
  service: groupService,
  operation: 'remove',
  summary: 'Delete a tier price for a customer group of a product.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, customerGroupId: t.string, qty: t.number },
  output: t.boolean,
  async handle({ sku, customerGroupId, qty }, call) {
    await removeGroupTier(call, sku, customerGroupId, qty);
    return true;
  },
});

const postBasePrices = route({
  method: 'POST',
  path: '/V1/products/base-prices',
  service: baseService,
  operation: 'update',
  summary: 'Set the prices of products; answers the rows that were refused.',
  access,
  entity: several('prices.sku'),
  input: { prices: t.array(BasePrice) },
  output: results,
  handle: ({ prices }, call) => updateBasePrices(call, prices),
});

const postBasePricesInformation = route({
  method: 'POST',
  path: '/V1/products/base-prices-information',
  reads: true,
  service: baseService,
  operation: 'get',
  summary: 'List the prices of products.',
  access,
  entity: several('skus'),
  input: skus,
  output: t.array(BasePrice),
  handle: (input, call) => basePrices(call, input.skus),
});

const postCosts = route({
  method: 'POST',
  path: '/V1/products/cost',
  service: costService,
  operation: 'update',
  summary: 'Set the costs of products; answers the rows that were refused.',
  access,
  entity: several('prices.sku'),
  input: { prices: t.array(Cost) },
  output: results,
  handle: ({ prices }, call) => updateCosts(call, prices),
});

const postCostsInformation = route({
  method: 'POST',
  path: '/V1/products/cost-information',
  reads: true,
  service: costService,
  operation: 'get',
  summary: 'List the costs of products.',
  access,
  entity: several('skus'),
  input: skus,
  output: t.array(Cost),
  handle: (input, call) => costs(call, input.skus),
});

const postCostsDelete = route({
  method: 'POST',
  path: '/V1/products/cost-delete',
  service: costService,
  operation: 'delete',
  summary: 'Delete the costs of products.',
  access,
  entity: several('skus'),
  input: skus,
  output: t.boolean,
  async handle(input, call) {
    await deleteCosts(call, input.skus);
    return true;
  },
});

const postSpecialPrices = route({
  method: 'POST',
  path: '/V1/products/special-price',
  service: specialService,
  operation: 'update',
  summary: 'Set the special prices of products; answers the rows that were refused.',
  access,
  entity: several('prices.sku'),
  input: { prices: t.array(SpecialPrice) },
  output: results,
  handle: ({ prices }, call) => updateSpecialPrices(call, prices),
});

const postSpecialPricesInformation = route({
  method: 'POST',
  path: '/V1/products/special-price-information',
  reads: true,
  service: specialService,
  operation: 'get',
  summary: 'List the special prices of products.',
  access,
  entity: several('skus'),
  input: skus,
  output: t.array(SpecialPrice),
  handle: (input, call) => specialPrices(call, input.skus),
});

const postSpecialPricesDelete = route({
  method: 'POST',
  path: '/V1/products/special-price-delete',
  service: specialService,
  operation: 'delete',
  summary: 'Delete special prices of products; answers the rows that were refused.',
  access,
  entity: several('prices.sku'),
  input: { prices: t.array(SpecialPrice) },
  output: results,
  handle: ({ prices }, call) => deleteSpecialPrices(call, prices),
});

const postTierPrices = route({
  method: 'POST',
  path: '/V1/products/tier-prices',
  service: tierService,
  operation: 'update',
  summary: 'Add or change tier prices of products; answers the rows that were refused.',
  access,
  entity: several('prices.sku'),
  input: { prices: t.array(StorageTierPrice) },
  output: results,
  handle: ({ prices }, call) => updateTierPrices(call, prices),
});

const putTierPrices = route({
  method: 'PUT',
  path: '/V1/products/tier-prices',
  service: tierService,
  operation: 'replace',
  summary: 'Replace the tier prices of products; answers the rows that were refused.',
  access,
  entity: several('prices.sku'),
  input: { prices: t.array(StorageTierPrice) },
  output: results,
  handle: ({ prices }, call) => replaceTierPrices(call, prices),
});

const postTierPricesInformation = route({
  method: 'POST',
  path: '/V1/products/tier-prices-information',
  reads: true,
  service: tierService,
  operation: 'get',
  summary: 'List the tier prices of products.',
  access,
  entity: several('skus'),
  input: skus,
  output: t.array(StorageTierPrice),
  handle: (input, call) => tierPrices(call, input.skus),
});

const postTierPricesDelete = route({
  method: 'POST',
  path: '/V1/products/tier-prices-delete',
  service: tierService,
  operation: 'delete',
  summary: 'Delete tier prices of products; answers the rows that were refused.',
  access,
  entity: several('prices.sku'),
  input: { prices: t.array(StorageTierPrice) },
  output: results,
  handle: ({ prices }, call) => deleteTierPrices(call, prices),
});

const getRenderInfo = route({
  method: 'GET',
  path: '/V1/products-render-info',
  service: 'catalogProductRenderListV1',
  operation: 'getList',
  summary: 'List the data that pages of a store view show of products: prices, images, links and buttons.',
  access: anonymous,
  input: { searchCriteria: SearchCriteria, storeId: t.integer, currencyCode: t.string },
  output: ProductRenderSearchResults,
  handle: async ({ searchCriteria, storeId, currencyCode }, call) => ({
    items: await renderProducts(call, searchCriteria, storeId, currencyCode),
  }),
});

export const priceRoutes = [
  getGroupTiers,
  postGroupTier,
  deleteGroupTier,
  postBasePrices,
  postBasePricesInformation,
  postCosts,
  postCostsInformation,
  postCostsDelete,
  postSpecialPrices,
  postSpecialPricesInformation,
  postSpecialPricesDelete,
  postTierPrices,
  putTierPrices,
  postTierPricesInformation,
  postTierPricesDelete,
  getRenderInfo,
];
