import { type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const isNewsletterOn = setting(
  'newsletter/general/active',
  yesOrNo,
  true,
  'Whether the shop has a newsletter',
  shopSetting,
);
export const guestsMaySubscribe = setting(
  'newsletter/subscription/allow_guest_subscribe',
  yesOrNo,
  true,
  'Whether guests may subscribe to the newsletter',
  shopSetting,
);

/** Configuration of the newsletter, by path. */
export const newsletterConfiguration: DeclaredConfiguration = {
  'newsletter/sending/set_return_path': { shipped: '0', ...shopSetting },
  ...settings([isNewsletterOn, guestsMaySubscribe]),
};
