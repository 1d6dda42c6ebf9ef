import type { Call } from '../../kernel/call.ts';
import { jsonTextOf } from '../../kernel/json-text.ts';
import { loader } from '../../kernel/loader.ts';
import { decimal } from '../../kernel/money.ts';
import { formatTime } from '../../kernel/time.ts';
import { inIds } from '../../storage/sql.ts';
import { creatorOf } from './creators.ts';
import { templateStates } from './states.ts';
import type { HistoryNote, NegotiationRow, QuoteHistoryRow } from './tables.ts';

/** The facts of a change besides the state and the last day of a quote. */
export interface ChangeFacts {
  readonly comment?: string | null | undefined;
  /** Ids of the products that the change removed. */
  readonly removed?: readonly number[];
}

/** A quote as far as its history shows it. */
type Recorded = Pick<NegotiationRow, 'quote_id' | 'status' | 'expires_on'>;

/** States whose prices the other side sees: the total is recorded with them. */
const totalStates: ReadonlySet<string> = new Set(['created', 'submitted_by_admin', 'submitted_by_customer']);

/**
 * Records a change of a quote; nothing if neither state, last day nor comment changes, and nothing for a template, which has a
 * history of its own. `before`: undefined for a new quote.
 */
export async function recordChange(
  call: Call,
  before: Recorded | undefined,
  after: Recorded,
  { comment, removed = [] }: ChangeFacts,
): Promise<void> {
  if (templateStates.includes(after.status)) return;
  const text = comment?.trim() ? comment : null;
  const isSame = before?.status === after.status && before.expires_on === after.expires_on;
  if (isSame && text === null && removed.length === 0) return;
  await call.db
    .insertInto('negotiable_quote_history')
    .values({
      quote_id: after.quote_id,
      ...creatorOf(call),
      old_status: before?.status ?? null,
      new_status: after.status,
      comment: text,
      old_expires_on: before?.expires_on ?? null,
      new_expires_on: after.expires_on,
      total: totalStates.has(after.status) ? await totalOfQuote(call, after.quote_id) : null,
      removed: jsonTextOf([...removed]),
      item_note: null,
      created_at: formatTime(call.clock.now()),
    })
    .execute();
}

/** Records a note on an item of a quote, or of the terms of a template. */
export async function recordNote(call: Call, quote: Recorded, note: HistoryNote): Promise<void> {
  const { quote_id, status, expires_on } = quote;
  await call.db
    .insertInto('negotiable_quote_history')
    .values({
      quote_id,
      ...creatorOf(call),
      old_status: status,
      new_status: status,
      comment: null,
      old_expires_on: expires_on,
      new_expires_on: expires_on,
      total: null,
      removed: jsonTextOf([]),
      item_note: jsonTextOf(note),
      created_at: formatTime(call.clock.now()),
    })
    .execute();
}

async function totalOfQuote(call: Call, quoteId: number): Promise<number> {
  const { quote } = call.services;
  const { grandTotal } = await quote.totals(call, await quote.cart(call, quoteId));
  return decimal(grandTotal.amount).times(10_000).toDecimalPlaces(0).toNumber();
}

/** The changes of quotes, oldest first. */
export const historyOfQuote = loader<number, readonly QuoteHistoryRow[]>(async (ids, call) => {
  const rows = await call.db
    .selectFrom('negotiable_quote_history')
    .selectAll()
    .where(inIds('quote_id', ids))
    .orderBy('history_id')
    .execute();
  const byQuote = Map.groupBy(rows, ({ quote_id }) => quote_id);
  return ids.map((id) => byQuote.get(id) ?? []);
});
