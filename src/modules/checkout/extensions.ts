import type { Call } from '../../kernel/call.ts';
import { acl } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { cartRoutes, type WayToCart } from '../quote/extensions.ts';
import type { StoredCart } from '../quote/service.ts';
import { QuoteAddress, QuotePayment, type QuotePaymentInput } from '../quote/types.ts';
import { checkoutErrors } from './errors.ts';

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
    handle({ email, paymentMethod, billingAddress }, call, reached) {
      if (method !== undefined && paymentMethod.method !== method) throw checkoutErrors.otherMethod();
      const guarded = async (inside: Call): Promise<StoredCart> => {
        const cart = await reached.read(inside);
        for (const guard of inside.contributions.checkoutGuards) await guard(inside, cart.store_id, paymentMethod);
        return cart;
      };
      return call.services.quote.payAndOrder(call, guarded, { email, paymentMethod, billingAddress });
    },
  });
}
