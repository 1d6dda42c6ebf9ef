import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { numberFrom, setting, settings, yesOrNo } from '../../kernel/settings.ts';

const shop = { changeableBy: [SHOP_SETTINGS] };

export const hasSeveralLists = setting(
  'wishlist/general/multiple_enabled',
  yesOrNo,
  false,
  'Whether customers may have several wish lists',
  shop,
);
export const mostLists = setting(
  'wishlist/general/multiple_wishlist_number',
  numberFrom(1, 'wish lists'),
  3,
  'Wish lists of a customer at most',
  shop,
);

/** Configuration of multiple wish lists, by path. */
export const multipleWishlistConfiguration = settings([hasSeveralLists, mostLists]);
