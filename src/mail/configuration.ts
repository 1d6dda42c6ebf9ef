import { changeableBy, count, SHOP_SETTINGS, type DeclaredConfiguration } from '../kernel/configuration.ts';

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
  'souk/mail/keep_days': { shipped: '7', takes: count(0) },
  'souk/mail/keep_most': { shipped: '2000', takes: count(0) },
};
