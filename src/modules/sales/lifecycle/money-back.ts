import { amountOf, converted, leastAmount, mostAmount, numberOf, type Amount } from '../../../kernel/units.ts';
import type { AmountInBoth } from '../amounts.ts';
import type { StoredOrder } from '../order.ts';
import type { OrderTotal } from '../total-extensions.ts';
import { addedInBoth, addedNotRefunded, type AddedTotals } from './added-totals.ts';
import type { AddedAmounts } from './lines.ts';

/** The refund of a credit memo's request in added totals. */
interface GivenBack {
  /** The shares that belong to the refunded items. */
  readonly shares: AddedAmounts;
  /** Money that was paid in another way, and is refunded in these totals. */
  readonly money: AddedAmounts;
}

const nothing: AmountInBoth = { order: amountOf(0), base: amountOf(0) };

/**
 * Divides the added totals of a credit memo's request into shares and money. `counted`: the computed shares. Without
 * them, the totals of the request are used, and each share is at most the rest of its total. Everything above the
 * shares is money. Throws when that exceeds `grandTotal`, the money of the memo.
 */
export function givenBack(
  totals: AddedTotals,
  order: StoredOrder,
  requestedAdded: AddedAmounts,
  counted: AddedAmounts | undefined,
  grandTotal: Amount<'base'>,
): GivenBack {
  const shares = new Map(counted ?? requestedAdded);
  const money = new Map<OrderTotal, AmountInBoth>();
  let left = grandTotal;
  for (const total of totals) {
    if (!total.moneyBack) continue;
    const all = inBothCurrencies(order, requestedAdded.get(total) ?? nothing);
    const most = addedNotRefunded(total, order);
    const share = counted
      ? (counted.get(total) ?? nothing)
      : { order: upTo(most.order, all.order), base: upTo(most.base, all.base) };
    shares.set(total, share);
    const beyond = { order: above(all.order, share.order), base: above(all.base, share.base) };
    if (beyond.base.isZero()) continue;
    if (beyond.base.gt(left)) throw total.moneyBack.tooMuch();
    left = left.minus(beyond.base);
    money.set(total, beyond);
  }
  return { shares, money };
}

/** Shares and money together. */
export function allGivenBack({ shares, money }: GivenBack): AddedAmounts {
  const sums = new Map(shares);
  for (const [total, amounts] of money) {
    const share = shares.get(total) ?? nothing;
    sums.set(total, { order: share.order.plus(amounts.order), base: share.base.plus(amounts.base) });
  }
  return sums;
}

/** An order with the refunds in added totals recorded. */
export function withGivenBack(order: StoredOrder, moneyBackAmounts: AddedAmounts): StoredOrder {
  const changes: Record<string, number> = {};
  for (const [{ moneyBack }, amounts] of moneyBackAmounts) {
    if (!moneyBack || amounts.base.isZero()) continue;
    const before = addedInBoth(order, moneyBack.noted);
    changes[moneyBack.noted.order] = numberOf(before.order.plus(amounts.order));
    changes[moneyBack.noted.base] = numberOf(before.base.plus(amounts.base));
  }
  return { ...order, ...changes };
}

/** An amount in both currencies, where one of them may be missing. */
function inBothCurrencies({ fields }: StoredOrder, amount: AmountInBoth): AmountInBoth {
  const rate = fields.base_to_order_rate || 1;
  if (amount.base.isZero()) return { ...amount, base: converted(amount.order.div(rate), 1) };
  return amount.order.isZero() ? { ...amount, order: converted(amount.base, rate) } : amount;
}

function upTo<C extends string>(most: Amount<C>, amount: Amount<C>): Amount<C> {
  return mostAmount(amountOf<C>(0), leastAmount(most, amount));
}

function above<C extends string>(amount: Amount<C>, share: Amount<C>): Amount<C> {
  return mostAmount(amountOf<C>(0), amount.minus(share)).toDecimalPlaces(4);
}
