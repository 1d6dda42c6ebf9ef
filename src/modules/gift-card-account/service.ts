import { addCard, removeCard } from './carts.ts';
import { lockAccounts, makeAccounts } from './make.ts';

/** Functions of gift card accounts for other modules, as `call.services.giftCardAccount`. */
interface GiftCardAccountService {
  /** Creates cards with the same balance, each with a code from the pool; within a transaction. */
  readonly make: typeof makeAccounts;
  /** Locks cards with a remaining balance; within a transaction. */
  readonly lock: typeof lockAccounts;
  /** Pays a cart with one more card. Throws for an unknown or unusable code. */
  readonly addCard: typeof addCard;
  /** Takes a card off a cart. Throws for a card that the cart is not paid with. */
  readonly removeCard: typeof removeCard;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    giftCardAccount: GiftCardAccountService;
  }
}

/** Creates the module's service. */
export function createGiftCardAccountService(): GiftCardAccountService {
  return { make: makeAccounts, lock: lockAccounts, addCard, removeCard };
}
