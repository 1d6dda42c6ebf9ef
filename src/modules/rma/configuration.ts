import { changeableBy, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

export const returnConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  // Whether a store takes returns, and those of products that do not say whether they may be returned.
  'sales/magento_rma/enabled': { shipped: '1', takes: flag },
  'sales/magento_rma/enabled_on_product': { shipped: '1', takes: flag },
  // Where returned parcels go, unless that is where the shop sends from.
  'sales/magento_rma/use_store_address': { shipped: '1', takes: flag },
  'sales/magento_rma/store_name': null,
  'sales/magento_rma/address': null,
  'sales/magento_rma/address1': null,
  'sales/magento_rma/city': null,
  'sales/magento_rma/region_id': null,
  'sales/magento_rma/zip': null,
  'sales/magento_rma/country_id': null,
  'sales_email/magento_rma/enabled': { shipped: '1', takes: flag },
  'sales_email/magento_rma_auth/enabled': { shipped: '1', takes: flag },
  'sales_email/magento_rma_comment/enabled': { shipped: '1', takes: flag },
  'shipping/origin/city': null,
  'shipping/origin/street_line1': null,
  'shipping/origin/street_line2': null,
});
