import { decimalFrom, numberFrom, setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const giftOptions = {
  wrapsOrders: setting(
    'sales/gift_options/wrapping_allow_order',
    yesOrNo,
    true,
    'Whether buyers may have an order wrapped',
    shopSetting,
  ),
  wrapsItems: setting(
    'sales/gift_options/wrapping_allow_items',
    yesOrNo,
    true,
    'Whether buyers may have items wrapped, where the product does not say',
    shopSetting,
  ),
  hasReceipt: setting(
    'sales/gift_options/allow_gift_receipt',
    yesOrNo,
    true,
    'Whether buyers may ask for a receipt without prices',
    shopSetting,
  ),
  hasCard: setting(
    'sales/gift_options/allow_printed_card',
    yesOrNo,
    true,
    'Whether buyers may add a printed card to an order',
    shopSetting,
  ),
  cardPrice: setting(
    'sales/gift_options/printed_card_price',
    decimalFrom(0),
    undefined,
    'Price of a printed card, in the base currency; empty: it is free',
    shopSetting,
  ),
  taxClass: setting(
    'tax/classes/wrapping_tax_class',
    numberFrom(0),
    0,
    'ID of the tax class of gift wrapping',
    shopSetting,
  ),
};

export const giftWrappingConfiguration = settings(Object.values(giftOptions));
