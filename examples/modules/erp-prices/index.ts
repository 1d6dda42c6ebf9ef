import { acl, entity, module, platformErrors, route, t, type ModuleManifest } from '@souk/kit';

/**
 * `POST /V1/acme/erp/prices`: the price of a product by the number that the ERP has for it. A route that writes has its asynchronous and
 * bulk forms at once: `/async/V1/acme/erp/prices`, `/async/bulk/V1/acme/erp/prices`.
 */
const setPrice = route({
  method: 'POST',
  path: '/V1/acme/erp/prices',
  service: 'acmeErpPricesPriceV1',
  operation: 'set',
  summary: 'Sets the price of a product by its number in the ERP.',
  access: acl('Magento_Catalog::products'),
  entity: entity('product', 'number'),
  input: { number: t.string, price: t.number },
  output: t.string,
  async handle({ number, price }, call) {
    if (price < 0) throw platformErrors.invalidValue({ fieldName: 'price', value: price });
    const { sku } = await call.services.catalog.requireProduct(call, skuOf(number), 0);
    await call.transaction((inside) => inside.services.catalog.saveProduct(inside, { sku, price }));
    return sku;
  },
});

/** The SKU of an ERP number: the numbers are SKUs with leading zeros. */
function skuOf(number: string): string {
  return number.replace(/^0+/, '');
}

/** Routes in the form that an ERP sends its data. */
export const erpPrices = (): ModuleManifest =>
  module({ name: 'Acme_ErpPrices', version: '1.0.0', compatible: '^0.2', needs: ['catalog'], routes: [setPrice] });

// oxlint-disable-next-line import/no-default-export -- SOUK_MODULES takes the default export of a package
export default erpPrices;
