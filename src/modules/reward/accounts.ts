import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { inIds } from '../../storage/sql.ts';
import type { RewardAction } from './actions.ts';
import { rewardSettings } from './configuration.ts';
import { rewardErrors } from './errors.ts';
import { expiryOf, isExpired } from './expiry.ts';
import { mailPoints } from './mails.ts';

/** The customer and the website of an account. */
export interface RewardKey {
  readonly customerId: number;
  readonly websiteId: number;
}

/** The current state of an account. */
export interface RewardAccount {
  readonly id: number;
  readonly points: number;
}

/** A change in the history. */
export interface RewardChange {
  readonly action: RewardAction;
  readonly info: string | null;
  /** Whether the customer gets an email; undefined: by the action and the customer's choice. */
  readonly mail?: 'never';
}

/** Whether there are reward points in a store view. */
export function isEnabled(call: Call, storeId?: number): boolean {
  return call.config.of(rewardSettings.isEnabled, storeId === undefined ? undefined : { storeId });
}

/** Whether customers of a store view see their points and pay with them. */
export function isOnFront(call: Call, storeId: number): boolean {
  return isEnabled(call, storeId) && call.config.of(rewardSettings.isOnFront, { storeId });
}

/** An account with its spendable points, without expired ones. Undefined for a customer without an account. */
export async function findAccount(
  call: Call,
  { customerId, websiteId }: RewardKey,
): Promise<RewardAccount | undefined> {
  return (await findAccounts(call, websiteId, [customerId])).get(customerId);
}

