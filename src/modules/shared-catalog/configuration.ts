import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { setting, settings, yesOrNo } from '../../kernel/settings.ts';

/** Whether customers see the products and categories of their shared catalog alone. */
export const catalogsAreOn = setting(
  'btob/website_configuration/sharedcatalog_active',
  yesOrNo,
  false,
  'Whether customers see the products and categories of their shared catalog alone',
  { scope: 'websites', changeableBy: [SHOP_SETTINGS] },
);

/** Configuration of shared catalogs, by path. */
export const sharedCatalogConfiguration = settings([catalogsAreOn]);
