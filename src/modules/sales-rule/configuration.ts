import type { DeclaredConfiguration } from '../../kernel/configuration.ts';

export const salesRuleConfiguration: DeclaredConfiguration = {
  'promo/auto_generated_coupon_codes/format': '1',
  'promo/auto_generated_coupon_codes/length': '12',
  'promo/auto_generated_coupon_codes/quantity_limit': '250000',
};
