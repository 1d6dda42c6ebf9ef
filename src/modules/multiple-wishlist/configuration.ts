import { numberFrom, setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const hasSeveralLists = setting(
  'wishlist/general/multiple_enabled',
  yesOrNo,
  false,
  'Whether customers may have several wish lists',
  shopSetting,
);
export const mostLists = setting(
  'wishlist/general/multiple_wishlist_number',
  numberFrom(1, 'wish lists'),
  3,
  'Wish lists of a customer at most',
  shopSetting,
);

/** Configuration of multiple wish lists, by path. */
export const multipleWishlistConfiguration = settings([hasSeveralLists, mostLists]);
