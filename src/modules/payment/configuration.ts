import type { DeclaredConfiguration } from '../../kernel/configuration.ts';

export const paymentConfiguration: DeclaredConfiguration = {
  'payment/substitution/active': '0',
  'payment/substitution/allowspecific': '0',
  'payment/substitution/model': 'Magento\\Payment\\Model\\Method\\Substitution',
};
