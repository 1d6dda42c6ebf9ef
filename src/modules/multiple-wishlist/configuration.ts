import { count, flag, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Paths of the settings, as the interface names them. */
export const paths = {
  enabled: 'wishlist/general/multiple_enabled',
  most: 'wishlist/general/multiple_wishlist_number',
} as const;

/** Whether customers may have several lists, and how many. */
export const multipleWishlistConfiguration: DeclaredConfiguration = {
  [paths.enabled]: { shipped: '0', takes: flag },
  [paths.most]: { shipped: '3', takes: count(1) },
};
