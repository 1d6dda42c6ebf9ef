import { changeableBy, count, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { setting, settings, yesOrNo } from '../../kernel/settings.ts';

export const hasWishlists = setting('wishlist/general/active', yesOrNo, true, 'Whether customers have wish lists', {
  changeableBy: [SHOP_SETTINGS],
});

/** Configuration of wish lists, by path. */
export const wishlistConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'wishlist/email/email_identity': 'general',
    'wishlist/general/show_in_sidebar': { shipped: '1', takes: flag },
    'wishlist/wishlist_link/use_qty': { shipped: '0', takes: flag },
  }),
  'wishlist/email/number_limit': { shipped: '10', takes: count(0) },
  'wishlist/email/text_limit': { shipped: '255', takes: count(0) },
  ...settings([hasWishlists]),
};