/** The accounts of customers on a website, by customer id, with their spendable points. */
export async function findAccounts(
  call: Call,
  websiteId: number,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, RewardAccount>> {
  const expiry = expiryOf(call, websiteId);
  const rows = await call.db
    .selectFrom('reward as r')
    .select(['r.reward_id', 'r.customer_id', 'r.points_balance'])
    .select((outer) =>
      outer
        .selectFrom('reward_history as h')
        .select((eb) => eb.fn.sum<number>(eb('h.points_delta', '-', eb.ref('h.points_used'))).as('n'))
        .whereRef('h.reward_id', '=', 'r.reward_id')
        .where(isExpired(expiry, 'h'))
        .as('expired'),
    )
    .where(inIds('r.customer_id', customerIds))
    .where('r.website_id', '=', websiteId)
    .execute();
  return new Map(
    rows.map((row) => [row.customer_id, { id: row.reward_id, points: row.points_balance - Number(row.expired ?? 0) }]),
  );
}

/** Adds points to an account, up to its limit; within a transaction. Returns the number of added points. */
export async function addPoints(call: Call, key: RewardKey, points: number, change: RewardChange): Promise<number> {
  const account = await lockAccount(call, key);
  const most = call.config.of(rewardSettings.most, { websiteId: key.websiteId });
  const added = most > 0 ? Math.max(Math.min(points, most - account.points), 0) : points;
  if (added > 0) await writeChange(call, account, added, change, key);
  return added;
}

/** As `spendPoints`, for any reason. Throws 400 for insufficient points. */
export async function takePoints(call: Call, key: RewardKey, points: number, change: RewardChange): Promise<void> {
  if (!(await take(call, key, points, change))) {
    throw rewardErrors.belowZero([(await findAccount(call, key))?.points ?? 0]);
  }
}

/**
 * Spends points on an order that has no number yet, the oldest first; within a transaction. Returns false for
 * insufficient points, including those that other processes have spent meanwhile.
 */
export function spendPoints(call: Call, key: RewardKey, points: number): Promise<boolean> {
  return take(call, key, points, { action: 'spent', info: null });
}

/** Names the order that points of this transaction were spent on. */
export async function nameSpending(call: Call, { id }: RewardAccount, info: string): Promise<void> {
  await call.db
    .updateTable('reward_history')
    .set({ additional_info: info })
    .where('reward_id', '=', id)
    .where('action', '=', 'spent')
    .where('additional_info', 'is', null)
    .execute();
}

async function take(call: Call, key: RewardKey, points: number, change: RewardChange): Promise<boolean> {
  await expirePoints(call, key);
  const account = await lockAccount(call, key);
  if (account.points < points) return false;
  await useEntries(call, account.id, points);
  await writeChange(call, account, -points, change, key);
  return true;
}

/** Removes expired points from an account; within a transaction. */
export async function expirePoints(call: Call, key: RewardKey): Promise<void> {
  const account = await lockAccount(call, key);
  const entries = await call.db
    .selectFrom('reward_history as h')
    .select(['h.history_id', 'h.points_delta', 'h.points_used'])
    .where('h.reward_id', '=', account.id)
    .where(isExpired(expiryOf(call, key.websiteId), 'h'))
    .execute();
  const expired = entries.reduce((sum, entry) => sum + entry.points_delta - entry.points_used, 0);
  if (expired === 0) return;
  for (const { history_id, points_delta } of entries) await setUsed(call, history_id, points_delta);
  await writeChange(call, account, -expired, { action: 'expired', info: null }, key);
}

/** The account, created if missing and locked until the transaction ends. */
async function lockAccount(call: Call, { customerId, websiteId }: RewardKey): Promise<RewardAccount> {
  const row = await call.db
    .insertInto('reward')
    .values({ customer_id: customerId, website_id: websiteId, points_balance: 0 })
    .onConflict((conflict) => conflict.columns(['customer_id', 'website_id']).doUpdateSet({ customer_id: customerId }))
    .returning(['reward_id', 'points_balance'])
    .executeTakeFirstOrThrow();
  return { id: row.reward_id, points: row.points_balance };
}

/** Writes the new balance of a locked account and why it changed, and queues the email about it. */
async function writeChange(
  call: Call,
  account: RewardAccount,
  delta: number,
  { action, info, mail }: RewardChange,
  key: RewardKey,
): Promise<void> {
  const points_balance = account.points + delta;
  await call.db.updateTable('reward').set({ points_balance }).where('reward_id', '=', account.id).execute();
  const now = call.clock.now();
  const days = call.config.of(rewardSettings.lifetime, { websiteId: key.websiteId });
  const expires_at = delta > 0 && days > 0 ? formatTime(new Date(now.getTime() + days * 86_400_000)) : null;
  await call.db
    .insertInto('reward_history')
    .values({
      reward_id: account.id,
      created_at: formatTime(now),
      action,
      points_balance,
      points_delta: delta,
      points_used: 0,
      expires_at,
      additional_info: info,
    })
    .execute();
  if (mail === 'never') return;
  await mailPoints(call, key, action, { delta, balance: points_balance, reason: info, expires: expires_at });
}

/** Marks points as spent in the entries that have added them, the oldest first. */
async function useEntries(call: Call, rewardId: number, points: number): Promise<void> {
  const entries = await call.db
    .selectFrom('reward_history')
    .select(['history_id', 'points_delta', 'points_used'])
    .where('reward_id', '=', rewardId)
    .whereRef('points_delta', '>', 'points_used')
    .orderBy('history_id')
    .execute();
  let left = points;
  for (const { history_id, points_delta, points_used } of entries) {
    if (left === 0) return;
    const used = Math.min(left, points_delta - points_used);
    left -= used;
    await setUsed(call, history_id, points_used + used);
  }
}

async function setUsed(call: Call, historyId: number, points_used: number): Promise<void> {
  await call.db.updateTable('reward_history').set({ points_used }).where('history_id', '=', historyId).execute();
}

/** The history of an account, the newest first. */
export async function historyOf(call: Call, { id }: RewardAccount) {
  return await call.db
    .selectFrom('reward_history')
    .select(['created_at', 'action', 'points_delta', 'points_balance', 'expires_at', 'additional_info'])
    .where('reward_id', '=', id)
    .orderBy('history_id', 'desc')
    .execute();
}

/** Removes the points of a customer who is deleted, with their history. */
export async function removeAccounts(call: Call, customerId: number): Promise<void> {
  await call.db.deleteFrom('reward').where('customer_id', '=', customerId).execute();
}
