import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { setting, settings, yesOrNo } from '../../kernel/settings.ts';

export const isContactFormOn = setting(
  'contact/contact/enabled',
  yesOrNo,
  true,
  'Whether visitors may write to the shop',
  { changeableBy: [SHOP_SETTINGS] },
);

/** Configuration of the contact form, by path. */
export const contactConfiguration = settings([isContactFormOn]);
