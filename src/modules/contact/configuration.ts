import { setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const isContactFormOn = setting(
  'contact/contact/enabled',
  yesOrNo,
  true,
  'Whether visitors may write to the shop',
  shopSetting,
);

/** Configuration of the contact form, by path. */
export const contactConfiguration = settings([isContactFormOn]);
