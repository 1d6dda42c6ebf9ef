import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { setting, settings, shopSetting, text, yesOrNo, type SettingType } from '../../kernel/settings.ts';
import { carrierSettings, settingsOfCarrier } from '../quote/configuration.ts';

/** A text with significant blanks; empty counts as unset. */
const delimiter: SettingType<string> = { ...text, read: (stored) => stored || undefined };

export const areaDelimiter = setting(
  'advanced/in_store_pickup_api/search_term_delimiter',
  delimiter,
  ':',
  'Text between place and country in the search term of an area',
  shopSetting,
);
export const sendsReadyMails = setting(
  'sales_email/order_ready_for_pickup/enabled',
  yesOrNo,
  true,
  'Whether buyers get an email once their order is ready for pickup',
  shopSetting,
);

/** Configuration of in-store pickup, by path. */
export const pickupConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, { 'carriers/instore/search_radius': '200', 'carriers/instore/sort_order': null }),
  ...settings([
    areaDelimiter,
    sendsReadyMails,
    ...settingsOfCarrier('instore', { title: 'In-Store Pickup Delivery', methodTitle: 'Pick in Store' }),
    carrierSettings.price.of('instore'),
  ]),
};
