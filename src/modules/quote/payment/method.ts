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
export type PaymentSetting = (name: string) => string;

/** A way of paying; one file for each. */
export interface PaymentMethod {
  readonly code: string;
  /** Whether it is offered, besides what all methods depend on (active, country, total). */
  isOffered?(context: PaymentContext, setting: PaymentSetting): boolean;
  /** Whether nothing can be paid with it. */
  readonly paysNothing?: boolean;
  /** Throws what is missing for an order. */
  check?(payment: CartPayment): void;
  /** What the order shows besides the method's title; null for an unset text. */
  information?(setting: PaymentSetting): (string | null)[];
  /** Payment number that the order keeps. */
  readonly keepsPoNumber?: boolean;
}

export function paymentSetting(call: Call, code: string): PaymentSetting {
  return (name) => call.config.get(`payment/${code}/${name}`, { storeId: call.scope.storeId }) ?? '';
}
