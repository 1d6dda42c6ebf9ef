import type { Call } from '../../kernel/call.ts';
import { accountStates, findAccount, isGood, type AccountRow } from './accounts.ts';
import { amountOfCents } from './cents.ts';
import { giftCardErrors } from './errors.ts';
import { historyActions, writeHistory } from './history.ts';
import { lockAccount } from './save.ts';

/**
 * Gives all that is left on a card to the calling customer; within a transaction. Throws where nothing takes it up, for a card that
 * the caller could not pay with either, and for one that may not be redeemed.
 */
export async function redeemCard(call: Call, code: string): Promise<AccountRow> {
  const redemption = call.contributions.cardRedemptions.find((one) => one.isOpen(call));
  if (!redemption) throw giftCardErrors.notNow();
  const found = await findAccount(call, code);
  // Two requests at once would both find the balance.
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
