import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

export const giftMessageConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  'sales/gift_options/allow_items': null,
  'sales/gift_options/allow_order': null,
});
