import { acl, route, t } from '@souk/kit';
import { feesOf } from './tables.ts';

/** `GET /rest/V1/vendor/name/fees/:sku` */
export const getFee = route({
  method: 'GET',
  path: '/V1/vendor/name/fees/:sku',
  service: 'vendorNameFeesV1',
  operation: 'get',
  summary: 'Reads the handling fee of a product.',
  access: acl('Magento_Catalog::products'),
  input: { sku: t.string },
  output: t.number,
  async handle({ sku }, call) {
    // Throws 404 for a product that does not exist.
    const { id } = await call.services.catalog.requireProduct(call, sku, 0);
    return (await feesOf(call, [id])).get(id) ?? 0;
  },
});
