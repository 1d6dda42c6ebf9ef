import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { choice, filled, numberFrom, setting, settings, shopSetting, text, yesOrNo } from '../../kernel/settings.ts';
import { baseUrls, currencySettings, shopLocale, shopTimeZone, storeInformation } from '../../kernel/shop-settings.ts';

const pageText = (path: string, description: string) => setting(path, text, undefined, description, shopSetting);

export const weightUnit = setting(
  'general/locale/weight_unit',
  filled(choice({ lbs: 'lbs', kgs: 'kgs' })),
  'lbs',
  'Unit of weights',
  shopSetting,
);
export const priceScope = setting(
  'catalog/price/scope',
  choice({ global: '0', website: '1' }),
  'global',
  'Scope of prices and of the base currency: all websites, or each website',
  { ...shopSetting, scope: 'default' },
);

export const usesStoreInUrls = setting(
  'web/url/use_store',
  yesOrNo,
  false,
  'Whether links begin with the code of the store view',
  shopSetting,
);

/** Texts and pictures around the pages of a storefront; the server returns them in `storeConfig`. */
export const design = {
  absoluteFooter: setting('design/footer/absolute_footer', text, undefined, 'HTML at the end of each page'),
  copyright: pageText('design/footer/copyright', 'Copyright notice'),
  defaultDescription: pageText('design/head/default_description', 'Description of pages without their own'),
  defaultKeywords: pageText('design/head/default_keywords', 'Keywords of pages without their own'),
  defaultTitle: pageText('design/head/default_title', 'Title of pages without their own'),
  demoNotice: setting(
    'design/head/demonotice',
    yesOrNo,
    false,
    'Whether pages say that the shop is a demo',
    shopSetting,
  ),
  headIncludes: setting('design/head/includes', text, undefined, 'HTML in the head of each page'),
  shortcutIcon: pageText('design/head/shortcut_icon', 'Icon of the shop in browsers'),
  titlePrefix: pageText('design/head/title_prefix', 'Text before the title of each page'),
  titleSuffix: pageText('design/head/title_suffix', 'Text after the title of each page'),
  logo: pageText('design/header/logo_src', 'Logo of the shop'),
  logoText: pageText('design/header/logo_alt', 'Text in the place of the logo'),
  logoHeight: setting(
    'design/header/logo_height',
    numberFrom(0, 'pixels'),
    undefined,
    'Height of the logo',
    shopSetting,
  ),
  logoWidth: setting('design/header/logo_width', numberFrom(0, 'pixels'), undefined, 'Width of the logo', shopSetting),
  welcome: pageText('design/header/welcome', 'Welcome text of each page'),
};

/** Configuration of websites, stores and store views, by path. */
export const storeConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'general/locale/date_format_long': '%A, %B %e %Y',
    'general/locale/date_format_medium': '%a, %b %e %Y',
    'general/locale/date_format_short': '%m/%d/%y',
    'general/locale/datetime_format_long': '%A, %B %e %Y [%I:%M %p]',
    'general/locale/datetime_format_medium': '%a, %b %e %Y [%I:%M %p]',
    'general/locale/datetime_format_short': '%m/%d/%y [%I:%M %p]',
    'general/locale/firstday': '0',
    'general/locale/language': 'en',
    'general/locale/weekend': '0,6',
    'general/single_store_mode/enabled': '0',
    'web/browser_capabilities/cookies': '1',
    'web/browser_capabilities/javascript': '1',
    'web/browser_capabilities/local_storage': '0',
    'web/seo/use_rewrites': '0',
    'web/url/catalog_media_url_format': 'hash',
    'web/url/redirect_to_base': '1',
  }),
  'web/cookie/cookie_httponly': '1',
  'web/cookie/cookie_lifetime': '3600',
  'web/cookie/cookie_restriction': '0',
  'web/cookie/cookie_restriction_lifetime': '31536000',
  'web/secure/base_web_url': '{{secure_base_url}}',
  'web/secure/offloader_header': 'X-Forwarded-Proto',
  'web/secure/use_in_adminhtml': '0',
  'web/secure/use_in_frontend': '0',
  'web/session/use_frontend_sid': '0',
  'web/session/use_http_user_agent': '0',
  'web/session/use_http_via': '0',
  'web/session/use_http_x_forwarded_for': '0',
  'web/session/use_remote_addr': '0',
  'web/unsecure/base_web_url': '{{unsecure_base_url}}',
  ...settings([
    shopLocale,
    shopTimeZone,
    weightUnit,
    priceScope,
    usesStoreInUrls,
    ...Object.values(currencySettings),
    ...Object.values(storeInformation).flat(),
    ...Object.values(baseUrls).flatMap((section) => Object.values(section)),
    ...Object.values(design),
  ]),
};
