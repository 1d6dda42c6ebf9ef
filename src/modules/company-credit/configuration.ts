import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { settings } from '../../kernel/settings.ts';
import { settingsOfMethod } from '../payment/configuration.ts';

/** Code of the payment method. */
export const CODE = 'companycredit';

/** Configuration of the payment method, by path. */
export const companyCreditConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, { 'payment/companycredit/group': 'offline' }),
  'payment/companycredit/model': 'Magento\\CompanyCredit\\Model\\CompanyCreditPaymentProvider',
  ...settings(settingsOfMethod(CODE, { title: 'Payment on Account', sortOrder: 50 })),
};
