import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { decimal, type Decimal } from '../../kernel/money.ts';
import {
  choice,
  days,
  filled,
  filledText,
  setting,
  settingFamily,
  settings,
  shopSetting,
  text,
  yesOrNo,
  type Setting,
  type SettingType,
} from '../../kernel/settings.ts';
import { countryCode, countryList } from '../directory/configuration.ts';

/** An amount in the base currency, written with two decimals; an empty text is 0. */
export const baseAmount: SettingType<Decimal> = {
  read: (stored) => (Number.isFinite(Number(stored)) ? decimal(Number(stored)) : undefined),
  write: (value) => value.toFixed(2),
  expected: 'an amount',
};

export const cartLifetime = setting(
  'checkout/cart/delete_quote_after',
  days(0),
  30,
  'How long a cart is stored that nobody changes; 0: for ever',
  shopSetting,
);
export const countsUnits = setting(
  'checkout/cart_link/use_qty',
  filled(yesOrNo),
  true,
  'Whether the number beside the link to the cart counts units, not items',
  shopSetting,
);
export const allowsGuestCheckout = setting(
  'checkout/options/guest_checkout',
  yesOrNo,
  true,
  'Whether buyers may order without an account',
  shopSetting,
);

/** The smallest amount of an order. */
export const minimumOrder = {
  isActive: setting('sales/minimum_order/active', yesOrNo, false, 'Whether orders have a minimum amount', shopSetting),
  amount: setting(
    'sales/minimum_order/amount',
    baseAmount,
    decimal(0),
    'Minimum amount of orders, in the base currency',
    shopSetting,
  ),
  includesDiscount: setting(
    'sales/minimum_order/include_discount_amount',
    yesOrNo,
    true,
    'Whether the minimum amount holds for the subtotal after discounts',
    shopSetting,
  ),
  includesTax: setting(
    'sales/minimum_order/tax_including',
    yesOrNo,
    true,
    'Whether the minimum amount holds for the subtotal with tax',
    shopSetting,
  ),
  message: setting(
    'sales/minimum_order/description',
    filledText,
    undefined,
    'Message for buyers whose order is below the minimum amount',
    shopSetting,
  ),
};

/** The place that the shop ships from. */
export const shippingOrigin = {
  country: setting('shipping/origin/country_id', countryCode, 'US', 'Country that the shop ships from', shopSetting),
  region: setting(
    'shipping/origin/region_id',
    text,
    '12',
    'Region that the shop ships from: its ID, or its name',
    shopSetting,
  ),
  postcode: setting('shipping/origin/postcode', text, '90034', 'Postcode that the shop ships from', shopSetting),
};

/** The settings that each carrier has, by its code. */
export const carrierSettings = {
  isActive: settingFamily('carriers/*/active', yesOrNo, false, 'Whether the shop ships with the carrier', shopSetting),
  title: settingFamily('carriers/*/title', text, undefined, 'Title of the carrier', shopSetting),
  methodTitle: settingFamily('carriers/*/name', text, '', 'Title of its shipping method', shopSetting),
  isLimited: settingFamily(
    'carriers/*/sallowspecific',
    yesOrNo,
    false,
    'Whether the carrier serves some countries only',
    shopSetting,
  ),
  countries: settingFamily(
    'carriers/*/specificcountry',
    countryList,
    [],
    'Countries that the carrier serves, where it serves some only',
    shopSetting,
  ),
  showsUnavailable: settingFamily(
    'carriers/*/showmethod',
    yesOrNo,
    false,
    'Whether buyers see the carrier where it does not serve them',
    shopSetting,
  ),
  unavailableMessage: settingFamily(
    'carriers/*/specificerrmsg',
    filledText,
    'This shipping method is not available. To use this shipping method, please contact us.',
    'Message for buyers whom the carrier does not serve',
    shopSetting,
  ),
  price: settingFamily(
    'carriers/*/price',
    baseAmount,
    decimal(0),
    'Price of shipping, in the base currency',
    shopSetting,
  ),
  handlingFee: settingFamily(
    'carriers/*/handling_fee',
    baseAmount,
    decimal(0),
    'Fee for handling: an amount in the base currency, or a percentage of the price',
    shopSetting,
  ),
  handlingType: settingFamily(
    'carriers/*/handling_type',
    choice({ fixed: 'F', percent: 'P' }),
    'fixed',
    'Whether the fee for handling is an amount or a percentage of the price',
    shopSetting,
  ),
};

/** The declarations of the settings that each carrier has, with the defaults of one carrier. */
export function settingsOfCarrier(
  code: string,
  own: { title: string; methodTitle: string; isActive?: boolean },
): Setting<unknown>[] {
  const { isActive, title, methodTitle, isLimited, countries, showsUnavailable, unavailableMessage } = carrierSettings;
  return [
    isActive.of(code, own.isActive),
    title.of(code, own.title),
    methodTitle.of(code, own.methodTitle),
    isLimited.of(code),
    countries.of(code),
    showsUnavailable.of(code),
    unavailableMessage.of(code),
  ];
}

export const quoteConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'sales/minimum_order/error_message': null,
    'sales/minimum_order/multi_address': null,
    'sales/totals_sort/discount': '20',
    'sales/totals_sort/grand_total': '100',
    'sales/totals_sort/shipping': '30',
    'sales/totals_sort/subtotal': '10',
    'sales/totals_sort/tax': '40',
    'sales/totals_sort/weee': '35',
    'sales/totals_sort/weee_tax': '35',
    'shipping/shipping_policy/enable_shipping_policy': '0',
  }),
  ...settings([
    cartLifetime,
    countsUnits,
    allowsGuestCheckout,
    ...Object.values(minimumOrder),
    ...Object.values(shippingOrigin),
  ]),
};
