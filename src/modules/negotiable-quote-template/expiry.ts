import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { linkedQuotes } from './generate.ts';
import { mailStep } from './mails.ts';
import { templateStatesBefore } from './states.ts';
import { isOver, moveTemplate, requireTemplate } from './templates.ts';

/** Milliseconds between two turns, and templates of a turn. */
const INTERVAL = 60_000;
const TEMPLATES = 100;

/** Ends templates whose last day is over, with their quotes that were not ordered, each in a transaction of its own. */
async function expireDue(call: Call): Promise<'more' | void> {
  const today = call.clock.now().toISOString().slice(0, 10);
  const due = await call.db
    .selectFrom('negotiable_quote_template')
    .select('template_id')
    .where('status', 'in', templateStatesBefore('expired'))
    .where('expires_on', '<', today)
    .limit(TEMPLATES)
    .execute();
  for (const { template_id } of due) {
    await call.transaction(async (inside) => {
      const row = await requireTemplate(inside, template_id);
      if (!isOver(inside, row) || !templateStatesBefore('expired').includes(row.status)) return;
      await moveTemplate(inside, row, { status: 'expired', type: 'UPDATED_BY_SYSTEM' });
      await mailStep(inside, row, { buyer: 'expired', seller: 'over' });
      const quotes = (await linkedQuotes(inside, [template_id])).get(template_id) ?? [];
      await inside.services.negotiableQuote.endQuotes(
        inside,
        quotes.map(({ quote_id }) => quote_id),
      );
    });
  }
  return due.length === TEMPLATES ? 'more' : undefined;
}

/** Ends templates repeatedly. No quotes are generated after the last day, even before the next turn. */
export function startTemplateExpiry(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    turn: () => expireDue(call),
    failed: (error) => platform.log.warn({ err: error }, 'expired quote templates cannot be marked'),
  });
}
