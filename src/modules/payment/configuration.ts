import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Configuration of the payment method `substitution`, by path. */
export const paymentConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'payment/substitution/active': '0',
    'payment/substitution/allowspecific': '0',
  }),
  'payment/substitution/model': 'Magento\\Payment\\Model\\Method\\Substitution',
};
