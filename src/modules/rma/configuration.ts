import {
  decimalFrom,
  filledText,
  setting,
  settingFamily,
  settings,
  shopSetting,
  yesOrNo,
} from '../../kernel/settings.ts';
import { storeInformation } from '../../kernel/shop-settings.ts';
import { shippingOrigin } from '../quote/configuration.ts';

export const takesReturns = setting(
  'sales/magento_rma/enabled',
  yesOrNo,
  true,
  'Whether customers may return items',
  shopSetting,
);
export const returnsByDefault = setting(
  'sales/magento_rma/enabled_on_product',
  yesOrNo,
  true,
  'Whether items may be returned whose products do not say',
  shopSetting,
);
export const returnsToOrigin = setting(
  'sales/magento_rma/use_store_address',
  yesOrNo,
  true,
  'Whether returned parcels go where the shop ships from',
  shopSetting,
);

export const returnKeyLifetime = setting(
  'souk/rma/key_lifetime',
  decimalFrom(0, 'hours'),
  24,
  'How long a guest may confirm the request for a return',
  shopSetting,
);

const returnAddress = {
  name: setting('sales/magento_rma/store_name', filledText, '', 'Name in the address of returns', shopSetting),
  street: [
    setting('sales/magento_rma/address', filledText, '', 'Street of the address of returns, first line', shopSetting),
    setting('sales/magento_rma/address1', filledText, '', 'Street of the address of returns, second line', shopSetting),
  ],
  city: setting('sales/magento_rma/city', filledText, '', 'City of the address of returns', shopSetting),
  region: setting(
    'sales/magento_rma/region_id',
    filledText,
    '',
    'Region of the address of returns: its ID, or its name',
    shopSetting,
  ),
  postcode: setting('sales/magento_rma/zip', filledText, '', 'Postcode of the address of returns', shopSetting),
  country: setting('sales/magento_rma/country_id', filledText, '', 'Country of the address of returns', shopSetting),
};
const origin = {
  street: [
    setting('shipping/origin/street_line1', filledText, '', 'Street that the shop ships from, first line', shopSetting),
    setting(
      'shipping/origin/street_line2',
      filledText,
      '',
      'Street that the shop ships from, second line',
      shopSetting,
    ),
  ],
  city: setting('shipping/origin/city', filledText, '', 'City that the shop ships from', shopSetting),
};
/** The addresses that returned parcels may go to. */
export const returnPlaces = {
  own: returnAddress,
  origin: { ...origin, ...shippingOrigin, name: storeInformation.name },
};

const sendsMail = settingFamily(
  'sales_email/*/enabled',
  yesOrNo,
  true,
  'Whether customers get an email about this step of a return',
  shopSetting,
);
/** Which emails customers get. */
export const returnMails = {
  new: sendsMail.of('magento_rma'),
  authorized: sendsMail.of('magento_rma_auth'),
  comment: sendsMail.of('magento_rma_comment'),
};

export const returnConfiguration = settings([
  takesReturns,
  returnsByDefault,
  returnsToOrigin,
  returnKeyLifetime,
  ...Object.values(returnAddress).flat(),
  ...Object.values(origin).flat(),
  ...Object.values(returnMails),
]);
