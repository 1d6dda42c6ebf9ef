import type { Call } from '../../../kernel/call.ts';
import { nextId } from '../../../storage/sequences.ts';
import type { StoredCart, CartPayment } from '../cart/cart.ts';
import { inStore } from '../cart/scope.ts';
import { changeCart } from '../change/cart.ts';
import { quoteErrors } from '../errors.ts';
import { isVirtualCart } from '../items/tree.ts';
import { evaluate, type EvaluatedCart } from '../totals/evaluate.ts';
import type { QuotePaymentInput, QuotePaymentOutput } from '../types.ts';
import { sealPaymentData } from './data.ts';
import type { PaymentMethod } from './extensions.ts';
import { listMethods, requireMethod } from './methods.ts';

/** The payment methods that a cart can use. */
export async function listPaymentMethods(call: Call, cart: StoredCart): Promise<{ code: string; title: string }[]> {
  const { totals } = await evaluate(call, cart);
  return listMethods(inStore(call, cart.store_id), cart, totals.grandTotal.base);
}

/** The payment of a cart in a response; null: not set yet. */
export function showPayment({ payment }: StoredCart): QuotePaymentOutput | null {
  if (!payment) return null;
  return { method: payment.method };
}

/** Sets the payment of a cart; returns its id. Throws for an unavailable method, and for a cart without an address. */
export async function selectPayment(call: Call, cart: StoredCart, input: QuotePaymentInput): Promise<number> {
  const payment = await readPayment(call, cart, input);
  if (cart.items.length > 0 && !isVirtualCart(call, cart.items) && !cart.shipping.country_id) {
    throw quoteErrors.shippingAddressMissing();
  }
  await changeCart(call, cart, { payment }, await checkPayment(call, { ...cart, payment }));
  return payment.id;
}

/** The payment of a request for a cart, with the id of the cart's payment if it has one. */
export async function readPayment(call: Call, cart: StoredCart, input: QuotePaymentInput): Promise<CartPayment> {
  const method = input.method ?? '';
  return {
    id: cart.payment?.id ?? cart.spare_payment_id ?? (await nextId(call.db, 'quote_payment')),
    method,
    po_number: input.po_number || null,
    sealed_data: sealPaymentData(call, cart.id, method, input.additional_data),
  };
}

/** The totals of a cart. Throws when its payment method is not offered. */
export async function checkPayment(call: Call, cart: StoredCart): Promise<EvaluatedCart> {
  const evaluated = await evaluate(call, cart);
  await requirePayment(call, evaluated);
  return evaluated;
}

/** The payment method of a cart. Throws when it is not offered. */
export function requirePayment(call: Call, { cart, totals }: EvaluatedCart): Promise<PaymentMethod> {
  return requireMethod(inStore(call, cart.store_id), cart, totals.grandTotal.base);
}
