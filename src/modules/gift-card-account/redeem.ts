import type { Call } from '../../kernel/call.ts';
import { accountStates, findAccount, isGood, type AccountRow } from './accounts.ts';
import { amountOfCents } from './cents.ts';
import { giftCardErrors } from './errors.ts';
import { historyActions, writeHistory } from './history.ts';
import { lockAccount } from './save.ts';

/**
 * Transfers the balance of a card to the calling customer; within a transaction. Throws without a destination, for a
 * card that is invalid for the caller, and for a card that is not redeemable.
 */
export async function redeemCard(call: Call, code: string): Promise<AccountRow> {
  const redemption = call.contributions.cardRedemptions.find((one) => one.isOpen(call));
  if (!redemption) throw giftCardErrors.notNow();
  const found = await findAccount(call, code);
  // Without the lock, two concurrent requests would both read the balance.
  const before = found && (await lockAccount(call, found.giftcardaccount_id));
  if (!before || before.balance === 0 || !isGood(call, before, call.scope.websiteId)) throw giftCardErrors.notFound();
  if (before.is_redeemable !== 1) throw giftCardErrors.notRedeemable();
  const { giftcardaccount_id: accountId, balance } = before;
  const row = await call.db
    .updateTable('giftcardaccount')
    .set({ balance: 0, state: accountStates.redeemed })
    .where('giftcardaccount_id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const info = `Customer ID: ${call.caller.id}.`;
  await writeHistory(call, [{ accountId, action: historyActions.redeemed, balance: 0, delta: -balance, info }]);
  await redemption.take(call, amountOfCents(balance), `Gift card ${before.code}`);
  return row;
}
