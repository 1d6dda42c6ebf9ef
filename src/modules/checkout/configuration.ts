import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  choice,
  filledText,
  installationSetting,
  numberFrom,
  setting,
  settings,
  shopSetting,
  yesOrNo,
} from '../../kernel/settings.ts';

/** How storefronts show carts and the checkout. */
export const checkoutPages = {
  isOnePage: setting(
    'checkout/options/onepage_checkout_enabled',
    yesOrNo,
    true,
    'Whether the checkout is on one page',
    shopSetting,
  ),
  summaryItems: setting(
    'checkout/options/max_items_display_count',
    numberFrom(0, 'items'),
    10,
    'Items that the summary of an order shows',
    shopSetting,
  ),
  showsMiniCart: setting('checkout/sidebar/display', yesOrNo, true, 'Whether pages show a small cart', shopSetting),
  miniCartItems: setting(
    'checkout/sidebar/max_items_display_count',
    numberFrom(0, 'items'),
    10,
    'Items that the small cart shows',
    shopSetting,
  ),
  thumbnail: setting(
    'checkout/cart/configurable_product_image',
    choice({ parent: 'parent', itself: 'itself' }),
    'parent',
    'Whether carts show the picture of a configurable product or of its variant',
    shopSetting,
  ),
};

/** The limit of orders in a period. */
export const backPressure = {
  isActive: setting('sales/backpressure/enabled', yesOrNo, false, 'Whether the number of orders is limited'),
  store: setting(
    'backpressure/logger/type',
    filledText,
    '',
    'Store of the counts of orders, such as `redis`; any text has the same effect, and without one nothing is limited',
    installationSetting,
  ),
  customerLimit: setting(
    'sales/backpressure/limit',
    numberFrom(0, 'orders'),
    10,
    'Orders that a customer may place in a period; 0: no limit',
  ),
  guestLimit: setting(
    'sales/backpressure/guest_limit',
    numberFrom(0, 'orders'),
    50,
    'Orders that guests may place in a period from one address; 0: no limit',
  ),
  period: setting(
    'sales/backpressure/period',
    choice({ minute: '60', hour: '3600', day: '86400' }),
    'minute',
    'Period in which orders are counted, in seconds',
  ),
};

/** Configuration of the checkout, by path. */
export const checkoutConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'checkout/cart/crosssell_enabled': '1',
    'checkout/cart/enable_clear_shopping_cart': '0',
    'checkout/cart/grouped_product_image': 'itself',
    'checkout/cart/number_items_to_display_pager': '20',
    'checkout/cart/redirect_to_cart': '0',
    'checkout/options/display_billing_address_on': '0',
    'checkout/payment_failed/receiver': 'general',
    'checkout/sidebar/count': '5',
  }),
  ...settings([...Object.values(checkoutPages), ...Object.values(backPressure)]),
};
