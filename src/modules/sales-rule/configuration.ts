import type { DeclaredConfiguration } from '../../kernel/configuration.ts';
import { installationSetting, numberFrom, setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const mostGeneratedCoupons = setting(
  'promo/auto_generated_coupon_codes/quantity_limit',
  numberFrom(0, 'coupons'),
  250_000,
  'Coupons that are generated at once',
  installationSetting,
);

export const sharesRules = setting(
  'promo/graphql/share_applied_cart_rule',
  yesOrNo,
  true,
  'Whether storefronts learn the rules that apply to a cart',
  shopSetting,
);

export const salesRuleConfiguration: DeclaredConfiguration = {
  'promo/auto_generated_coupon_codes/format': '1',
  'promo/auto_generated_coupon_codes/length': '12',
  ...settings([mostGeneratedCoupons, sharesRules]),
};
