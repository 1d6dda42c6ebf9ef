import { storeConfigFields } from '../store/extensions.ts';

/** How storefronts offer payment that needs no provider. */
export const offlinePaymentSettings = storeConfigFields({
  check_money_order_enable_for_specific_countries: ['Boolean', 'payment/checkmo/allowspecific'],
  check_money_order_enabled: ['Boolean', 'payment/checkmo/active'],
  check_money_order_make_check_payable_to: ['String', 'payment/checkmo/payable_to'],
  check_money_order_max_order_total: ['String', 'payment/checkmo/max_order_total'],
  check_money_order_min_order_total: ['String', 'payment/checkmo/min_order_total'],
  check_money_order_new_order_status: ['String', 'payment/checkmo/order_status'],
  check_money_order_payment_from_specific_countries: ['String', 'payment/checkmo/specificcountry'],
  check_money_order_send_check_to: ['String', 'payment/checkmo/mailing_address'],
  check_money_order_sort_order: ['Int', 'payment/checkmo/sort_order'],
  check_money_order_title: ['String', 'payment/checkmo/title'],
  zero_subtotal_enable_for_specific_countries: ['Boolean', 'payment/free/allowspecific'],
  zero_subtotal_enabled: ['Boolean', 'payment/free/active'],
  zero_subtotal_new_order_status: ['String', 'payment/free/order_status'],
  zero_subtotal_payment_action: ['String', 'payment/free/payment_action'],
  zero_subtotal_payment_from_specific_countries: ['String', 'payment/free/specificcountry'],
  zero_subtotal_sort_order: ['Int', 'payment/free/sort_order'],
  zero_subtotal_title: ['String', 'payment/free/title'],
});
