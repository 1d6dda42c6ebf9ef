import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { decimal } from '../../kernel/money.ts';
import { choice, filled, setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';
import { baseAmount, carrierSettings, settingsOfCarrier } from '../quote/configuration.ts';

/** Settings of individual carriers, in addition to the common ones. */
export const flatrateType = setting(
  'carriers/flatrate/type',
  choice({ perOrder: 'O', perItem: 'I', free: '' }),
  'perItem',
  'Whether the price of Flat Rate is for an order or for a unit; empty: shipping is free',
  shopSetting,
);
export const freeShippingSubtotal = setting(
  'carriers/freeshipping/free_shipping_subtotal',
  baseAmount,
  decimal(0),
  'Order value after discounts from which Free Shipping is offered, in the base currency',
  shopSetting,
);
/** The conditions of table rates, by their names in settings. */
export const tableConditions = {
  package_weight: 'package_weight',
  package_value: 'package_value',
  package_value_with_discount: 'package_value_with_discount',
  package_qty: 'package_qty',
} as const;
export const tableRates = {
  condition: setting(
    'carriers/tablerate/condition_name',
    choice(tableConditions),
    'package_weight',
    'Whether table rates depend on the weight, the value or the number of units of an order',
    shopSetting,
  ),
  includesVirtual: setting(
    'carriers/tablerate/include_virtual_price',
    filled(yesOrNo),
    true,
    'Whether products that are not shipped count for the value of an order',
    shopSetting,
  ),
};

/** Configuration of the carriers with prices set by the shop, by path. */
export const offlineShippingConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'carriers/flatrate/condition_name': null,
    'carriers/flatrate/free_shipping_enable': null,
    'carriers/flatrate/free_shipping_subtotal': null,
    'carriers/flatrate/handling_action': null,
    'carriers/flatrate/include_virtual_price': null,
    'carriers/flatrate/sort_order': null,
    'carriers/flatrate/tax_including': null,
    'carriers/freeshipping/condition_name': null,
    'carriers/freeshipping/cutoff_cost': '50',
    'carriers/freeshipping/free_shipping_enable': null,
    'carriers/freeshipping/handling_action': null,
    'carriers/freeshipping/handling_fee': null,
    'carriers/freeshipping/handling_type': null,
    'carriers/freeshipping/include_virtual_price': null,
    'carriers/freeshipping/price': null,
    'carriers/freeshipping/sort_order': null,
    'carriers/freeshipping/tax_including': null,
    'carriers/freeshipping/type': null,
    'carriers/tablerate/free_shipping_enable': null,
    'carriers/tablerate/free_shipping_subtotal': null,
    'carriers/tablerate/handling_action': null,
    'carriers/tablerate/price': null,
    'carriers/tablerate/sort_order': null,
    'carriers/tablerate/tax_including': null,
    'carriers/tablerate/type': null,
  }),
  'carriers/flatrate/model': 'Magento\\OfflineShipping\\Model\\Carrier\\Flatrate',
  'carriers/freeshipping/model': 'Magento\\OfflineShipping\\Model\\Carrier\\Freeshipping',
  'carriers/tablerate/model': 'Magento\\OfflineShipping\\Model\\Carrier\\Tablerate',
  ...settings([
    ...settingsOfCarrier('flatrate', { title: 'Flat Rate', methodTitle: 'Fixed', isActive: true }),
    carrierSettings.price.of('flatrate', decimal(5)),
    carrierSettings.handlingFee.of('flatrate'),
    carrierSettings.handlingType.of('flatrate'),
    flatrateType,
    ...settingsOfCarrier('freeshipping', { title: 'Free Shipping', methodTitle: 'Free' }),
    freeShippingSubtotal,
    ...settingsOfCarrier('tablerate', { title: 'Best Way', methodTitle: 'Table Rate' }),
    carrierSettings.handlingFee.of('tablerate'),
    carrierSettings.handlingType.of('tablerate'),
    ...Object.values(tableRates),
  ]),
};
