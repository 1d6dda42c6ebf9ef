import type { Call } from '../../../kernel/call.ts';
import type { Decimal } from '../../../kernel/money.ts';
import type { CartPayment } from '../cart/cart.ts';

/** What of a cart decides how it can be paid. */
export interface PaymentContext {
  /** In the base currency. */
  readonly grandTotal: Decimal;
  /** Country that is billed. */
  readonly countryId: string;
}

/** A setting of a method (`payment/<code>/<name>`); empty when unset. */
type PaymentSetting = (name: string) => string;

/** A way of paying; each module contributes its own. */
export interface PaymentMethod {
  readonly code: string;
  /** Whether it is offered, besides what all methods depend on (active, country, total). */
  isOffered?(context: PaymentContext, setting: PaymentSetting): boolean;
  /** Whether nothing can be paid with it. */
  readonly paysNothing?: boolean;
  /** Throws what is missing for an order. */
  check?(payment: CartPayment): void;
  /** Whether its money moves by hand, without a provider: what was paid by it is refunded by the order only. */
  readonly isOffline?: boolean;
  /** What the order shows besides the method's title; null for an unset text. */
  information?(setting: PaymentSetting): (string | null)[];
  /** Names of the texts that `information` gives, where orders show them by name. */
  readonly informationNames?: readonly string[];
  /** Whether the order keeps the number that the buyer tells. */
  readonly keepsPoNumber?: boolean;
}

export function paymentSetting(call: Call, code: string): PaymentSetting {
  return (name) => call.config.get(`payment/${code}/${name}`, { storeId: call.scope.storeId }) ?? '';
}

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    paymentMethods: PaymentMethod;
  }
}
