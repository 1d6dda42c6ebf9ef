import type { Call } from '../../../kernel/call.ts';
import type { GraphQLTypes } from '../../../kernel/graphql.ts';
import type { StoredCart } from '../cart/cart.ts';
import { offeredMethods } from '../checkout.ts';
import { titleOf } from '../payment/methods.ts';
import { evaluatedOf } from './carts.ts';
import type { CartSource } from './types.ts';

/** The payment methods that are offered for a cart, as storefronts see them. */
export async function shownPayments(call: Call, source: CartSource): Promise<GraphQLTypes['AvailablePaymentMethod'][]> {
  const methods = await offeredMethods(call, await evaluatedOf(call, source));
  return methods.map(({ code, title }) => ({ code, title, is_deferred: false }));
}

/** The payment method of a cart, as storefronts see it; empty texts for none. */
export function shownPayment(call: Call, { payment }: StoredCart): GraphQLTypes['SelectedPaymentMethod'] {
  return payment
    ? { code: payment.method, title: titleOf(call, payment.method), purchase_order_number: payment.po_number }
    : { code: '', title: '', purchase_order_number: null };
}
