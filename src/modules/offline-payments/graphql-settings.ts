import { methodSettings as method } from '../payment/configuration.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { paymentTexts } from './configuration.ts';

/** How storefronts offer payment that needs no provider. */
export const offlinePaymentSettings = storeConfigFields({
  check_money_order_enable_for_specific_countries: ['Boolean', method.isLimited.of('checkmo')],
  check_money_order_enabled: ['Boolean', method.isActive.of('checkmo')],
  check_money_order_make_check_payable_to: ['String', paymentTexts.payableTo],
  check_money_order_max_order_total: ['String', method.most.of('checkmo')],
  check_money_order_min_order_total: ['String', method.least.of('checkmo')],
  check_money_order_new_order_status: ['String', method.orderStatus.of('checkmo')],
  check_money_order_payment_from_specific_countries: ['String', method.countries.of('checkmo')],
  check_money_order_send_check_to: ['String', paymentTexts.mailingAddress],
  check_money_order_sort_order: ['Int', method.sortOrder.of('checkmo')],
  check_money_order_title: ['String', method.title.of('checkmo')],
  zero_subtotal_enable_for_specific_countries: ['Boolean', method.isLimited.of('free')],
  zero_subtotal_enabled: ['Boolean', method.isActive.of('free')],
  zero_subtotal_new_order_status: ['String', method.orderStatus.of('free')],
  zero_subtotal_payment_action: ['String', method.action.of('free')],
  zero_subtotal_payment_from_specific_countries: ['String', method.countries.of('free')],
  zero_subtotal_sort_order: ['Int', method.sortOrder.of('free')],
  zero_subtotal_title: ['String', method.title.of('free')],
});
