import { SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  days,
  installationSetting,
  numberFrom,
  setting,
  settingFamily,
  settings,
  text,
} from '../../kernel/settings.ts';

export const mailLifetime = setting(
  'souk/mail/keep_days',
  days(0),
  7,
  'How long sent emails are stored; 0: none are',
  installationSetting,
);
export const mostMails = setting(
  'souk/mail/keep_most',
  numberFrom(0, 'emails'),
  2000,
  'Number of sent emails that are stored, up to 5 % more for a while; 0: none are',
  installationSetting,
);
const senderName = settingFamily('trans_email/ident_*/name', text, '', 'Name of the sender', {
  changeableBy: [SHOP_SETTINGS],
});
const senderEmail = settingFamily('trans_email/ident_*/email', text, '', 'Email address of the sender');
const sender = (identity: string, name: string, email: string) => ({
  name: senderName.of(identity, name),
  email: senderEmail.of(identity, email),
});
/** The senders of emails, by identity. */
export const mailSenders = {
  general: sender('general', 'Owner', 'owner@example.com'),
  sales: sender('sales', 'Sales', 'sales@example.com'),
  support: sender('support', 'CustomerSupport', 'support@example.com'),
};

/** Configuration of e-mail, by path. */
export const mailConfiguration: DeclaredConfiguration = {
  ...settings([mailLifetime, mostMails, ...Object.values(mailSenders).flatMap((sender) => Object.values(sender))]),
};
