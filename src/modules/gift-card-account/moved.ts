import type { Call } from '../../kernel/call.ts';
import { changeAccount, createAccount } from './save.ts';
import type { SentAccount } from './types.ts';

/**
 * Stores a gift card account of another shop: a new one, or changes of the one with this id. A new one gets the id `wantedId` if no
 * other account has it. Returns its id.
 */
type MovedGiftCardWriter = (
  call: Call,
  id: number | undefined,
  account: SentAccount,
  wantedId?: number,
) => Promise<number>;

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    movedGiftCards: MovedGiftCardWriter;
  }
}

/** Stores a gift card account. In a transaction. Throws the errors of `createAccount` and `changeAccount`. */
export const storeMovedGiftCard: MovedGiftCardWriter = async (call, id, account, wantedId) => {
  const stored =
    id === undefined ? await createAccount(call, account, wantedId) : await changeAccount(call, id, account);
  return stored.giftcardaccount_id;
};
