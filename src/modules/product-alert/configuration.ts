import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { setting, settings, yesOrNo } from '../../kernel/settings.ts';

const shop = { changeableBy: [SHOP_SETTINGS] };

/** Whether alerts are sent, by kind; customers can subscribe in any case. */
export const alertSettings = {
  price: setting('catalog/productalert/allow_price', yesOrNo, false, 'Whether price alerts are sent', shop),
  stock: setting('catalog/productalert/allow_stock', yesOrNo, false, 'Whether stock alerts are sent', shop),
};

/** Configuration of product alerts, by path. */
export const productAlertConfiguration = settings(Object.values(alertSettings));
