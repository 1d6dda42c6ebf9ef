import { decimal } from '../../kernel/money.ts';
import {
  bytes,
  choice,
  days,
  filledText,
  listOfTexts,
  setting,
  settings,
  shopSetting,
  yesOrNo,
} from '../../kernel/settings.ts';
import { baseAmount } from '../quote/configuration.ts';

const ofWebsites = { ...shopSetting, scope: 'websites' } as const;

export const quotesAreOn = setting(
  'btob/website_configuration/negotiablequote_active',
  yesOrNo,
  true,
  'Whether buyers of companies negotiate quotes in storefronts',
  ofWebsites,
);

/** Default validity of quotes. */
export const quoteValidity = setting(
  'quote/general/default_expiration_period',
  days(0),
  30,
  'Days that a new quote is valid; 0: without end',
  ofWebsites,
);

/** Minimum subtotal of the carts that buyers request quotes for. */
export const quoteMinimum = {
  amount: setting(
    'quote/general/minimum_amount',
    baseAmount,
    decimal(0),
    'Minimum subtotal of carts for which buyers request quotes, in the base currency',
    ofWebsites,
  ),
  message: setting(
    'quote/general/minimum_amount_message',
    filledText,
    undefined,
    'Message for buyers whose cart is below the minimum amount of quotes',
    shopSetting,
  ),
};

/** Limits of the files that comments carry. */
export const attachmentSettings = {
  formats: setting(
    'quote/attached_files/file_formats',
    listOfTexts(),
    ['doc', 'docx', 'xls', 'xlsx', 'pdf', 'txt', 'jpg', 'png', 'jpeg'],
    'Endings of the files that may be attached to comments on quotes',
    shopSetting,
  ),
  size: setting(
    'souk/negotiable_quote/attachment_bytes',
    bytes(1),
    2 * 1024 * 1024,
    'Greatest size of a file that is attached to a comment on a quote',
    shopSetting,
  ),
};

export const negotiationMails = setting(
  'sales_email/quote/enabled',
  yesOrNo,
  true,
  'Whether buyers and the shop get emails about quotes and quote templates',
  shopSetting,
);

/** Copies of the emails about quotes and quote templates. */
export const mailCopies = {
  to: setting(
    'sales_email/quote/copy_to',
    listOfTexts((item) => item === '' || /^[^\s@,<>"]+@[^\s@,<>"]+$/.test(item), 'email addresses'),
    [],
    'Email addresses that get copies of the emails about quotes and quote templates',
  ),
  method: setting(
    'sales_email/quote/copy_method',
    choice({ bcc: 'bcc', copy: 'copy' }),
    'bcc',
    'Whether these copies are blind carbon copies (bcc), or emails of their own (copy)',
    shopSetting,
  ),
};

export const negotiationConfiguration = settings([
  quotesAreOn,
  quoteValidity,
  quoteMinimum.amount,
  quoteMinimum.message,
  negotiationMails,
  mailCopies.to,
  mailCopies.method,
  attachmentSettings.formats,
  attachmentSettings.size,
]);
