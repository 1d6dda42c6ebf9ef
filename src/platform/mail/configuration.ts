import { SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  days,
  filledText,
  installationSetting,
  numberFrom,
  setting,
  settingFamily,
  settings,
  shopSetting,
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

/** The picture in the head of emails. */
export const mailLogo = {
  file: setting(
    'design/email/logo',
    {
      ...filledText,
      accepts: isPicturePath,
      expected: 'the path of a picture below media/email/logo, such as logo.png',
    },
    undefined,
    'Logo of emails: path of a picture below `media/email/logo`; empty: the name of the shop',
    shopSetting,
  ),
  text: setting(
    'design/email/logo_alt',
    text,
    undefined,
    'Text in the place of the logo of emails; empty: the name of the shop',
    shopSetting,
  ),
  width: setting(
    'design/email/logo_width',
    numberFrom(1, 'pixels'),
    undefined,
    'Width of the logo of emails',
    shopSetting,
  ),
  height: setting(
    'design/email/logo_height',
    numberFrom(1, 'pixels'),
    undefined,
    'Height of the logo of emails',
    shopSetting,
  ),
};

function isPicturePath(stored: string): boolean {
  return /\.(png|jpe?g|gif|webp)$/i.test(stored) && stored.split('/').every((part) => /^[\w-][\w .-]*$/.test(part));
}

/** Configuration of e-mail, by path. */
export const mailConfiguration: DeclaredConfiguration = {
  ...settings([
    mailLifetime,
    mostMails,
    ...Object.values(mailSenders).flatMap((sender) => Object.values(sender)),
    ...Object.values(mailLogo),
  ]),
};
