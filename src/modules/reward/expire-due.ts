import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { firstOf } from '../../kernel/lists.ts';
import { expirePoints, findAccount, type RewardKey } from './accounts.ts';
import { rewardSettings } from './configuration.ts';
import { expiryOf, expiryTime, isExpired } from './expiry.ts';
import { mailExpiring } from './mails.ts';

/** How often is looked, in milliseconds; how many accounts at once. */
const INTERVAL = 60_000;
const ACCOUNTS = 100;

/** Removes expired points from the accounts of every website, in batches. */
async function expireDue(call: Call): Promise<'more' | void> {
  let isMore = false;
  for (const { id: websiteId } of call.services.store.websites()) {
    const due = await call.db
      .selectFrom('reward as r')
      .innerJoin('reward_history as h', 'h.reward_id', 'r.reward_id')
      .select('r.customer_id')
      .distinct()
      .where('r.website_id', '=', websiteId)
      .where(isExpired(expiryOf(call, websiteId), 'h'))
      .limit(ACCOUNTS)
      .execute();
    for (const { customer_id: customerId } of due) {
      await call.transaction((inside) => expirePoints(inside, { customerId, websiteId }));
    }
    isMore ||= due.length === ACCOUNTS;
  }
  return isMore ? 'more' : undefined;
}

/** Warns the customers of every website of points that expire within the configured days, in batches; once of each entry. */
export async function warnDue(call: Call): Promise<'more' | void> {
  let isMore = false;
  for (const { id: websiteId } of call.services.store.websites()) {
    const days = call.config.of(rewardSettings.warnsBefore, { websiteId });
    if (days === 0) continue;
    const due = await call.db
      .selectFrom('reward as r')
      .innerJoin('reward_history as h', 'h.reward_id', 'r.reward_id')
      .select(['r.reward_id', 'r.customer_id'])
      .distinct()
      .where('r.website_id', '=', websiteId)
      .where('h.is_warned', '=', 0)
      .where(isExpired(expiryOf(call, websiteId, days), 'h'))
      .limit(ACCOUNTS)
      .execute();
    for (const { reward_id: rewardId, customer_id: customerId } of due) {
      await call.transaction((inside) => warn(inside, { customerId, websiteId }, rewardId, days));
    }
    isMore ||= due.length === ACCOUNTS;
  }
  return isMore ? 'more' : undefined;
}

/** Marks the entries of an account that expire within some days as warned, and queues the email about them. */
async function warn(call: Call, key: RewardKey, rewardId: number, days: number): Promise<void> {
  await expirePoints(call, key);
  const { websiteId } = key;
  const entries = await call.db
    .selectFrom('reward_history as h')
    .select(['h.history_id', 'h.points_delta', 'h.points_used', 'h.created_at', 'h.expires_at'])
    .where('h.reward_id', '=', rewardId)
    .where('h.is_warned', '=', 0)
    .where(isExpired(expiryOf(call, websiteId, days), 'h'))
    .orderBy('h.history_id')
    .execute();
  const account = await findAccount(call, key);
  if (entries.length === 0 || !account) return;
  await call.db
    .updateTable('reward_history')
    .set({ is_warned: 1 })
    .where(
      'history_id',
      'in',
      entries.map(({ history_id }) => history_id),
    )
    .execute();
  const points = entries.reduce((sum, entry) => sum + entry.points_delta - entry.points_used, 0);
  const firsts = entries.map((entry) => expiryTime(call, websiteId, entry)).sort();
  await mailExpiring(call, key, { points, balance: account.points, first: firstOf(firsts) });
}

/**
 * Removes expired points from balances repeatedly, and warns customers of those that expire soon. They cannot be spent after their expiry, even before its next run.
 */
export function startExpiry(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    turn: async () => (await expireDue(call)) ?? warnDue(call),
    failed: (error) => platform.log.warn({ err: error }, 'reward points that have expired cannot be taken'),
  });
}
