import { setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const asksForAgreement = setting(
  'checkout/options/enable_agreements',
  yesOrNo,
  false,
  'Whether buyers have to agree to terms and conditions',
  shopSetting,
);

/** Configuration of terms and conditions, by path. */
export const agreementConfiguration = settings([asksForAgreement]);
