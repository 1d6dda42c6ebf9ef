import type { Call } from '../../../kernel/call.ts';
import type { Decimal } from '../../../kernel/money.ts';
import type { CartPayment, StoredCart } from '../cart/cart.ts';
import type { ReadSetting } from '../read-settings.ts';

/** The facts of a cart that payment methods depend on. */
export interface PaymentContext {
  /** In the base currency. */
  readonly grandTotal: Decimal;
  /** Country of the billing address. */
  readonly countryId: string;
}

/** A payment method; each module contributes its own. */
export interface PaymentMethod {
  readonly code: string;
  /** Whether it is offered, beyond the conditions of all methods (active, country, total). */
  isOffered?(context: PaymentContext, setting: ReadSetting): boolean;
  /** Whether it can be used where nothing is to be paid. */
  readonly paysNothing?: boolean;
  /** Throws when a field is missing that an order needs. */
  check?(payment: CartPayment): void;
  /** Whether money moves by hand, without a provider: then invoices cannot be refunded by themselves, only orders. */
  readonly isOffline?: boolean;
  /** Texts that the order shows behind the method's title; null for an empty text. */
  information?(setting: ReadSetting): (string | null)[];
  /** Names of the texts of `information`, for orders that show them by name. */
  readonly informationNames?: readonly string[];
  /**
   * Members of a payment's `additional_data` that the method needs when the order is placed: the cart keeps them encrypted until then, and no
   * others. The first is the token that the provider is given.
   */
  readonly keeps?: readonly string[];
  /** Whether the order keeps the purchase order number. */
  readonly keepsPoNumber?: boolean;
}

/**
 * Says which payment methods a cart may use among those that are offered otherwise; undefined: all of them. It is asked when methods
 * are listed, chosen and ordered with, and makes a query or two at most.
 */
type PaymentFilter = (
  call: Call,
  cart: StoredCart,
  context: PaymentContext,
) => Promise<((method: PaymentMethod) => boolean) | undefined>;

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    paymentMethods: PaymentMethod;
    paymentFilters: PaymentFilter;
  }
}
