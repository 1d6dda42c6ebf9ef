import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { setting, settings, yesOrNo } from '../../kernel/settings.ts';

export const asksForAgreement = setting(
  'checkout/options/enable_agreements',
  yesOrNo,
  false,
  'Whether buyers have to agree to terms and conditions',
  { changeableBy: [SHOP_SETTINGS] },
);

/** Configuration of terms and conditions, by path. */
export const agreementConfiguration = settings([asksForAgreement]);
