import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  choice,
  numberFrom,
  setting,
  settings,
  shopSetting,
  text,
  yesOrNo,
  type SettingType,
} from '../../kernel/settings.ts';

const flag = (path: string, byDefault: boolean, description: string) =>
  setting(path, yesOrNo, byDefault, description, shopSetting);

/** How taxes are computed. */
export const taxCalculation = {
  algorithm: setting(
    'tax/calculation/algorithm',
    choice({
      UNIT_BASE_CALCULATION: 'UNIT_BASE_CALCULATION',
      ROW_BASE_CALCULATION: 'ROW_BASE_CALCULATION',
      TOTAL_BASE_CALCULATION: 'TOTAL_BASE_CALCULATION',
    }),
    'TOTAL_BASE_CALCULATION',
    'Amounts that taxes are rounded for: of a unit, of an item or of the whole cart',
    shopSetting,
  ),
  basedOn: setting(
    'tax/calculation/based_on',
    choice({ shipping: 'shipping', billing: 'billing', origin: 'origin' }),
    'shipping',
    'Address that decides on taxes: of the shipment, of the invoice or of the shop',
    shopSetting,
  ),
  pricesIncludeTax: flag('tax/calculation/price_includes_tax', false, 'Whether prices of products include tax'),
  shippingIncludesTax: flag('tax/calculation/shipping_includes_tax', false, 'Whether prices of shipping include tax'),
  appliesAfterDiscount: flag(
    'tax/calculation/apply_after_discount',
    true,
    'Whether taxes are computed after discounts',
  ),
  discountsIncludeTax: flag(
    'tax/calculation/discount_tax',
    false,
    'Whether discounts are computed from prices with tax',
  ),
  crossesBorders: flag(
    'tax/calculation/cross_border_trade_enabled',
    false,
    'Whether prices with tax are the same in all countries',
  ),
  shippingClass: setting(
    'tax/classes/shipping_tax_class',
    numberFrom(0),
    0,
    'ID of the tax class of shipping; 0: none',
    shopSetting,
  ),
  customerClass: setting(
    'tax/classes/default_customer_tax_class',
    numberFrom(0),
    3,
    'ID of the tax class of customers whose tax is included in prices; 0: that of the buyer',
    shopSetting,
  ),
};

const countryCode: SettingType<string> = {
  ...text,
  accepts: (stored) => /^[A-Z]{2}$/.test(stored),
  expected: 'a country code such as US',
};
/** Where taxes are due as long as the buyer's address is unknown. */
export const defaultTaxPlace = {
  country: setting('tax/defaults/country', countryCode, 'US', 'Country of buyers without an address', shopSetting),
  region: setting(
    'tax/defaults/region',
    numberFrom(0),
    0,
    'ID of the region of buyers without an address',
    shopSetting,
  ),
  postcode: setting('tax/defaults/postcode', text, '', 'Postcode of buyers without an address', shopSetting),
};

const display = choice({ withoutTax: '1', withTax: '2', both: '3' });
const displaySetting = (path: string, amounts: string) =>
  setting(path, display, 'withoutTax', `Whether ${amounts} are shown without tax, with tax, or both`, shopSetting);
/** Display of prices: of products, in carts and in orders. */
export const taxDisplay = {
  prices: displaySetting('tax/display/type', 'prices of products'),
  cart: {
    prices: displaySetting('tax/cart_display/price', 'prices in carts'),
    subtotal: displaySetting('tax/cart_display/subtotal', 'subtotals of carts'),
    shipping: displaySetting('tax/cart_display/shipping', 'prices of shipping in carts'),
    giftWrapping: displaySetting('tax/cart_display/gift_wrapping', 'prices of gift wrapping in carts'),
    printedCard: displaySetting('tax/cart_display/printed_card', 'prices of printed cards in carts'),
    grandTotal: flag('tax/cart_display/grandtotal', false, 'Whether carts show the grand total with and without tax'),
    eachTax: flag('tax/cart_display/full_summary', false, 'Whether carts list each tax'),
    zeroTax: flag('tax/cart_display/zero_tax', false, 'Whether carts show a tax of 0'),
  },
  shipping: displaySetting('tax/display/shipping', 'prices of shipping methods'),
  orders: {
    prices: displaySetting('tax/sales_display/price', 'prices in orders'),
    subtotal: displaySetting('tax/sales_display/subtotal', 'subtotals of orders'),
    shipping: displaySetting('tax/sales_display/shipping', 'prices of shipping in orders'),
    grandTotal: flag('tax/sales_display/grandtotal', false, 'Whether orders show the grand total with and without tax'),
    eachTax: flag('tax/sales_display/full_summary', false, 'Whether orders list each tax'),
    zeroTax: flag('tax/sales_display/zero_tax', false, 'Whether orders show a tax of 0'),
    giftWrapping: displaySetting('tax/sales_display/gift_wrapping', 'prices of gift wrapping in orders'),
    printedCard: displaySetting('tax/sales_display/printed_card', 'prices of printed cards in orders'),
  },
};

/** Names of the interface for the ways to show fixed taxes. */
const fixedDisplay = choice({
  INCLUDE_FPT_WITHOUT_DETAILS: '0',
  INCLUDE_FPT_WITH_DETAILS: '1',
  EXCLUDE_FPT_AND_INCLUDE_WITH_DETAILS: '2',
  EXCLUDE_FPT_WITHOUT_DETAILS: '3',
});
const fixedShown = (path: string, places: string) =>
  setting(path, fixedDisplay, 'INCLUDE_FPT_WITH_DETAILS', `How ${places} show prices with fixed taxes`, shopSetting);
/** Fixed taxes on products, such as for the recycling of devices. */
export const fixedTaxes = {
  enabled: flag('tax/weee/enable', false, 'Whether the shop has fixed taxes on products'),
  inLists: fixedShown('tax/weee/display_list', 'lists of products'),
  onPages: fixedShown('tax/weee/display', 'product pages'),
  inOrders: fixedShown('tax/weee/display_sales', 'carts and orders'),
  inMails: fixedShown('tax/weee/display_email', 'emails'),
  isTaxed: flag('tax/weee/apply_vat', false, 'Whether taxes are due on fixed taxes'),
  isInSubtotal: flag('tax/weee/include_in_subtotal', false, 'Whether subtotals include fixed taxes'),
};

/** Configuration of taxes, by path. */
export const taxConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'tax/calculation/apply_tax_on': '0',
    'tax/cart_display/discount': '1',
    'tax/classes/default_product_tax_class': '2',
    'tax/notification/info_url':
      'https://experienceleague.adobe.com/docs/commerce-admin/stores-sales/site-store/taxes/taxes.html#warning-messages',
    'tax/sales_display/discount': '1',
  }),
  ...settings([
    ...Object.values(taxCalculation),
    ...Object.values(defaultTaxPlace),
    taxDisplay.prices,
    taxDisplay.shipping,
    ...Object.values(taxDisplay.cart),
    ...Object.values(taxDisplay.orders),
    ...Object.values(fixedTaxes),
  ]),
};
