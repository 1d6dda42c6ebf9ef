import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

/** Whether the companies of a website may order by purchase orders. */
export const purchaseOrdersAreOn = setting(
  'btob/website_configuration/purchaseorder_enabled',
  yesOrNo,
  false,
  'Whether companies that have purchase orders enabled may use them',
  { scope: 'websites', changeableBy: [SHOP_SETTINGS] },
);

/** Whether approvers and buyers get emails about purchase orders. */
export const sendsPurchaseOrderMail = setting(
  'sales_email/purchase_order_notification/enabled',
  yesOrNo,
  true,
  'Whether approvers and buyers get emails about purchase orders',
  shopSetting,
);

export const purchaseOrderConfiguration = settings([purchaseOrdersAreOn, sendsPurchaseOrderMail]);
