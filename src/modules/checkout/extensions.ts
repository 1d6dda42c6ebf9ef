import type { Call } from '../../kernel/call.ts';
import { acl } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { cartRoutes, type WayToCart } from '../quote/extensions.ts';
import type { EvaluatedCart, StoredCart } from '../quote/service.ts';
import { QuoteAddress, QuotePayment, type QuotePaymentInput } from '../quote/types.ts';
import { checkoutErrors } from './errors.ts';
import type { PaymentDetails } from './types.ts';

/** A module's precondition for the order at the end of a checkout. Throws where it does not hold. */
type CheckoutGuard = (call: Call, storeId: number, payment: QuotePaymentInput) => Promise<void>;

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    checkoutGuards: CheckoutGuard;
  }
}

/** Common declaration of the routes that take a payment method. */
export const paying = {
  method: 'POST',
  access: acl('Magento_Cart::manage'),
  input: { paymentMethod: QuotePayment, billingAddress: t.optional(QuoteAddress) },
  guestInput: { email: t.string },
  captcha: 'payment_processing_request',
  recaptcha: 'place_order',
} as const;

/** The variable part of routes that set a cart's payment method and place its order. */
interface OrderingRoutes<L extends string, S extends string, W extends WayToCart, E extends string> {
  /** Path for a cart that is named by its id; see `cartRoutes`. */
  readonly path: L;
  readonly service: S;
  readonly guestService?: E;
  readonly ways: readonly W[];
  readonly summary: (cart: string) => string;
  readonly edition?: 'commercial';
  /** Code of the only accepted payment method; default: any. */
  readonly method?: string;
}

/**
 * The routes that set a cart's payment method and billing address, and place its order. They return the order's id.
 * Every guard runs before the order.
 */
export function orderingRoutes<L extends string, S extends string, W extends WayToCart, E extends string = S>({
  method,
  ...declared
}: OrderingRoutes<L, S, W, E>) {
  return cartRoutes({
    ...paying,
    ...declared,
    operation: 'savePaymentInformationAndPlaceOrder',
    output: t.integer,
    transaction: false,
    startsInTransaction: true,
    handle({ email, paymentMethod, billingAddress }, call, reached) {
      if (method !== undefined && paymentMethod.method !== method) throw checkoutErrors.otherMethod();
      return orderGuarded(call, (inside) => reached.readWithProducts(inside), { email, paymentMethod, billingAddress });
    },
  });
}

/** The payment of an order, its billing address, and the email address of a guest. */
type OrderInput = Parameters<Call['services']['quote']['payAndOrder']>[2];

/** Sets a cart's payment method and billing address, and places its order after every guard; returns the order's id. */
export function orderGuarded(
  call: Call,
  read: (inside: Call) => Promise<StoredCart>,
  input: OrderInput,
): Promise<number> {
  const guarded = async (inside: Call): Promise<StoredCart> => {
    const cart = await read(inside);
    for (const guard of inside.contributions.checkoutGuards) await guard(inside, cart.store_id, input.paymentMethod);
    return cart;
  };
  return call.services.quote.payAndOrder(call, guarded, input);
}

/** Payment methods and totals of a cart, as the wire has them. */
export async function showDetails(call: Call, evaluated: EvaluatedCart): Promise<t.Out<typeof PaymentDetails>> {
  const { quote } = call.services;
  return {
    payment_methods: await quote.offeredMethods(call, evaluated),
    totals: await quote.showTotals(call, evaluated),
  };
}
