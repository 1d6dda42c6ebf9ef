import { allowsGuestCheckout, cartLifetime, countsUnits } from '../quote/configuration.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { checkoutPages as pages } from './configuration.ts';

/** How storefronts show carts and the checkout. */
export const checkoutSettings = storeConfigFields({
  cart_expires_in_days: ['Int', cartLifetime],
  cart_summary_display_quantity: ['Int', countsUnits],
  is_guest_checkout_enabled: ['Boolean', allowsGuestCheckout],
  is_one_page_checkout_enabled: ['Boolean', pages.isOnePage],
  max_items_in_order_summary: ['Int', pages.summaryItems],
  minicart_display: ['Boolean', pages.showsMiniCart],
  minicart_max_items: ['Int', pages.miniCartItems],
  configurable_thumbnail_source: ['String', pages.thumbnail],
});
