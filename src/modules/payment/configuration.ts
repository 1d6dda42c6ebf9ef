import { type DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  choice,
  decimalFrom,
  filledText,
  settingFamily,
  settings,
  shopSetting,
  text,
  yesOrNo,
  type Setting,
} from '../../kernel/settings.ts';
import { countryList } from '../directory/configuration.ts';

/** The settings that each payment method has, by its code. */
export const methodSettings = {
  isActive: settingFamily('payment/*/active', yesOrNo, false, 'Whether buyers may pay with the method', shopSetting),
  title: settingFamily('payment/*/title', text, undefined, 'Title of the payment method', shopSetting),
  isLimited: settingFamily(
    'payment/*/allowspecific',
    yesOrNo,
    false,
    'Whether the method is for buyers of some countries only',
    shopSetting,
  ),
  countries: settingFamily(
    'payment/*/specificcountry',
    countryList,
    undefined,
    'Countries whose buyers may pay with the method, where it is for some only',
    shopSetting,
  ),
  least: settingFamily(
    'payment/*/min_order_total',
    decimalFrom(0),
    undefined,
    'Smallest order total of the method; empty or 0: no limit',
    shopSetting,
  ),
  most: settingFamily(
    'payment/*/max_order_total',
    decimalFrom(0),
    undefined,
    'Largest order total of the method; empty or 0: no limit',
    shopSetting,
  ),
  sortOrder: settingFamily(
    'payment/*/sort_order',
    decimalFrom(),
    undefined,
    'Place of the method among the others, lowest first',
    shopSetting,
  ),
  orderStatus: settingFamily('payment/*/order_status', filledText, 'pending', 'Status of new orders', shopSetting),
  action: settingFamily(
    'payment/*/payment_action',
    choice({ authorize: 'authorize', capture: 'authorize_capture' }),
    'authorize',
    'Whether an order only reserves the money of the buyer, or takes it',
    shopSetting,
  ),
};

/** The declarations of the settings that each method has, with the defaults of one method. */
export function settingsOfMethod(
  code: string,
  own: { title: string; isActive?: boolean; sortOrder?: number; orderStatus?: string },
): Setting<unknown>[] {
  const { isActive, title, isLimited, countries, least, most, sortOrder, orderStatus } = methodSettings;
  return [
    isActive.of(code, own.isActive),
    title.of(code, own.title),
    isLimited.of(code),
    countries.of(code),
    least.of(code),
    most.of(code),
    sortOrder.of(code, own.sortOrder),
    orderStatus.of(code, own.orderStatus),
  ];
}

/** Configuration of the payment method `substitution`, by path. */
export const paymentConfiguration: DeclaredConfiguration = {
  'payment/substitution/model': 'Magento\\Payment\\Model\\Method\\Substitution',
  ...settings([methodSettings.isActive.of('substitution'), methodSettings.isLimited.of('substitution')]),
};
