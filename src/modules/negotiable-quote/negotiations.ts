import type { Call } from '../../kernel/call.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { batcher } from '../../kernel/loader.ts';
import { Decimal } from '../../kernel/money.ts';
import { formatTime } from '../../kernel/time.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { StoredCart } from '../quote/service.ts';
import type { ProposedPrices, QuotePrice } from './discounts.ts';
import { negotiationErrors } from './errors.ts';
import { recordChange, type ChangeFacts } from './history.ts';
import { changeableStates, statesBefore, templateStates, type NegotiationState } from './states.ts';
import type { ItemOffer, NegotiationRow } from './tables.ts';

declare module '../quote/document-extensions.ts' {
  interface CartExtensions {
    /** Whether the cart ever had a negotiation; if so, its table is read. */
    readonly is_negotiated?: boolean;
  }
}

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('negotiable_quote').selectAll().where(inIds('quote_id', p.ids)).where('is_hidden', '=', 0),
);

/** The negotiations of carts, by cart id, in one query; no query if none of the carts has one. */
export async function negotiationsOf(
  call: Call,
  carts: readonly StoredCart[],
): Promise<ReadonlyMap<number, NegotiationRow>> {
  const ids = carts.filter(({ is_negotiated }) => is_negotiated).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  return new Map((await byIds(call.db, { ids })).map((row) => [row.quote_id, row]));
}

const byId = batcher<number, NegotiationRow | undefined>(async (ids, call) => {
  const rows = new Map((await byIds(call.db, { ids })).map((row) => [row.quote_id, row]));
  return ids.map((id) => rows.get(id));
});

/** The negotiation of a cart, batched with those of other carts; no query for a cart without one. */
export async function negotiationOf(
  call: Call,
  { id, is_negotiated }: Pick<StoredCart, 'id' | 'is_negotiated'>,
): Promise<NegotiationRow | undefined> {
  return is_negotiated ? byId(call, id) : undefined;
}

/** The ids of those carts that have or had a negotiation. */
export async function negotiatedAmong(call: Call, ids: readonly number[]): Promise<number[]> {
  return (await byIds(call.db, { ids })).map(({ quote_id }) => quote_id);
}

/** A query for the ids of the terms of quote templates, which are no quotes of their own. */
export function termsIn({ db }: Call) {
  return db.selectFrom('negotiable_quote').select('quote_id').where('status', 'in', templateStates);
}

/** The negotiation of a cart. Throws 404. */
export async function requireNegotiation(call: Call, quoteId: number): Promise<NegotiationRow> {
  const [row] = Number.isSafeInteger(quoteId) ? await byIds(call.db, { ids: [quoteId] }) : [];
  if (!row) throw negotiationErrors.notFound([quoteId]);
  return row;
}

/** Identifies the items and quantities that a price applies to. */
export function itemsKey(call: Call, { items }: StoredCart): string {
  return call.services.quote
    .withoutGranted(items)
    .map(({ item_id, qty }) => `${item_id}:${qty}`)
    .sort()
    .join();
}

/** The proposed price of a whole quote; undefined: none. */
export function priceOf({ price_type, price_value }: NegotiationRow): QuotePrice | undefined {
  if (price_type === null || price_value === null) return undefined;
  return { type: price_type, value: Decimal.fromUnits(price_value, 4) };
}

/** The offers for single items: their prices and locks. */
export function itemOffersOf({ item_prices }: NegotiationRow): readonly ItemOffer[] {
  return parseJson(item_prices);
}

/** The proposed prices of a quote. */
export function proposedPrices(row: NegotiationRow): ProposedPrices {
  const offers = itemOffersOf(row);
  return {
    items: offers.flatMap(({ item_id, type, value }) =>
      type === null || value === null ? [] : [{ item_id, type, value }],
    ),
    locked: new Set(offers.flatMap(({ item_id, is_locked }) => (is_locked ? [item_id] : []))),
    whole: priceOf(row),
  };
}

