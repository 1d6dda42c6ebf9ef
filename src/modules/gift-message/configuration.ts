import { setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const giftMessages = {
  onItems: setting(
    'sales/gift_options/allow_items',
    yesOrNo,
    undefined,
    'Whether items may have a gift message, where the product does not say',
    shopSetting,
  ),
  onOrders: setting(
    'sales/gift_options/allow_order',
    yesOrNo,
    undefined,
    'Whether orders may have a gift message',
    shopSetting,
  ),
};

export const giftMessageConfiguration = settings(Object.values(giftMessages));
