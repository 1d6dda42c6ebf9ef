import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { expirePoints } from './accounts.ts';
import { expiryOf, isExpired } from './expiry.ts';

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

/**
 * Removes expired points from balances repeatedly. They cannot be spent after their expiry, even before its next run.
 */
export function startExpiry(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    turn: () => expireDue(call),
    failed: (error) => platform.log.warn({ err: error }, 'reward points that have expired cannot be taken'),
  });
}
