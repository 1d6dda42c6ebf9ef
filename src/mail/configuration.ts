import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../kernel/configuration.ts';
import { days, numberFrom, setting, settings } from '../kernel/settings.ts';

export const mailLifetime = setting('souk/mail/keep_days', days(0), 7, 'How long sent emails are stored; 0: none are');
export const mostMails = setting(
  'souk/mail/keep_most',
  numberFrom(0, 'emails'),
  2000,
  'Number of sent emails that are stored, up to 5 % more for a while; 0: none are',
);

/** Configuration of e-mail, by path. */
export const mailConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'trans_email/ident_general/name': 'Owner',
    'trans_email/ident_sales/name': 'Sales',
    'trans_email/ident_support/name': 'CustomerSupport',
  }),
  'trans_email/ident_general/email': 'owner@example.com',
  'trans_email/ident_sales/email': 'sales@example.com',
  'trans_email/ident_support/email': 'support@example.com',
  ...settings([mailLifetime, mostMails]),
};
