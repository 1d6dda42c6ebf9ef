import { setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

/** Whether alerts are sent, by kind; customers can subscribe in any case. */
export const alertSettings = {
  price: setting('catalog/productalert/allow_price', yesOrNo, false, 'Whether price alerts are sent', shopSetting),
  stock: setting('catalog/productalert/allow_stock', yesOrNo, false, 'Whether stock alerts are sent', shopSetting),
};

/** Configuration of product alerts, by path. */
export const productAlertConfiguration = settings(Object.values(alertSettings));
