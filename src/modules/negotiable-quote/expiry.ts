import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { retentionInterval, startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { mailBuyer } from './mails.ts';
import { move, requireNegotiation } from './negotiations.ts';
import { statesBefore } from './states.ts';
import { removeOldUploads } from './uploads.ts';

/** Milliseconds between two turns, and quotes of a turn. */
const INTERVAL = 60_000;
const QUOTES = 100;

/** Marks quotes as expired whose last day is over, and tells their buyers, each in a transaction of its own. */
async function expireDue(call: Call): Promise<'more' | void> {
  const today = call.clock.now().toISOString().slice(0, 10);
  const due = await call.db
    .selectFrom('negotiable_quote')
    .select('quote_id')
    .where('status', 'in', statesBefore('expired'))
    .where('expires_on', '<', today)
    .limit(QUOTES)
    .execute();
  for (const { quote_id } of due) {
    await call.transaction(async (inside) => {
      const row = await requireNegotiation(inside, quote_id);
      const isDue = row.expires_on !== null && row.expires_on < today;
      if (!isDue || !statesBefore('expired').some((state) => state === row.status)) return;
      await move(inside, quote_id, 'expired', {});
      await mailBuyer(inside, 'expired', row, null);
    });
  }
  return due.length === QUOTES ? 'more' : undefined;
}

/** Ends quotes repeatedly. Their prices cannot be ordered at after the last day, even before the next turn. */
export function startQuoteExpiry(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    turn: () => expireDue(call),
    failed: (error) => platform.log.warn({ err: error }, 'expired quotes cannot be marked'),
  });
}

/** Removes uploads repeatedly that no comment took. */
export function startUploadRemoval(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: retentionInterval(platform),
    turn: () => removeOldUploads(call),
    failed: (error) => platform.log.warn({ err: error }, 'old uploads for quotes cannot be removed'),
  });
}
