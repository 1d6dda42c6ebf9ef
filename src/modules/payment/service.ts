import type { isDeclined } from './errors.ts';
import type { providerOf } from './extensions.ts';
import type { moveMoney } from './move-money.ts';
import type { awaitReview } from './operations.ts';

/** What the modules that need money use. */
interface PaymentService {
  /** Runs work that moves money: it moves once, with all that the work writes, or not at all. */
  readonly moveMoney: typeof moveMoney;
  /** Who moves the money of a payment method; undefined: nobody, it is settled by hand. */
  readonly providerOf: typeof providerOf;
  readonly awaitReview: typeof awaitReview;
  /** The error for something that cannot be changed while money is moved for it, such as `order:12`. */
  underWay(subject: string): Error;
  /** Whether an error says that a provider has refused a request. */
  readonly isDeclined: typeof isDeclined;
}

declare module '../../kernel/call.ts' {
  interface Services {
    payment: PaymentService;
  }
}
