import type { Call } from '../../kernel/call.ts';
import type { Decimal } from '../../kernel/money.ts';

/** Destination of the balance of a redeemed gift card. */
export interface CardRedemption {
  /** Whether the caller can currently redeem cards. */
  isOpen(call: Call): boolean;
  /** Credits the calling customer with an amount in the base currency, in the transaction that debits the card. */
  take(call: Call, amount: Decimal, info: string): Promise<void>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    cardRedemptions: CardRedemption;
  }
}
