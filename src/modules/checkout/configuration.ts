import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

export const checkoutConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'checkout/cart/configurable_product_image': 'parent',
    'checkout/cart/crosssell_enabled': '1',
    'checkout/cart/delete_quote_after': '30',
    'checkout/cart/enable_clear_shopping_cart': '0',
    'checkout/cart/grouped_product_image': 'itself',
    'checkout/cart/number_items_to_display_pager': '20',
    'checkout/cart/redirect_to_cart': '0',
    'checkout/cart_link/use_qty': '1',
    'checkout/options/display_billing_address_on': '0',
    'checkout/options/enable_agreements': '0',
    'checkout/options/guest_checkout': '1',
    'checkout/options/max_items_display_count': '10',
    'checkout/options/onepage_checkout_enabled': '1',
    'checkout/payment_failed/receiver': 'general',
    'checkout/sidebar/count': '5',
    'checkout/sidebar/display': '1',
    'checkout/sidebar/max_items_display_count': '10',
  }),
  'backpressure/logger/type': null,
  'sales/backpressure/enabled': '0',
  'sales/backpressure/guest_limit': '50',
  'sales/backpressure/limit': '10',
  'sales/backpressure/period': '60',
};
