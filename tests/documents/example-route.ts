import { acl, route } from '../../src/kernel/route.ts';
import * as t from '../../src/kernel/types.ts';
import { Product } from '../../src/modules/catalog/products/types.ts';

export const getProduct = route({
  method: 'GET',
  path: '/V1/products/:sku',
  service: 'catalogProductRepositoryV1',
  operation: 'get',
  summary: 'Reads a product by its SKU.',
  access: acl('Magento_Catalog::products'),
  input: { sku: t.string, storeId: t.optional(t.integer) },
  output: Product,
  async handle({ sku, storeId }, call) {
    const { catalog } = call.services;
    const product = await catalog.requireProduct(call, sku, storeId ?? call.scope.storeId);
    const [loaded] = await catalog.loadAdded(call, [product], { fields: ['options'] });
    return catalog.present(call, loaded!);
  },
});
