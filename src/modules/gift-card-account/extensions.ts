import type { Call } from '../../kernel/call.ts';
import type { Decimal } from '../../kernel/money.ts';

/** What takes up the balance of a gift card that a customer redeems. */
export interface CardRedemption {
  /** Whether it does so for the caller now. */
  isOpen(call: Call): boolean;
  /** Gives the calling customer an amount in the base currency; within the transaction in which it leaves the card. */
  take(call: Call, amount: Decimal, info: string): Promise<void>;
}

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    cardRedemptions: CardRedemption;
  }
}
