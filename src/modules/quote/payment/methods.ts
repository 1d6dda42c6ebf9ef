import type { Call } from '../../../kernel/call.ts';
import { defaultCountry } from '../../directory/configuration.ts';
import { methodSettings } from '../../payment/configuration.ts';
import type { StoredCart, CartPayment } from '../cart/cart.ts';
import { quoteErrors } from '../errors.ts';
import { readSettings } from '../read-settings.ts';
import type { PaymentContext, PaymentMethod } from './extensions.ts';

/** The facts of a cart that payment methods depend on; without a billing country, the shop's default counts. */
function paymentContext(call: Call, cart: StoredCart, grandTotal: PaymentContext['grandTotal']): PaymentContext {
  const fallback = readSettings(call)(defaultCountry);
  return { grandTotal, countryId: cart.billing.country_id ?? cart.shipping.country_id ?? fallback };
}

/** The payment methods that a cart can use, in the configured order. */
export async function listMethods(
  call: Call,
  cart: StoredCart,
  grandTotal: PaymentContext['grandTotal'],
): Promise<{ code: string; title: string }[]> {
  const isUsable = await usableMethods(call, cart, grandTotal);
  const setting = readSettings(call);
  return call.contributions.paymentMethods
    .filter(isUsable)
    .map(({ code }) => ({ code, order: setting(methodSettings.sortOrder.of(code)) ?? 0 }))
    .sort((a, b) => a.order - b.order)
    .map(({ code }) => ({ code, title: titleOf(call, code) }));
}

/** The payment method of a cart. Throws where it is not offered; where nothing is to be paid, only `paysNothing` methods are. */
export async function requireMethod(
  call: Call,
  cart: StoredCart,
  grandTotal: PaymentContext['grandTotal'],
): Promise<PaymentMethod> {
  const method = call.contributions.paymentMethods.find(({ code }) => code === cart.payment?.method);
  const isForNothing = grandTotal.toDecimalPlaces(4).isZero();
  if (!method || (isForNothing && !method.paysNothing)) throw quoteErrors.methodNotAvailable();
  if (!(await usableMethods(call, cart, grandTotal))(method)) throw quoteErrors.methodNotAvailable();
  return method;
}

/** Whether a cart can use a payment method: it is enabled, and no module excludes it for the cart. */
async function usableMethods(
  call: Call,
  cart: StoredCart,
  grandTotal: PaymentContext['grandTotal'],
): Promise<(method: PaymentMethod) => boolean> {
  const context = paymentContext(call, cart, grandTotal);
  const filters: ((method: PaymentMethod) => boolean)[] = [];
  for (const filter of call.contributions.paymentFilters) {
    const passes = await filter(call, cart, context);
    if (passes) filters.push(passes);
  }
  return (method) => isMethodOffered(call, method, context) && filters.every((passes) => passes(method));
}

/** The title of a payment method in the call's store view. */
export function titleOf(call: Call, code: string): string {
  return readSettings(call)(methodSettings.title.of(code)) ?? '';
}

/** The texts of `additional_information` for an order. */
export function informationOf(call: Call, method: PaymentMethod): (string | null)[] {
  return [titleOf(call, method.code), ...(method.information?.(readSettings(call)) ?? [])];
}

/** The purchase order number for the order. */
export function poNumberOf(method: PaymentMethod, payment: CartPayment): string | null {
  return method.keepsPoNumber ? payment.po_number : null;
}

function isMethodOffered(call: Call, method: PaymentMethod, context: PaymentContext): boolean {
  const { code } = method;
  const setting = readSettings(call);
  if (!setting(methodSettings.isActive.of(code))) return false;
  const isLimited = setting(methodSettings.isLimited.of(code));
  if (isLimited && !setting(methodSettings.countries.of(code))?.includes(context.countryId)) return false;
  const [least, most] = [setting(methodSettings.least.of(code)), setting(methodSettings.most.of(code))];
  if (least && context.grandTotal.lt(least)) return false;
  if (most && context.grandTotal.gt(most)) return false;
  return method.isOffered?.(context, setting) ?? true;
}
