import { SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { setting, settings, yesOrNo } from '../../kernel/settings.ts';

const shop = { changeableBy: [SHOP_SETTINGS] };

export const isNewsletterOn = setting(
  'newsletter/general/active',
  yesOrNo,
  true,
  'Whether the shop has a newsletter',
  shop,
);
export const guestsMaySubscribe = setting(
  'newsletter/subscription/allow_guest_subscribe',
  yesOrNo,
  true,
  'Whether guests may subscribe to the newsletter',
  shop,
);

/** Configuration of the newsletter, by path. */
export const newsletterConfiguration: DeclaredConfiguration = {
  'newsletter/sending/set_return_path': { shipped: '0', ...shop },
  ...settings([isNewsletterOn, guestsMaySubscribe]),
};
