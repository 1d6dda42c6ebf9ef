import { changeableBy, count, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** What stands between place and country in the search term of an area. */
export const DELIMITER = 'advanced/in_store_pickup_api/search_term_delimiter';
/** Whether buyers are told that their order is ready. */
export const MAILS = 'sales_email/order_ready_for_pickup/enabled';

/** Configuration of pickup in store, by path. */
export const pickupConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  [DELIMITER]: ':',
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
  [MAILS]: { shipped: '1', takes: flag },
});
