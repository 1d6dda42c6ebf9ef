import { numberFrom, setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const isContactFormOn = setting(
  'contact/contact/enabled',
  yesOrNo,
  true,
  'Whether visitors may write to the shop',
  shopSetting,
);

/** Limit of the messages of a visitor; D410. */
export const contactMessagesPerHour = setting(
  'souk/contact/messages',
  numberFrom(1, 'messages an hour'),
  30,
  'Messages to the shop that a customer, or a guest by network address, may send in an hour',
  shopSetting,
);

/** Configuration of the contact form, by path. */
export const contactConfiguration = settings([isContactFormOn, contactMessagesPerHour]);
