import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { setting, settings, yesOrNo } from '../../kernel/settings.ts';

const shop = { changeableBy: [SHOP_SETTINGS] };

export const giftMessages = {
  onItems: setting(
    'sales/gift_options/allow_items',
    yesOrNo,
    undefined,
    'Whether items may have a gift message, where the product does not say',
    shop,
  ),
  onOrders: setting(
    'sales/gift_options/allow_order',
    yesOrNo,
    undefined,
    'Whether orders may have a gift message',
    shop,
  ),
};

export const giftMessageConfiguration = settings(Object.values(giftMessages));
