import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { filledText, setting, settingFamily, settings, yesOrNo } from '../../kernel/settings.ts';
import { storeInformation } from '../../kernel/shop-settings.ts';
import { shippingOrigin } from '../quote/configuration.ts';

const shop = { changeableBy: [SHOP_SETTINGS] };

export const takesReturns = setting(
  'sales/magento_rma/enabled',
  yesOrNo,
  true,
  'Whether customers may return items',
  shop,
);
export const returnsByDefault = setting(
  'sales/magento_rma/enabled_on_product',
  yesOrNo,
  true,
  'Whether items may be returned whose products do not say',
  shop,
);
export const returnsToOrigin = setting(
  'sales/magento_rma/use_store_address',
  yesOrNo,
  true,
  'Whether returned parcels go where the shop ships from',
  shop,
);

const returnAddress = {
  name: setting('sales/magento_rma/store_name', filledText, '', 'Name in the address of returns', shop),
  street: [
    setting('sales/magento_rma/address', filledText, '', 'Street of the address of returns, first line', shop),
    setting('sales/magento_rma/address1', filledText, '', 'Street of the address of returns, second line', shop),
  ],
  city: setting('sales/magento_rma/city', filledText, '', 'City of the address of returns', shop),
  region: setting(
    'sales/magento_rma/region_id',
    filledText,
    '',
    'Region of the address of returns: its ID, or its name',
    shop,
  ),
  postcode: setting('sales/magento_rma/zip', filledText, '', 'Postcode of the address of returns', shop),
  country: setting('sales/magento_rma/country_id', filledText, '', 'Country of the address of returns', shop),
};
const origin = {
  street: [
    setting('shipping/origin/street_line1', filledText, '', 'Street that the shop ships from, first line', shop),
    setting('shipping/origin/street_line2', filledText, '', 'Street that the shop ships from, second line', shop),
  ],
  city: setting('shipping/origin/city', filledText, '', 'City that the shop ships from', shop),
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
  shop,
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
  ...Object.values(returnAddress).flat(),
  ...Object.values(origin).flat(),
  ...Object.values(returnMails),
]);
