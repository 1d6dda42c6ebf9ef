import { CLOSED_MODULES, closable, namesIn } from './closed-modules.ts';
import { identityAlgorithms, readRoles } from '../access/identity/settings.ts';
import { configurationErrors } from './errors.ts';

/** What a setting takes: the test and the words that name what it wants. */
interface Check {
  readonly accepts: (value: string) => boolean;
  readonly expected: string;
}

const flag: Check = { accepts: (value) => /^[01]?$/.test(value), expected: '0 or 1' };
const locale: Check = { accepts: isLocale, expected: 'a locale such as en_US' };
const timeZone: Check = { accepts: isTimeZone, expected: 'a time zone such as Europe/Paris' };
const currency: Check = { accepts: isCurrency, expected: 'a currency code such as USD' };
const currencies: Check = { accepts: listOf(isCurrency), expected: 'currency codes such as USD,EUR' };
const country: Check = { accepts: isCountry, expected: 'a country code such as US' };
const someCountries: Check = { accepts: listOf(isCountry), expected: 'country codes such as US,CA' };
const url: Check = {
  accepts: (value) => value === '' || (/^https?:\/\/\S+$/.test(value) && URL.canParse(value)),
  expected: 'a URL, or nothing',
};
const countries: Check = {
  accepts: (value) => value === '' || listOf(isCountry)(value),
  expected: 'country codes such as US,CA, or nothing',
};

/** A number that may be left out: nothing is the platform's own. */
const count = (least: number): Check => ({
  accepts: (value) => value === '' || (/^\d{1,12}$/.test(value) && Number(value) >= least),
  expected: `a whole number from ${least}, or nothing`,
});

/** Settings whose wrong values would break the platform for everybody. All others take any text. */
const checks: ReadonlyMap<string, Check> = new Map([
  ['catalog/price/scope', flag],
  ['customer/account_share/scope', flag],
  ['web/url/use_store', flag],
  ['webapi/webapisecurity/allow_insecure', flag],
  ['webapi/validation/input_limit_enabled', flag],
  ['webapi/validation/complex_array_limit', count(0)],
  ['webapi/validation/asynchronous_array_limit', count(0)],
  ['webapi/validation/maximum_page_size', count(1)],
  ['webapi/validation/default_page_size', count(1)],
  ['souk/rate_limit/requests', count(0)],
  ['souk/rate_limit/window', count(1)],
  ['souk/attempts/address', count(1)],
  ['souk/attempts/customer', count(1)],
  ['souk/attempts/window', count(1)],
  ['souk/audit/enabled', flag],
  ['souk/audit/lifetime', count(0)],
  [
    CLOSED_MODULES,
    {
      accepts: (value) => namesIn(value).every((name) => (closable as readonly string[]).includes(name)),
      expected: `names of ${closable.join(', ')}, or nothing`,
    },
  ],
  ['currency/options/base', currency],
  ['currency/options/default', currency],
  ['currency/options/allow', currencies],
  ['general/country/default', country],
  ['general/country/allow', someCountries],
  ['general/country/eu_countries', countries],
  ['general/country/optional_zip_countries', countries],
  ['general/region/state_required', countries],
  ['general/locale/code', locale],
  ['general/locale/timezone', timeZone],
  ['souk/recaptcha/verify_url', url],
  ['souk/vat/service_url', url],
  ['souk/identity/issuer', url],
  ['souk/identity/jwks_url', url],
  [
    'souk/identity/roles',
    {
      accepts: (value) => value === '' || readRoles(value) !== undefined,
      expected: 'a JSON object of role names by claim value, such as {"shop-admins":"Administrators"}',
    },
  ],
  [
    'souk/identity/algorithms',
    {
      accepts: (value) => value === '' || listOf((name) => identityAlgorithms.includes(name.trim()))(value),
      expected: `some of ${identityAlgorithms.join(', ')}`,
    },
  ],
  ['general/locale/weight_unit', { accepts: (value) => /^(lbs|kgs)$/.test(value), expected: 'lbs or kgs' }],
  ['web/unsecure/base_url', baseUrl('{{base_url}}')],
  ['web/secure/base_url', baseUrl('{{unsecure_base_url}}')],
]);

/** Throws when `path` is no configuration path. */
export function checkPath(path: string): void {
  if (!/^\w+(\/[\w-]+){2,}$/.test(path)) throw configurationErrors.malformedPath([path]);
}

/** Throws when `path` is no configuration path or does not take `value`. */
export function checkSetting(path: string, value: string): void {
  checkPath(path);
  const check = checks.get(path);
  if (check && !check.accepts(value)) {
    throw configurationErrors.invalidValue({ value, path, expected: check.expected });
  }
}

function listOf(accepts: (item: string) => boolean): (value: string) => boolean {
  return (value) => value.split(',').every(accepts);
}

function isLocale(value: string): boolean {
  if (!/^[a-z]{2,3}(_[A-Z][a-z]{3})?_[A-Z]{2}$/.test(value)) return false;
  return Intl.DisplayNames.supportedLocalesOf(value.replaceAll('_', '-')).length > 0;
}

function isTimeZone(value: string): boolean {
  if (!/^[A-Z]/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).format() !== '';
  } catch {
    return false;
  }
}

function isCurrency(value: string): boolean {
  return Intl.supportedValuesOf('currency').includes(value);
}

function isCountry(value: string): boolean {
  return /^[A-Z]{2}$/.test(value);
}

/** URLs end in a slash, because paths are appended to them. */
function baseUrl(placeholder: string): Check {
  return {
    accepts: (value) => value === placeholder || (/^https?:\/\/[^\s{}]+\/$/.test(value) && URL.canParse(value)),
    expected: `a URL that ends in a slash, or ${placeholder}`,
  };
}
