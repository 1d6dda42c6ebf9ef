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
  /** Texts that follow the method's title in orders; null for an empty text. */
  information?(setting: ReadSetting): (string | null)[];
  /** Names of the texts of `information`, for orders that show them by name. */
  readonly informationNames?: readonly string[];
  /**
   * Members of a payment's `additional_data` that the method needs to place the order. The cart stores them encrypted
   * until then, and no others. The first is the token for the provider.
   */
  readonly storedData?: readonly string[];
  /** Whether the order stores the purchase order number. */
  readonly keepsPoNumber?: boolean;
  /** Whether refunds return to the method's own account, and never to another one such as store credit. */
  readonly refundsToItself?: boolean;
}

/**
 * Restricts the payment methods of a cart; undefined: no restriction. Called when methods are listed, selected and used
 * for an order. At most a query or two.
 */
type PaymentFilter = (
  call: Call,
  cart: StoredCart,
  context: PaymentContext,
) => Promise<((method: PaymentMethod) => boolean) | undefined>;

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    paymentMethods: PaymentMethod;
    paymentFilters: PaymentFilter;
  }
}
