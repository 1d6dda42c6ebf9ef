import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { setting, settings, yesOrNo } from '../../kernel/settings.ts';

/** Whether the companies of a website may order by purchase orders. */
export const purchaseOrdersAreOn = setting(
  'btob/website_configuration/purchaseorder_enabled',
  yesOrNo,
  false,
  'Whether companies that have purchase orders enabled may use them',
  { scope: 'websites', changeableBy: [SHOP_SETTINGS] },
);

export const purchaseOrderConfiguration = settings([purchaseOrdersAreOn]);
