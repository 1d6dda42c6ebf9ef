import type { DeclaredConfiguration } from '../../kernel/configuration.ts';

export const giftMessageConfiguration: DeclaredConfiguration = {
  'sales/gift_options/allow_items': null,
  'sales/gift_options/allow_order': null,
};
