import { zip } from '../../kernel/lists.ts';
import { Decimal, decimal, round } from '../../kernel/money.ts';
import type { ItemPrice } from './tables.ts';
import { priceTypes } from './types.ts';

/** A price that was proposed for a whole quote; the value is a percentage or an amount of the base currency. */
export interface QuotePrice {
  readonly type: number;
  readonly value: Decimal;
}

/** The prices that a quote proposes. */
export interface ProposedPrices {
  readonly items: readonly ItemPrice[];
  /** Ids of the items that the price of the whole quote leaves out. */
  readonly locked: ReadonlySet<number>;
  readonly whole: QuotePrice | undefined;
}

/** A row of a quote that prices apply to. */
interface PricedRow {
  readonly itemId: number;
  readonly qty: number;
  /** Its amount in the base currency before the negotiation. */
  readonly amount: Decimal;
}

/** The discount of a price on goods, in the base currency; at most their total. */
export function takenOff(goods: Decimal, { type, value }: QuotePrice): Decimal {
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

/** The discounts of the rows of a quote by the prices of single items, in the base currency. */
export function itemDiscounts(rows: readonly PricedRow[], prices: readonly ItemPrice[]): Decimal[] {
  return rows.map(({ itemId, qty, amount }) => {
    const found = prices.find(({ item_id }) => item_id === itemId);
    if (!found) return decimal(0);
    const value = found.type === priceTypes.percentage ? decimal(found.value) : decimal(found.value).times(qty);
    return takenOff(amount, { type: found.type, value });
  });
}

/**
 * The discounts of the rows of a quote, in the base currency: first the prices of single items, then the price of the whole quote on
 * the amount that is left. Only unlocked rows share the discount of the whole quote; a proposed total is that of all rows.
 */
export function rowDiscounts(rows: readonly PricedRow[], { items, locked, whole }: ProposedPrices): Decimal[] {
  const own = itemDiscounts(rows, items);
  if (!whole) return own;
  const left = zip(rows, own).map(([{ amount }, off]) => amount.minus(off));
  const unlocked = zip(rows, left).map(([{ itemId }, amount]) => (locked.has(itemId) ? decimal(0) : amount));
  const goods = totalOf(unlocked);
  const lockedGoods = totalOf(left).minus(goods);
  const value = whole.type === priceTypes.proposed ? whole.value.minus(lockedGoods) : whole.value;
  const shares = sharesOf(takenOff(goods, { type: whole.type, value }), unlocked);
  return zip(own, shares).map(([off, share]) => off.plus(share));
}

/** The sum of amounts. */
export function totalOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(amount), decimal(0));
}
