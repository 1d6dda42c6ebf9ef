import type { Call } from '../../kernel/call.ts';
import type { QuotePaymentInput } from '../quote/types.ts';

/** What has to hold before a checkout ends in an order; a module contributes it. Throws what does not. */
type CheckoutGuard = (call: Call, storeId: number, payment: QuotePaymentInput) => Promise<void>;

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    checkoutGuards: CheckoutGuard;
  }
}

/** Asks every guard. */
export async function passGuards(call: Call, storeId: number, payment: QuotePaymentInput): Promise<void> {
  for (const guard of call.contributions.checkoutGuards) await guard(call, storeId, payment);
}
