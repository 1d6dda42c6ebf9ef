import { lockAccounts, makeAccounts } from './make.ts';

/** What gift card accounts offer as `call.services.giftCardAccount`. */
interface GiftCardAccountService {
  /** Makes cards of the same balance, each with a code of the pool; within a transaction. */
  readonly make: typeof makeAccounts;
  /** Locks cards, on which there is something left; within a transaction. */
  readonly lock: typeof lockAccounts;
}

declare module '../../kernel/call.ts' {
  interface Services {
    giftCardAccount: GiftCardAccountService;
  }
}

/** Makes the module's service. */
export function createGiftCardAccountService(): GiftCardAccountService {
  return { make: makeAccounts, lock: lockAccounts };
}
