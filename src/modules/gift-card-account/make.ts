import type { Call } from '../../kernel/call.ts';
import { zip } from '../../kernel/lists.ts';
import type { Decimal } from '../../kernel/money.ts';
import { formatTime } from '../../kernel/time.ts';
import { insertRows } from '../../storage/rows.ts';
import { accountStates, findAccounts, today, type AccountRow } from './accounts.ts';
import { toCents } from './cents.ts';
import { historyActions, writeHistory } from './history.ts';
import { takeCodes } from './pool.ts';

/** Cards with equal terms. */
interface NewAccounts {
  readonly count: number;
  /** The balance of each card, in the base currency of the website. */
  readonly balance: Decimal;
  readonly websiteId: number;
  /** Validity in days; 0: unlimited. */
  readonly lifetime: number;
  readonly isRedeemable: boolean;
  /** The reason for their creation, for the history. */
  readonly info: string;
}

/** A new card. */
interface MadeAccount {
  readonly id: number;
  readonly code: string;
  /** The last day of validity; null: unlimited. */
  readonly expires: string | null;
}

const DAY = 86_400_000;

/**
 * Creates cards with the same balance, each with a code from the pool; within a transaction. A fixed number of queries.
 */
export async function makeAccounts(call: Call, cards: NewAccounts): Promise<MadeAccount[]> {
  const { count, lifetime, websiteId, isRedeemable, info } = cards;
  const balance = toCents(cards.balance);
  const expires = lifetime > 0 ? formatTime(new Date(call.clock.now().getTime() + lifetime * DAY)).slice(0, 10) : null;
  const codes = await takeCodes(call, count);
  const rows = codes.map((code) => ({
    code,
    status: 1 as const,
    date_created: today(call),
    date_expires: expires,
    website_id: websiteId,
    balance,
    state: accountStates.available,
    is_redeemable: isRedeemable ? (1 as const) : (0 as const),
  }));
  const ids = await insertRows(call.db, 'giftcardaccount', rows, { returning: ['giftcardaccount_id'] });
  const accounts = zip(codes, ids).map(([code, { giftcardaccount_id: id }]) => ({ id, code, expires }));
  const entry = { action: historyActions.created, balance, delta: balance, info };
  await writeHistory(
    call,
    accounts.map(({ id }) => ({ accountId: id, ...entry })),
  );
  return accounts;
}

/**
 * Locks `count` of these cards against payments, those with the largest balance first, and records the reason in their
 * history. Spent cards count but stay unlocked, since a refund may return money to them. Returns the ids of `count`
 * cards, including cards that were already locked, spent or deleted. Within a transaction.
 */
export async function lockAccounts(call: Call, ids: readonly number[], count: number, info: string): Promise<number[]> {
  const accounts = [...(await findAccounts(call, ids)).values()];
  const chosen = accounts.toSorted(byRest).slice(0, count);
  const locked = chosen.filter(({ balance, status }) => balance > 0 && status === 1);
  // Cards change in order of id, as in payments, to avoid deadlocks.
  for (const { giftcardaccount_id: id } of locked.toSorted((a, b) => a.giftcardaccount_id - b.giftcardaccount_id)) {
    const row = await call.db
      .updateTable('giftcardaccount')
      .set({ status: 0 })
      .where('giftcardaccount_id', '=', id)
      .returning('balance')
      .executeTakeFirstOrThrow();
    await writeHistory(call, [{ accountId: id, action: historyActions.updated, balance: row.balance, delta: 0, info }]);
  }
  const chosenIds = chosen.map((account) => account.giftcardaccount_id);
  const known = new Set(accounts.map((account) => account.giftcardaccount_id));
  return [...chosenIds, ...ids.filter((id) => !known.has(id))].slice(0, count);
}

/** Larger balances come first; for equal balances, the newest card. */
function byRest(one: AccountRow, other: AccountRow): number {
  return other.balance - one.balance || other.giftcardaccount_id - one.giftcardaccount_id;
}
