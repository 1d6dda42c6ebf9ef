import type { Call } from '../../kernel/call.ts';
import { jsonTextOf } from '../../kernel/json-text.ts';
import { formatTime } from '../../kernel/time.ts';
import { inIds } from '../../storage/sql.ts';
import type { StoredCart } from '../quote/service.ts';
import { copyQuote, originalItems } from './begin.ts';
import { negotiationErrors } from './errors.ts';
import { checkLimits, itemLimitsOf, limitsWith } from './limits.ts';
import { itemsKey, move, requireNegotiation } from './negotiations.ts';
import { statesBefore, templateStates } from './states.ts';
import type { ItemLimits } from './tables.ts';

/** Copies a quote into the terms of a new template. Throws 404, also for the terms of another template. */
export async function copyToTerms(call: Call, quoteId: number): Promise<StoredCart> {
  const { status } = await requireNegotiation(call, quoteId);
  if (templateStates.includes(status)) throw negotiationErrors.notFound([quoteId]);
  return copyQuote(call, quoteId, 'template_open', {});
}

/** Opens or locks the terms of a template for changes of the shop. Locking records the items that the terms apply to. */
export async function openTerms(call: Call, id: number, isOpen: boolean): Promise<void> {
  if (isOpen) return move(call, id, 'template_open', {});
  if ((await requireNegotiation(call, id)).status === 'template_locked') return;
  const items_key = itemsKey(call, await call.services.quote.cart(call, id));
  return move(call, id, 'template_locked', { items_key });
}

/** The quantity limits of items of a template. */
export async function termLimits(call: Call, id: number): Promise<readonly ItemLimits[]> {
  return itemLimitsOf(await requireNegotiation(call, id));
}

/** Records changed items of a template, with limits of their quantities. Throws 400 for limits that allow no quantity. */
export async function changeTerms(call: Call, cart: StoredCart, limits: readonly ItemLimits[]): Promise<void> {
  const before = await requireNegotiation(call, cart.id);
  await call.db
    .updateTable('negotiable_quote')
    .set({
      items_key: itemsKey(call, cart),
      item_limits: limitsWith(before, limits),
      original_items: jsonTextOf(await originalItems(call, cart)),
      updated_at: formatTime(call.clock.now()),
    })
    .where('quote_id', '=', cart.id)
    .execute();
}

/** Throws 400 for an item of a template whose quantity is outside of its limits. */
export async function checkTermLimits(call: Call, cart: StoredCart): Promise<void> {
  checkLimits(cart, await requireNegotiation(call, cart.id));
}

/**
 * Creates a quote at the terms of a template, ready to be ordered; `hasLimits`: with the quantity limits of its items. Throws if the
 * items changed since the terms were locked.
 */
export async function quoteAtTerms(
  call: Call,
  id: number,
  expiresOn: string | null,
  hasLimits: boolean,
): Promise<number> {
  const { items_key } = await requireNegotiation(call, id);
  if (items_key !== itemsKey(call, await call.services.quote.activeCart(call, id))) throw negotiationErrors.gone();
  const values = { expires_on: expiresOn, ...(hasLimits ? {} : { item_limits: jsonTextOf([]) }) };
  return (await copyQuote(call, id, 'submitted_by_admin', values)).id;
}

/** Ends quotes that can still be ordered, as when their template expires. */
export async function endQuotes(call: Call, ids: readonly number[]): Promise<void> {
  const ending = new Set<string>(statesBefore('expired'));
  for (const [id, status] of await quoteStates(call, ids)) {
    if (ending.has(status)) await move(call, id, 'expired', {});
  }
}

/** The states of quotes that nobody deleted, by id, in one query. */
export async function quoteStates(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await call.db
    .selectFrom('negotiable_quote')
    .select(['quote_id', 'status'])
    .where(inIds('quote_id', ids))
    .where('is_hidden', '=', 0)
    .execute();
  return new Map(rows.map(({ quote_id, status }) => [quote_id, status]));
}

/** Deletes the terms of a template with their comments and notes, and closes their cart. */
export async function removeTerms(call: Call, id: number): Promise<void> {
  const { quote } = call.services;
  await quote.saveCart(call, await quote.cart(call, id), { is_active: false });
  await call.db.deleteFrom('negotiable_quote').where('quote_id', '=', id).execute();
}
