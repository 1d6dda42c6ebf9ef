import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { inIds } from '../../storage/sql.ts';
import { templateErrors } from './errors.ts';
import type { TemplateRow } from './tables.ts';
import { findTemplates, isOver, ownTemplate } from './templates.ts';

/** States of quotes that give their place in the commitment back. */
const endedStates: ReadonlySet<string> = new Set(['declined', 'closed', 'expired']);

/**
 * Generates a quote at the terms of the calling buyer's active template; returns its id. Within a transaction. Throws if the template is
 * not active or over, or if its greatest number of quotes was generated.
 */
export async function generateQuote(call: Call, id: number): Promise<number> {
  await ownTemplate(call, id, 'Magento_NegotiableQuoteTemplate::generate_quote');
  // The update locks the row, so that callers at the same time count one after another.
  const locked = await call.db
    .updateTable('negotiable_quote_template')
    .set({ updated_at: formatTime(call.clock.now()) })
    .where('template_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isOver(call, locked)) throw templateErrors.expired();
  if (locked.status !== 'active') throw templateErrors.wrongState([locked.status]);
  if (locked.max_orders > 0) {
    const states = (await linkedQuotes(call, [id])).get(id) ?? [];
    const count = states.filter(({ status }) => !endedStates.has(status)).length;
    if (count >= locked.max_orders) throw templateErrors.usedUp();
  }
  const quoteId = await call.services.negotiableQuote.quoteAtTerms(
    call,
    id,
    locked.expires_on,
    locked.is_min_max_qty_used === 1,
  );
  await call.db.insertInto('negotiable_quote_template_quote').values({ quote_id: quoteId, template_id: id }).execute();
  return quoteId;
}

/** A quote that was generated from a template. */
interface LinkedQuote {
  readonly quote_id: number;
  readonly template_id: number;
  /** The state of the quote. */
  readonly status: string;
}

/** The quotes that were generated from templates, by template, in two queries. */
export async function linkedQuotes(
  call: Call,
  templateIds: readonly number[],
): Promise<ReadonlyMap<number, readonly LinkedQuote[]>> {
  if (templateIds.length === 0) return new Map();
  const rows = await call.db
    .selectFrom('negotiable_quote_template_quote')
    .selectAll()
    .where(inIds('template_id', templateIds))
    .orderBy('quote_id')
    .execute();
  const states = await call.services.negotiableQuote.quoteStates(
    call,
    rows.map(({ quote_id }) => quote_id),
  );
  const linked = rows.map(({ quote_id, template_id }) => {
    return { quote_id, template_id, status: states.get(quote_id) ?? 'closed' };
  });
  return Map.groupBy(linked, ({ template_id }) => template_id);
}

/** The templates from which quotes were generated, by quote, in two queries. */
export async function templatesOfQuotes(call: Call, quoteIds: readonly number[]): Promise<Map<number, TemplateRow>> {
  const links = await call.db
    .selectFrom('negotiable_quote_template_quote')
    .selectAll()
    .where(inIds('quote_id', quoteIds))
    .execute();
  const templates = await findTemplates(
    call,
    links.map(({ template_id }) => template_id),
  );
  return new Map(
    links.flatMap(({ quote_id, template_id }) => {
      const template = templates.get(template_id);
      return template ? [[quote_id, template] as const] : [];
    }),
  );
}
