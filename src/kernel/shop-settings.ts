/**
 * The settings of a shop that several layers read: locale, currencies, name and addresses. The store module declares them.
 */

import { checkedText, filled, filledText, listOfTexts, setting, shopSetting, text } from './settings.ts';

const currencyCode = checkedText('a currency code such as USD', isCurrency);
const pageText = (path: string, description: string) => setting(path, text, undefined, description, shopSetting);

export const shopLocale = setting(
  'general/locale/code',
  checkedText('a locale such as en_US', isLocale),
  'en_US',
  'Locale of the store view: language, numbers and dates',
  shopSetting,
);
export const shopTimeZone = setting(
  'general/locale/timezone',
  checkedText('a time zone such as Europe/Paris', isTimeZone),
  'America/Los_Angeles',
  'Time zone of the store view',
  { ...shopSetting, installed: 'UTC' },
);
export const currencySettings = {
  base: setting(
    'currency/options/base',
    currencyCode,
    'USD',
    'Currency in which the website keeps its books',
    shopSetting,
  ),
  display: setting('currency/options/default', currencyCode, 'USD', 'Currency of the store view', shopSetting),
  allowed: setting(
    'currency/options/allow',
    filled(listOfTexts(isCurrency, 'currency codes such as USD,EUR')),
    ['USD', 'EUR'],
    'Currencies that buyers may choose',
    { ...shopSetting, installed: 'USD' },
  ),
};
/** Name and address of the shop, as documents and emails show them. */
export const storeInformation = {
  name: pageText('general/store_information/name', 'Name of the shop'),
  phone: pageText('general/store_information/phone', 'Phone number of the shop'),
  hours: pageText('general/store_information/hours', 'Opening hours of the shop'),
  country: pageText('general/store_information/country_id', 'Country of the shop'),
  region: pageText('general/store_information/region_id', 'Region of the shop: its ID, or its name'),
  postcode: pageText('general/store_information/postcode', 'Postcode of the shop'),
  city: pageText('general/store_information/city', 'City of the shop'),
  street: [
    pageText('general/store_information/street_line1', 'Street of the shop, first line'),
    pageText('general/store_information/street_line2', 'Street of the shop, second line'),
  ],
  vatNumber: pageText('general/store_information/merchant_vat_number', 'VAT number of the shop'),
} as const;

const unsecure = '{{unsecure_base_url}}';
const secure = '{{secure_base_url}}';
/** Addresses of the shop. They end in a slash, because paths are appended to them. */
export const baseUrls = {
  unsecure: {
    base: baseUrl('web/unsecure/base_url', '{{base_url}}', 'Base URL of the shop'),
    link: setting('web/unsecure/base_link_url', text, unsecure, 'Base URL of links'),
    media: setting('web/unsecure/base_media_url', filledText, undefined, 'Base URL of media files'),
    static: setting('web/unsecure/base_static_url', filledText, undefined, 'Base URL of static files'),
  },
  secure: {
    base: baseUrl('web/secure/base_url', unsecure, 'Base URL of the shop over HTTPS'),
    link: setting('web/secure/base_link_url', text, secure, 'Base URL of links over HTTPS'),
    media: setting('web/secure/base_media_url', filledText, undefined, 'Base URL of media files over HTTPS'),
    static: setting('web/secure/base_static_url', filledText, undefined, 'Base URL of static files over HTTPS'),
  },
};
function isCurrency(stored: string): boolean {
  return Intl.supportedValuesOf('currency').includes(stored);
}

function isLocale(stored: string): boolean {
  if (!/^[a-z]{2,3}(_[A-Z][a-z]{3})?_[A-Z]{2}$/.test(stored)) return false;
  return Intl.DisplayNames.supportedLocalesOf(stored.replaceAll('_', '-')).length > 0;
}

function isTimeZone(stored: string): boolean {
  if (!/^[A-Z]/.test(stored)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: stored }).format() !== '';
  } catch {
    return false;
  }
}

function baseUrl(path: string, placeholder: string, description: string) {
  const type = checkedText(
    `a URL that ends in a slash, or ${placeholder}`,
    (stored) => stored === placeholder || (/^https?:\/\/[^\s{}]+\/$/.test(stored) && URL.canParse(stored)),
  );
  return setting(path, type, placeholder, description);
}
