import { describe, expect, it } from 'vitest';
import { checkSetting } from '../../src/platform/configuration/checks.ts';
import { collectPaths } from '../../src/platform/configuration/paths.ts';
import { PlatformError } from '../../src/kernel/errors.ts';
import { modules } from '../../src/program/modules.ts';

const paths = collectPaths(modules);

/** What is wrong with a setting; undefined when it is taken. */
function refusal(path: string, value: string): string | undefined {
  try {
    checkSetting(paths, path, value);
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    expect(error.status).toBe(400);
    return error.text;
  }
}

it('every shipped setting is taken as it is', () => {
  const shipped = [...paths].flatMap(([path, { shipped: value }]) => (value === undefined ? [] : [{ path, value }]));
  expect(shipped.length).toBeGreaterThan(400);
  const refused = shipped.map(({ path, value }) => refusal(path, value)).filter(Boolean);
  expect(refused).toEqual([]);
});

it.each([
  '',
  'locale',
  'general/locale',
  '/general/locale/code',
  'general//code',
  'general/locale/code/',
  'a/b/c d',
  'a/b/ü',
])('"%s" is no path', (path) => {
  expect(refusal(path, 'x')).toBe(`The "${path}" path is not valid. Use section/group/field.`);
});

describe('settings with a known set of values', () => {
  it.each([
    ['general/locale/code', ['en_US', 'de_DE', 'zh_Hans_CN'], ['en', 'english', 'en-US', 'xx_US', '']],
    ['general/locale/timezone', ['UTC', 'Europe/Paris', 'America/Los_Angeles'], ['Mars/Olympus', '+01:00', '']],
    ['general/locale/weight_unit', ['lbs', 'kgs'], ['stone', 'KGS', '']],
    ['general/country/allow', ['US', 'DE,FR'], ['', 'us', 'US,', 'USA']],
    ['general/region/state_required', ['', 'GB', 'US,CA'], ['gb']],
    ['currency/options/base', ['USD', 'JPY'], ['EURO', 'usd', '', 'USD,EUR']],
    ['currency/options/allow', ['USD', 'USD,EUR'], ['', 'USD,DOLLAR', 'USD;EUR']],
    ['catalog/price/scope', ['0', '1', ''], ['2', 'yes']],
    ['catalog/frontend/grid_per_page_values', ['12,24', '9, 18', ''], ['0', '12,all', '12;24']],
    ['catalog/layered_navigation/price_range_step', ['0.01', '50', ''], ['0', '-5', 'ten']],
    [
      'catalog/downloadable/domains',
      ['', 'example.com, files.example.com', 'A.example\nb.example'],
      ['https://a.example', 'a/b'],
    ],
    ['cataloginventory/item_options/min_qty', ['-10', '0', '2.5', ''], ['few']],
    [
      'cataloginventory/item_options/min_sale_qty',
      ['1', '0.5', '{"32000":"3","1":2}', ''],
      ['0', '-1', '{"1":"some"}', '{'],
    ],
    ['cataloginventory/item_options/backorders', ['0', '2', ''], ['3', 'yes']],
    ['cataloginventory/options/not_available_message', ['1', '2', ''], ['0']],
    ['tax/display/type', ['1', '3', ''], ['0', '4']],
    ['tax/defaults/country', ['US', ''], ['us', 'USA']],
    ['tax/weee/display_list', ['0', '3', ''], ['4']],
    ['advanced/in_store_pickup_api/search_term_delimiter', [':', ' ', ''], []],
    ['cataloginventory/source_selection_distance_based/provider', ['google', 'offline'], ['', 'bing']],
    ['customer/address/company_show', ['', '0', '1', 'opt', 'req'], ['2', 'yes']],
    ['customer/captcha/length', ['5', '4-5', ' 4 - 5 ', ''], ['5-4', '0', 'many']],
    ['customer/captcha/mode', ['always', 'after_fail', ''], ['never']],
    ['oauth/access_token_lifetime/customer', ['0', '1.5', '24', ''], ['-1', 'day']],
    ['recaptcha_frontend/type_for/contact', ['invisible', 'recaptcha_v3', ''], ['v3']],
    ['souk/identity/algorithms', ['', 'RS256', 'RS256, EdDSA'], ['HS256', 'none']],
    ['souk/identity/roles', ['', '{}', '{"shop-admins":"Administrators"}'], ['[]', '{"admins":1}', 'Administrators']],
    ['souk/modules/disabled', ['', 'Magento_Swagger'], ['Magento_Catalog']],
    ['carriers/flatrate/price', ['5', '5.00', '.5', '-1', ''], ['five', '5,00']],
    ['carriers/flatrate/type', ['I', 'O', ''], ['P']],
    ['payment/checkmo/specificcountry', ['', 'US', 'US,DE'], ['USA', 'us']],
    ['sales_email/order/enabled', ['0', '1'], ['', 'no']],
    [
      'web/unsecure/base_url',
      ['{{base_url}}', 'http://shop.test/', 'https://shop.test:8443/eu/'],
      ['http://shop.test', ''],
    ],
    [
      'web/secure/base_url',
      ['{{unsecure_base_url}}', 'https://shop.test/'],
      ['{{secure_base_url}}', 'ftp://shop.test/'],
    ],
  ])('%s', (path, taken, refused) => {
    expect(taken.map((value) => refusal(path, value))).toEqual(taken.map(() => undefined));
    for (const value of refused)
      expect(refusal(path, value)).toContain(`The "${value}" value is not valid for ${path}.`);
  });
});

it('all other settings take any text', () => {
  expect(refusal('carriers/flatrate/type', '')).toBeUndefined();
  expect(refusal('cataloginventory/item_options/min_sale_qty', '{"32000":"3"}')).toBeUndefined();
});
