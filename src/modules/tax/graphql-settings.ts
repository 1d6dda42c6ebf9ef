import { storeConfigFields } from '../store/extensions.ts';

/** How storefronts show taxes in carts. */
export const taxSettings = storeConfigFields({
  shopping_cart_display_full_summary: ['Boolean', 'tax/cart_display/full_summary'],
  shopping_cart_display_grand_total: ['Boolean', 'tax/cart_display/grandtotal'],
  shopping_cart_display_price: ['Int', 'tax/cart_display/price'],
  shopping_cart_display_shipping: ['Int', 'tax/cart_display/shipping'],
  shopping_cart_display_subtotal: ['Int', 'tax/cart_display/subtotal'],
  shopping_cart_display_zero_tax: ['Boolean', 'tax/cart_display/zero_tax'],
});