/** Whether a quote proposes any price, of the whole quote or of an item. */
export function hasPrices({ items, whole }: ProposedPrices): boolean {
  return whole !== undefined || items.length > 0;
}

/** The columns of a negotiation that its steps write. */
export type Changes = Partial<
  Pick<
    NegotiationRow,
    | 'quote_name'
    | 'price_type'
    | 'price_value'
    | 'item_prices'
    | 'item_limits'
    | 'shipping_price'
    | 'expires_on'
    | 'is_hidden'
    | 'items_key'
    | 'original_items'
  >
>;

/** Moves a negotiation to a state. Throws if the transition is not allowed. */
export async function move(
  call: Call,
  quoteId: number,
  status: NegotiationState,
  changes: Changes,
  facts: ChangeFacts = {},
): Promise<void> {
  const before = await requireNegotiation(call, quoteId);
  if (await update(call, before, { status, ...changes }, statesBefore(status), facts)) return;
  throw await wrongState(call, quoteId);
}

/** States that a change of the shop does not end. */
const unchangedStates = ['draft_by_admin', 'template_open'] as const;

/** Writes a change of the shop to a quote, which it then works on. Throws if the state does not allow it. */
export async function changeByShop(call: Call, before: NegotiationRow, changes: Changes): Promise<void> {
  const stays = unchangedStates.find((state) => state === before.status);
  const status = stays ?? 'processing_by_admin';
  const allowed = stays ? [stays] : statesBefore('processing_by_admin');
  if (await update(call, before, { status, ...changes }, allowed, {})) return;
  throw await wrongState(call, before.quote_id);
}

/** Writes a change of the buyer to a quote that was read before; false if its state does not allow it, or was changed since. */
export function changeByBuyer(
  call: Call,
  before: NegotiationRow,
  changes: Changes & { readonly status: string },
  facts: ChangeFacts,
): Promise<boolean> {
  return update(call, before, changes, [before.status], facts);
}

/** The quote, if the shop may change it. Throws 404, and 400 for a state that does not allow changes. */
export async function requireChangeable(call: Call, quoteId: number): Promise<NegotiationRow> {
  const row = await requireNegotiation(call, quoteId);
  if (!changeableStates.some((state) => state === row.status)) throw negotiationErrors.wrongState([row.status]);
  return row;
}

/** Records that a cart was ordered at its negotiated price; false if the price is no longer valid. */
export function orderAtPrice(call: Call, before: NegotiationRow): Promise<boolean> {
  return update(call, before, { status: 'ordered' }, statesBefore('ordered'), {});
}

/** Holds the prices of a quote for a purchase order; within a transaction. Throws 400 where the state does not allow it. */
export async function holdForPurchaseOrder(call: Call, cart: StoredCart): Promise<void> {
  const before = await requireNegotiation(call, cart.id);
  const isHeld = await update(call, before, { status: 'in_purchase_order' }, statesBefore('in_purchase_order'), {});
  if (!isHeld) throw await wrongState(call, cart.id);
}

async function wrongState(call: Call, quoteId: number) {
  return negotiationErrors.wrongState([(await requireNegotiation(call, quoteId)).status]);
}

/** Writes a quote that still has the state in which it was read, so that concurrent transitions cannot both succeed. */
async function update(
  call: Call,
  before: NegotiationRow,
  changes: Changes & { readonly status: string },
  allowed: readonly string[],
  facts: ChangeFacts,
): Promise<boolean> {
  if (!allowed.includes(before.status)) return false;
  const { numUpdatedRows } = await call.db
    .updateTable('negotiable_quote')
    .set({ ...changes, updated_at: formatTime(call.clock.now()) })
    .where('quote_id', '=', before.quote_id)
    .where('status', '=', before.status)
    .where('is_hidden', '=', 0)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await recordChange(call, before, { ...before, ...changes }, facts);
  return true;
}
