import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { mailBuyer, mailSeller } from './mails.ts';
import { move, requireNegotiation } from './negotiations.ts';
import { pricedStates, statesBefore } from './states.ts';

/** Milliseconds between two turns, and quotes of a turn. */
const INTERVAL = 60_000;
const QUOTES = 100;
const DAY = 86_400_000;

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
      await mailSeller(inside, 'over', row, null);
    });
  }
  return due.length === QUOTES ? 'more' : undefined;
}

/** The reminders, by the last day of a quote as a distance from today: prices are valid to the end of the last day. */
const reminders = [
  { days: 1, hours: 48, mail: 'expiresInTwoDays' },
  { days: 0, hours: 24, mail: 'expiresInOneDay' },
] as const;

/** Reminds buyers of quotes that expire soon, each in a transaction of its own, which records the reminder. */
async function remindDue(call: Call): Promise<'more' | void> {
  let isMore = false;
  for (const { days, hours, mail } of reminders) {
    const day = new Date(call.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
    const reminder = `${day}/${hours}`;
    const due = await call.db
      .selectFrom('negotiable_quote')
      .select('quote_id')
      .where('status', 'in', pricedStates)
      .where('expires_on', '=', day)
      .where('is_hidden', '=', 0)
      .where((eb) => eb.or([eb('reminder', 'is', null), eb('reminder', '!=', reminder)]))
      .limit(QUOTES)
      .execute();
    isMore ||= due.length === QUOTES;
    for (const { quote_id } of due) {
      await call.transaction(async (inside) => {
        const row = await markReminded(inside, quote_id, day, reminder);
        if (row) await mailBuyer(inside, mail, row, null);
      });
    }
  }
  return isMore ? 'more' : undefined;
}

/** Records a reminder of a quote; undefined if another process did, or if the quote needs none any more. */
function markReminded({ db }: Call, quoteId: number, day: string, reminder: string) {
  return db
    .updateTable('negotiable_quote')
    .set({ reminder })
    .where('quote_id', '=', quoteId)
    .where('status', 'in', pricedStates)
    .where('expires_on', '=', day)
    .where('is_hidden', '=', 0)
    .where((eb) => eb.or([eb('reminder', 'is', null), eb('reminder', '!=', reminder)]))
    .returning(['quote_id', 'quote_name'])
    .executeTakeFirst();
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

/** Reminds buyers repeatedly of quotes that expire within 48 and 24 hours. */
export function startQuoteReminders(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    turn: () => remindDue(call),
    failed: (error) => platform.log.warn({ err: error }, 'reminders of quotes cannot be sent'),
  });
}
