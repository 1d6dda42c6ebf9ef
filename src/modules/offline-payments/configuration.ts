import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { setting, settingFamily, settings, text } from '../../kernel/settings.ts';
import { methodSettings, settingsOfMethod } from '../payment/configuration.ts';

const instructions = settingFamily('payment/*/instructions', text, undefined, 'How buyers pay; orders show it');

/** Texts that orders show with their payment method. */
export const paymentTexts = {
  banktransfer: instructions.of('banktransfer'),
  cashondelivery: instructions.of('cashondelivery'),
  payableTo: setting('payment/checkmo/payable_to', text, undefined, 'Payee of cheques'),
  mailingAddress: setting('payment/checkmo/mailing_address', text, undefined, 'Address that cheques are sent to'),
};

/** Configuration of the payment methods that are settled by hand, by path. */
export const offlinePaymentsConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'payment/banktransfer/group': 'offline',
    'payment/cashondelivery/group': 'offline',
    'payment/checkmo/group': 'offline',
    'payment/free/group': 'offline',
    'payment/purchaseorder/group': 'offline',
  }),
  'payment/banktransfer/mailing_address': null,
  'payment/banktransfer/model': 'Magento\\OfflinePayments\\Model\\Banktransfer',
  'payment/banktransfer/payable_to': null,
  'payment/cashondelivery/mailing_address': null,
  'payment/cashondelivery/model': 'Magento\\OfflinePayments\\Model\\Cashondelivery',
  'payment/cashondelivery/payable_to': null,
  'payment/checkmo/instructions': null,
  'payment/checkmo/model': 'Magento\\OfflinePayments\\Model\\Checkmo',
  'payment/free/instructions': null,
  'payment/free/mailing_address': null,
  'payment/free/model': 'Magento\\Payment\\Model\\Method\\Free',
  'payment/free/payable_to': null,
  'payment/purchaseorder/instructions': null,
  'payment/purchaseorder/mailing_address': null,
  'payment/purchaseorder/model': 'Magento\\OfflinePayments\\Model\\Purchaseorder',
  'payment/purchaseorder/payable_to': null,
  ...settings([
    ...settingsOfMethod('banktransfer', { title: 'Bank Transfer Payment' }),
    ...settingsOfMethod('cashondelivery', { title: 'Cash On Delivery' }),
    ...settingsOfMethod('checkmo', { title: 'Check / Money order', isActive: true }),
    ...settingsOfMethod('free', { title: 'No Payment Information Required', isActive: true, sortOrder: 1 }),
    methodSettings.action.of('free', 'capture'),
    ...settingsOfMethod('purchaseorder', { title: 'Purchase Order' }),
    ...Object.values(paymentTexts),
  ]),
};
