import {
  changeableBy,
  flag,
  SHOP_SETTINGS,
  type ConfigurationCheck,
  type DeclaredConfiguration,
} from '../../kernel/configuration.ts';

const locale: ConfigurationCheck = { accepts: isLocale, expected: 'a locale such as en_US' };
const timeZone: ConfigurationCheck = { accepts: isTimeZone, expected: 'a time zone such as Europe/Paris' };
const weightUnit: ConfigurationCheck = { accepts: (value) => /^(lbs|kgs)$/.test(value), expected: 'lbs or kgs' };

export const storeConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'design/footer/copyright': null,
    'design/head/default_description': null,
    'design/head/default_keywords': null,
    'design/head/default_title': null,
    'design/head/demonotice': '0',
    'design/head/shortcut_icon': null,
    'design/head/title_prefix': null,
    'design/head/title_suffix': null,
    'design/header/logo_alt': null,
    'design/header/logo_height': null,
    'design/header/logo_src': null,
    'design/header/logo_width': null,
    'design/header/welcome': null,
    'general/locale/code': { shipped: 'en_US', takes: locale },
    'general/locale/date_format_long': '%A, %B %e %Y',
    'general/locale/date_format_medium': '%a, %b %e %Y',
    'general/locale/date_format_short': '%m/%d/%y',
    'general/locale/datetime_format_long': '%A, %B %e %Y [%I:%M %p]',
    'general/locale/datetime_format_medium': '%a, %b %e %Y [%I:%M %p]',
    'general/locale/datetime_format_short': '%m/%d/%y [%I:%M %p]',
    'general/locale/firstday': '0',
    'general/locale/language': 'en',
    'general/locale/timezone': { shipped: 'America/Los_Angeles', installed: 'UTC', takes: timeZone },
    'general/locale/weekend': '0,6',
    'general/locale/weight_unit': { shipped: 'lbs', takes: weightUnit },
    'general/single_store_mode/enabled': '0',
    'general/store_information/city': null,
    'general/store_information/country_id': null,
    'general/store_information/hours': null,
    'general/store_information/merchant_vat_number': null,
    'general/store_information/name': null,
    'general/store_information/phone': null,
    'general/store_information/postcode': null,
    'general/store_information/region_id': null,
    'general/store_information/street_line1': null,
    'general/store_information/street_line2': null,
    'web/browser_capabilities/cookies': '1',
    'web/browser_capabilities/javascript': '1',
    'web/browser_capabilities/local_storage': '0',
    'web/seo/use_rewrites': '0',
    'web/url/catalog_media_url_format': 'hash',
    'web/url/redirect_to_base': '1',
    'web/url/use_store': { shipped: '0', takes: flag },
  }),
  'design/footer/absolute_footer': null,
  'design/head/includes': null,
  'web/cookie/cookie_httponly': '1',
  'web/cookie/cookie_lifetime': '3600',
  'web/cookie/cookie_restriction': '0',
  'web/cookie/cookie_restriction_lifetime': '31536000',
  'web/secure/base_link_url': '{{secure_base_url}}',
  'web/secure/base_url': { shipped: '{{unsecure_base_url}}', takes: baseUrl('{{unsecure_base_url}}') },
  'web/secure/base_web_url': '{{secure_base_url}}',
  'web/secure/offloader_header': 'X-Forwarded-Proto',
  'web/secure/use_in_adminhtml': '0',
  'web/secure/use_in_frontend': '0',
  'web/session/use_frontend_sid': '0',
  'web/session/use_http_user_agent': '0',
  'web/session/use_http_via': '0',
  'web/session/use_http_x_forwarded_for': '0',
  'web/session/use_remote_addr': '0',
  'web/unsecure/base_link_url': '{{unsecure_base_url}}',
  'web/unsecure/base_media_url': null,
  'web/unsecure/base_url': { shipped: '{{base_url}}', takes: baseUrl('{{base_url}}') },
  'web/unsecure/base_web_url': '{{unsecure_base_url}}',
};

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

/** URLs end in a slash, because paths are appended to them. */
function baseUrl(placeholder: string): ConfigurationCheck {
  return {
    accepts: (value) => value === placeholder || (/^https?:\/\/[^\s{}]+\/$/.test(value) && URL.canParse(value)),
    expected: `a URL that ends in a slash, or ${placeholder}`,
  };
}
