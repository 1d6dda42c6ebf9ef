import type { Call } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { entity } from '../../kernel/entity.ts';
import { wantedIn } from '../../kernel/fields-filter.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { catalogErrors } from './errors.ts';
import { deleteProduct } from './saving/delete.ts';
import { loadAdded } from './products/extending.ts';
import { metadataVersion } from './listing/cached-items.ts';
import { listProducts } from './listing/list.ts';
import { findBySku, findBySkus, findVersion, foldSku } from './products/load.ts';
import { presentProduct, wishesShown } from './products/present.ts';
import { listProductTypes } from './products/product-types.ts';
import { saveProduct, standsAlone } from './saving/save.ts';
import { selectionOf } from './products/selection.ts';
import { Product, ProductSearchResults, ProductType, ProductWebsiteLink } from './products/types.ts';
import { linkWebsite, unlinkWebsite } from './saving/websites.ts';

const service = 'catalogProductRepositoryV1';
const access = acl('Magento_Catalog::products');

/** For each SKU, whether there is a product with it, or an earlier SKU of the list is the same. */
async function knownSkus(call: Call, skus: readonly string[]): Promise<boolean[]> {
  const known = new Set((await findBySkus(call, skus, 0)).keys());
  return skus.map((sku) => {
    const folded = foldSku(sku);
    const isKnown = known.has(folded);
    known.add(folded);
    return isKnown;
  });
}

const postProduct = route({
  method: 'POST',
  path: '/V1/products',
  service,
  operation: 'save',
  summary: 'Create a product, or change the one with its SKU.',
  access,
  imports: { kind: 'products', argument: 'product', key: 'sku', known: knownSkus },
  entity: entity('product', 'product.sku'),
  input: { product: Product, saveOptions: t.optional(t.boolean) },
  partial: '`saveOptions` changes nothing: options that are sent are saved',
  output: Product,
  concurrent: ({ product }) => standsAlone(product),
  async handle({ product }, call) {
    const answer = presentProduct(call, await saveProduct(call, product));
    // Responses to POST have links and tier prices only if there are some; an empty list of links is repeated.
    if (answer.product_links?.length === 0 && !product.product_links) delete answer.product_links;
    if (answer.tier_prices?.length === 0) delete answer.tier_prices;
    return answer;
  },
});

const putProduct = route({
  method: 'PUT',
  path: '/V1/products/:sku',
  service,
  operation: 'save',
  summary: 'Change the product with a SKU, or create it.',
  access,
  entity: entity('product', 'product.sku'),
  input: { product: Product, saveOptions: t.optional(t.boolean) },
  overrides: { sku: t.string },
  partial: '`saveOptions` changes nothing: options that are sent are saved',
  output: Product,
  concurrent: ({ product }) => standsAlone(product),
  handle: async ({ product }, call) => presentProduct(call, await saveProduct(call, product)),
});

export const getProduct = route({
  method: 'GET',
  path: '/V1/products/:sku',
  service,
  operation: 'get',
  summary: 'Show the product with a SKU.',
  access,
  openable: true,
  input: {
    sku: t.string,
    editMode: t.optional(t.boolean),
    storeId: t.optional(t.integer),
    forceReload: t.optional(t.boolean),
  },
  partial: '`editMode` and `forceReload` change nothing: an answer is never stale',
  output: Product,
  async version({ sku, storeId }, call) {
    const found = await findVersion(call, sku);
    if (!found) return undefined;
    return `${found.id}-${found.version}-${storeId ?? call.scope.storeId}-${metadataVersion(call)}`;
  },
  async handle({ sku, storeId }, call, requestedFields) {
    const viewId = storeId ?? call.scope.storeId;
    if (!call.services.store.view(viewId)) throw catalogErrors.storeNotFound();
    const selection = selectionOf(call, wishesShown(call, requestedFields, { inList: false }));
    const product = await findBySku(call, sku, viewId, selection);
    if (!product) throw catalogErrors.productNotFound();
    const loaded = firstOf(await loadAdded(call, [product], selection));
    return presentProduct(call, loaded, requestedFields);
  },
});

const deleteProductBySku = route({
  method: 'DELETE',
  path: '/V1/products/:sku',
  service,
  operation: 'deleteById',
  summary: 'Delete the product with a SKU and everything that belongs to it.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string },
  output: t.boolean,
  async handle({ sku }, call) {
    await deleteProduct(call, sku);
    return true;
  },
});

export const getProducts = route({
  method: 'GET',
  path: '/V1/products',
  service,
  operation: 'getList',
  summary: 'List products.',
  access,
  openable: true,
  input: { searchCriteria: SearchCriteria },
  output: ProductSearchResults,
  async handle({ searchCriteria }, call, requestedFields) {
    return await answerList(
      await listProducts(call, searchCriteria, wantedIn(requestedFields, 'items')),
      requestedFields,
    );
  },
});

const getProductTypes = route({
  method: 'GET',
  path: '/V1/products/types',
  service: 'catalogProductTypeListV1',
  operation: 'getProductTypes',
  summary: 'List the types that a product can be of.',
  access,
  openable: true,
  input: {},
  output: t.array(ProductType),
  handle: (_, call) => listProductTypes(call),
});

const websiteService = 'catalogProductWebsiteLinkRepositoryV1';
const websiteLink = { input: { productWebsiteLink: ProductWebsiteLink }, overrides: { sku: t.string } };

const postProductWebsite = route({
  method: 'POST',
  path: '/V1/products/:sku/websites',
  service: websiteService,
  operation: 'save',
  summary: 'Put a product on a website.',
  access,
  entity: entity('product', 'productWebsiteLink.sku'),
  ...websiteLink,
  output: t.boolean,
  async handle({ productWebsiteLink }, call) {
    await linkWebsite(call, productWebsiteLink);
    return true;
  },
});

const putProductWebsite = route({
  ...postProductWebsite,
  method: 'PUT',
});

const deleteProductWebsite = route({
  method: 'DELETE',
  path: '/V1/products/:sku/websites/:websiteId',
  service: websiteService,
  operation: 'deleteById',
  summary: 'Take a product off a website.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, websiteId: t.integer },
  output: t.boolean,
  async handle({ sku, websiteId }, call) {
    await unlinkWebsite(call, sku, websiteId);
    return true;
  },
});

export const productRoutes = [
  postProduct,
  putProduct,
  getProduct,
  deleteProductBySku,
  getProducts,
  getProductTypes,
  postProductWebsite,
  putProductWebsite,
  deleteProductWebsite,
];
