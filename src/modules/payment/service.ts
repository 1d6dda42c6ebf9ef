import type { isDeclined } from './errors.ts';
import type { providerOf } from './extensions.ts';
import type { moveMoney } from './move-money.ts';
import type { awaitReview } from './operations.ts';

/** Payment functions for other modules. */
interface PaymentService {
  /** Runs work that includes a payment: both succeed once, or neither does. */
  readonly moveMoney: typeof moveMoney;
  /** The provider of a payment method; undefined for offline methods. */
  readonly providerOf: typeof providerOf;
  readonly awaitReview: typeof awaitReview;
  /** The error for a subject, such as `order:12`, that cannot change during a payment. */
  underWay(subject: string): Error;
  /** Whether an error means that a provider declined a request. */
  readonly isDeclined: typeof isDeclined;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    payment: PaymentService;
  }
}
