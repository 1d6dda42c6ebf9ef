import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { fromCents } from './cents.ts';
import type { ShownEntry } from './types.ts';

/** Actions in the history of a card, by the interface's number. */
export const historyActions = { created: 0, used: 1, sent: 2, redeemed: 3, expired: 4, updated: 5 } as const;

/** An entry of the history; amounts in cents. */
export interface NewHistoryEntry {
  readonly accountId: number;
  readonly action: number;
  readonly balance: number;
  readonly delta: number;
  readonly info?: string | null;
}

/** Writes history entries, in one statement. */
export async function writeHistory(call: Call, entries: readonly NewHistoryEntry[]): Promise<void> {
  const updated_at = formatTime(call.clock.now());
  const rows = entries.map(({ accountId, action, balance, delta, info = null }) => ({
    giftcardaccount_id: accountId,
    updated_at,
    action,
    balance_amount: balance,
    balance_delta: delta,
    additional_info: info,
  }));
  await insertRows(call.db, 'giftcardaccount_history', rows);
}

/** The history of each card, oldest entry first, in one query. */
export async function loadHistory(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, ShownEntry[]>> {
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .selectFrom('giftcardaccount_history')
    .selectAll()
    .where(inIds('giftcardaccount_id', ids))
    .orderBy('history_id')
    .execute();
  const byCard = new Map<number, ShownEntry[]>();
  for (const { giftcardaccount_id: id, updated_at, action, balance_amount, balance_delta, additional_info } of rows) {
    const entry = { updated_at, action, additional_info };
    const amounts = { balance_amount: fromCents(balance_amount), balance_delta: fromCents(balance_delta) };
    byCard.set(id, [...(byCard.get(id) ?? []), { ...entry, ...amounts }]);
  }
  return byCard;
}
