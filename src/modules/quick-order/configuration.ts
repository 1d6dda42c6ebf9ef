import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { setting, settings, yesOrNo } from '../../kernel/settings.ts';

export const hasQuickOrder = setting(
  'btob/website_configuration/quickorder_active',
  yesOrNo,
  false,
  'Whether storefronts offer a form that adds products to the cart by SKU',
  { scope: 'websites', changeableBy: [SHOP_SETTINGS] },
);

/** Configuration of quick orders, by path. */
export const quickOrderConfiguration = settings([hasQuickOrder]);
