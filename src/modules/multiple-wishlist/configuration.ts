import { changeableBy, count, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Paths of the settings, as the interface names them. */
export const paths = {
  enabled: 'wishlist/general/multiple_enabled',
  most: 'wishlist/general/multiple_wishlist_number',
} as const;

/** Whether customers may have several lists, and how many. */
export const multipleWishlistConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  [paths.enabled]: { shipped: '0', takes: flag },
  [paths.most]: { shipped: '3', takes: count(1) },
});
