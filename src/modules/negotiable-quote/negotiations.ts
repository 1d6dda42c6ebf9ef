import type { Call } from '../../kernel/call.ts';
import { Decimal, decimal, round } from '../../kernel/money.ts';
import { formatTime, isDay } from '../../kernel/time.ts';
import { jsonTextOf } from '../../kernel/json-text.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import type { StoredCart } from '../quote/service.ts';
import { negotiationErrors } from './errors.ts';
import { statesBefore, type NegotiationState } from './states.ts';
import type { NegotiationCommentRow, NegotiationRow, OriginalItem } from './tables.ts';
import { creatorTypes, priceTypes } from './types.ts';

declare module '../quote/document-extensions.ts' {
  interface CartExtensions {
    /** Whether the cart ever had a negotiation; if so, its table is read. */
    readonly is_negotiated?: boolean;
  }
}

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('negotiable_quote').selectAll().where(inIds('quote_id', p.ids)),
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

/** The ids of those carts that have or had a negotiation. */
export async function negotiatedAmong(call: Call, ids: readonly number[]): Promise<number[]> {
  return (await byIds(call.db, { ids })).map(({ quote_id }) => quote_id);
}

/** The negotiation of a cart. Throws 404. */
async function requireNegotiation(call: Call, quoteId: number): Promise<NegotiationRow> {
  const [row] = await byIds(call.db, { ids: [quoteId] });
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

/**
 * Requests a price for a cart; within a transaction. Throws if the cart is empty, belongs to no company, or already has
 * a negotiation.
 */
export async function requestPrice(call: Call, quoteId: number, name: string, comment: string | null): Promise<void> {
  const cart = await call.services.quote.activeCart(call, quoteId);
  if (cart.items.length === 0) throw negotiationErrors.empty([quoteId]);
  const company = cart.customer_id === null ? undefined : await call.services.company.buysFor(call, cart.customer_id);
  if (company === undefined) throw negotiationErrors.noCompany();
  const now = formatTime(call.clock.now());
  const begun = {
    status: 'created',
    quote_name: name,
    ...creatorOf(call),
    price_type: null,
    price_value: null,
    expires_on: null,
    items_key: itemsKey(call, cart),
    original_items: jsonTextOf(await originalItems(call, cart)),
    created_at: now,
    updated_at: now,
  };
  const written = await call.db
    .insertInto('negotiable_quote')
    .values({ quote_id: quoteId, ...begun })
    .onConflict((conflict) =>
      conflict.column('quote_id').doUpdateSet(begun).where('negotiable_quote.status', 'in', statesBefore('created')),
    )
    .returning('quote_id')
    .executeTakeFirst();
  if (!written) throw negotiationErrors.wrongState([(await requireNegotiation(call, quoteId)).status]);
  if (!cart.is_negotiated) await call.services.quote.saveCart(call, cart, { is_negotiated: true });
  await addComment(call, quoteId, comment);
}

async function originalItems(call: Call, cart: StoredCart): Promise<OriginalItem[]> {
  const { items } = await call.services.quote.totals(call, cart);
  const own = cart.items.filter(({ parent_item_id }) => parent_item_id === null);
  return own.flatMap(({ item_id }) => {
    const total = items.get(item_id);
    if (!total) return [];
    const { price, tax, discount, rowTotal } = total;
    const numbers = (amount: Decimal): number => round(amount, 4).toNumber();
    return {
      item_id,
      price: numbers(price.amount),
      base_price: numbers(price.base),
      tax: numbers(tax.amount),
      base_tax: numbers(tax.base),
      discount: numbers(discount.base),
      row: numbers(rowTotal.amount),
      base_row: numbers(rowTotal.base),
    };
  });
}

/** A proposed price: type, value and last day of validity. */
interface NamedPrice {
  readonly type?: number | null | undefined;
  readonly value?: number | null | undefined;
  readonly expires?: string | null | undefined;
}

/** Proposes a price; the buyer sees it after the quote is submitted. Throws 400 for an invalid price. */
export async function namePrice(call: Call, quoteId: number, { type, value, expires }: NamedPrice): Promise<void> {
  const before = await requireNegotiation(call, quoteId);
  const priceType = type ?? before.price_type;
  const priceValue = value ?? (before.price_value === null ? null : before.price_value / 10_000);
  if (!Object.values(priceTypes).some((known) => known === priceType)) {
    throw negotiationErrors.invalidValue({ fieldName: 'negotiated_price_type', value: priceType });
  }
  const most = priceType === priceTypes.percentage ? 100 : 99_999_999;
  if (priceValue === null || !(priceValue >= 0 && priceValue <= most)) {
    throw negotiationErrors.invalidValue({ fieldName: 'negotiated_price_value', value: priceValue });
  }
  if (expires && !isDay(expires)) {
    throw negotiationErrors.invalidValue({ fieldName: 'expiration_period', value: expires });
  }
  await move(call, quoteId, 'processing_by_admin', {
    price_type: priceType,
    price_value: decimal(priceValue).times(10_000).toDecimalPlaces(0).toNumber(),
    ...(expires ? { expires_on: expires } : {}),
  });
}

/** Submits the proposed price to the buyer, for the current items of the cart. */
export async function submitPrice(call: Call, quoteId: number, comment: string | null): Promise<void> {
  const { price_type } = await requireNegotiation(call, quoteId);
  if (price_type === null) throw negotiationErrors.noPrice();
  const items_key = itemsKey(call, await call.services.quote.activeCart(call, quoteId));
  await move(call, quoteId, 'submitted_by_admin', { items_key });
  await addComment(call, quoteId, comment);
}

/** Declines the negotiation; the cart has its regular price. */
export async function declinePrice(call: Call, quoteId: number, reason: string): Promise<void> {
  await requireNegotiation(call, quoteId);
  await move(call, quoteId, 'declined', { price_type: null, price_value: null });
  await addComment(call, quoteId, reason, 1);
}

/** Records that a cart was ordered at its negotiated price; false if the price is no longer valid. */
export async function orderAtPrice(call: Call, quoteId: number): Promise<boolean> {
  return await moved(call, quoteId, 'ordered', {});
}

type Changes = Partial<Pick<NegotiationRow, 'price_type' | 'price_value' | 'expires_on' | 'items_key'>>;

/** Moves a negotiation to a state. Throws if the transition is not allowed. */
async function move(call: Call, quoteId: number, status: NegotiationState, changes: Changes): Promise<void> {
  if (await moved(call, quoteId, status, changes)) return;
  throw negotiationErrors.wrongState([(await requireNegotiation(call, quoteId)).status]);
}

/** A single statement, so that concurrent transitions cannot both succeed. */
async function moved(call: Call, quoteId: number, status: NegotiationState, changes: Changes): Promise<boolean> {
  const { numUpdatedRows } = await call.db
    .updateTable('negotiable_quote')
    .set({ status, ...changes, updated_at: formatTime(call.clock.now()) })
    .where('quote_id', '=', quoteId)
    .where('status', 'in', statesBefore(status))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function creatorOf({ caller }: Call): Pick<NegotiationRow, 'creator_type' | 'creator_id'> {
  const isCustomer = caller.type === 'customer';
  return {
    creator_type: isCustomer ? creatorTypes.customer : creatorTypes.admin,
    creator_id: caller.type === 'customer' || caller.type === 'admin' ? caller.id : 0,
  };
}

async function addComment(call: Call, quoteId: number, comment: string | null, is_decline = 0): Promise<void> {
  if (!comment?.trim()) return;
  const row = { quote_id: quoteId, ...creatorOf(call), comment, is_decline, created_at: formatTime(call.clock.now()) };
  await call.db.insertInto('negotiable_quote_comment').values(row).execute();
}

/** The comments, oldest first. */
export async function commentsOf(call: Call, quoteId: number): Promise<readonly NegotiationCommentRow[]> {
  await requireNegotiation(call, quoteId);
  const comments = call.db.selectFrom('negotiable_quote_comment').selectAll().where('quote_id', '=', quoteId);
  return await comments.orderBy('entity_id').execute();
}

/** The discount of a price on goods, in the base currency; at most their total. */
export function takenOff(goods: Decimal, type: number, value: Decimal): Decimal {
  if (goods.lte(0)) return decimal(0);
  if (type === priceTypes.percentage) return round(goods.times(value).div(100));
  const off = type === priceTypes.amount ? round(value) : round(goods.minus(value));
  return Decimal.max(Decimal.min(off, round(goods)), 0);
}

/** Splits a discount over rows in proportion to their amounts; the last row takes the rounding difference. */
export function sharesOf(off: Decimal, rows: readonly Decimal[]): Decimal[] {
  const whole = rows.reduce((sum, row) => sum.plus(row), decimal(0));
  let [rowsSoFar, sharesSoFar] = [decimal(0), decimal(0)];
  return rows.map((row) => {
    rowsSoFar = rowsSoFar.plus(row);
    const upTo = whole.isZero() ? decimal(0) : rowsSoFar.eq(whole) ? off : round(off.times(rowsSoFar).div(whole));
    const share = upTo.minus(sharesSoFar);
    sharesSoFar = upTo;
    return share;
  });
}
