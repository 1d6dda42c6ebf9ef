import { installationSetting, setting, settings, yesOrNo } from '../../kernel/settings.ts';

/** Whether the storefront's address has the queries of the service too. */
export const isShared = setting(
  'souk/catalog_service/on_graphql',
  yesOrNo,
  false,
  'Whether /graphql also has the queries of the catalogue service, in place of its own products and categories',
  installationSetting,
);
/** Whether a header may name the customer group whose prices are returned. */
export const trustsGroupHeader = setting(
  'souk/catalog_service/trust_customer_group',
  yesOrNo,
  false,
  'Whether the catalogue service returns the prices of the group in the header Magento-Customer-Group to anybody who sends it',
);

/** Configuration of the catalogue service. */
export const catalogServiceConfiguration = settings([isShared, trustsGroupHeader]);
