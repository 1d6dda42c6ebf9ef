import type { Call } from '../../kernel/call.ts';
import type { PaymentMethod } from '../quote/payment/extensions.ts';
import type { StoredOrder } from './order.ts';

/** The payment method of an order; undefined for one of an absent module. */
export function paymentMethodOf(call: Call, { fields }: StoredOrder): PaymentMethod | undefined {
  return call.contributions.paymentMethods.find(({ code }) => code === fields.payment.method);
}
