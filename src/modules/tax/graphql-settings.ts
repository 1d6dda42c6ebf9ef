import { storeConfigFields } from '../store/extensions.ts';
import { taxDisplay } from './configuration.ts';

const { cart } = taxDisplay;

/** How storefronts show taxes in carts. */
export const taxSettings = storeConfigFields({
  shopping_cart_display_full_summary: ['Boolean', cart.eachTax],
  shopping_cart_display_grand_total: ['Boolean', cart.grandTotal],
  shopping_cart_display_price: ['Int', cart.prices],
  shopping_cart_display_shipping: ['Int', cart.shipping],
  shopping_cart_display_subtotal: ['Int', cart.subtotal],
  shopping_cart_display_zero_tax: ['Boolean', cart.zeroTax],
});
