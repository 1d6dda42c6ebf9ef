import { storeConfigFields } from '../store/extensions.ts';

/** How storefronts show carts and the checkout. */
export const checkoutSettings = storeConfigFields({
  cart_expires_in_days: ['Int', 'checkout/cart/delete_quote_after'],
  cart_summary_display_quantity: ['Int', 'checkout/cart_link/use_qty'],
  is_guest_checkout_enabled: ['Boolean', 'checkout/options/guest_checkout'],
  is_one_page_checkout_enabled: ['Boolean', 'checkout/options/onepage_checkout_enabled'],
  max_items_in_order_summary: ['Int', 'checkout/options/max_items_display_count'],
  minicart_display: ['Boolean', 'checkout/sidebar/display'],
  minicart_max_items: ['Int', 'checkout/sidebar/max_items_display_count'],
  configurable_thumbnail_source: ['String', 'checkout/cart/configurable_product_image'],
});
