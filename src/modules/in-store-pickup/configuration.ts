import { changeableBy, count, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { setting, settings, text, yesOrNo, type SettingType } from '../../kernel/settings.ts';

const shop = { changeableBy: [SHOP_SETTINGS] };

/** A text in which blanks count; an empty one counts as none. */
const delimiter: SettingType<string> = { ...text, read: (stored) => stored || undefined };

export const areaDelimiter = setting(
  'advanced/in_store_pickup_api/search_term_delimiter',
  delimiter,
  ':',
  'Text between place and country in the search term of an area',
  shop,
);
export const sendsReadyMails = setting(
  'sales_email/order_ready_for_pickup/enabled',
  yesOrNo,
  true,
  'Whether buyers get an email once their order is ready for pickup',
  shop,
);

/** Configuration of pickup in store, by path. */
export const pickupConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'carriers/instore/active': '0',
    'carriers/instore/name': 'Pick in Store',
    'carriers/instore/price': '0.00',
    'carriers/instore/sallowspecific': '0',
    'carriers/instore/search_radius': { shipped: '200', takes: count(1) },
    'carriers/instore/showmethod': null,
    'carriers/instore/sort_order': null,
    'carriers/instore/specificcountry': null,
    'carriers/instore/specificerrmsg': null,
    'carriers/instore/title': 'In-Store Pickup Delivery',
  }),
  ...settings([areaDelimiter, sendsReadyMails]),
};
