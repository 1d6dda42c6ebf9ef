import { amountOf, converted, leastAmount, mostAmount, numberOf, type Amount } from '../../../kernel/units.ts';
import type { AmountInBoth } from '../amounts.ts';
import type { StoredOrder } from '../order.ts';
import type { OrderTotal } from '../total-extensions.ts';
import { addedInBoth, addedNotRefunded, type AddedTotals } from './added-totals.ts';
import type { AddedAmounts } from './lines.ts';

/** What a credit memo that is sent gives back as the totals of modules. */
interface GivenBack {
  /** Their shares in what is refunded. */
  readonly shares: AddedAmounts;
  /** Money that was paid otherwise, and is given back as them. */
  readonly money: AddedAmounts;
}

const nothing: AmountInBoth = { order: amountOf(0), base: amountOf(0) };

/**
 * Tells apart what a credit memo that is sent names of the totals: the shares that were worked out (`counted`), or up to what is left
 * of them where its totals are taken as they come, and what is beyond. `grandTotal`: the money that it comes to. Throws where more is
 * beyond than that.
 */
export function givenBack(
  totals: AddedTotals,
  order: StoredOrder,
  told: AddedAmounts,
  counted: AddedAmounts | undefined,
  grandTotal: Amount<'base'>,
): GivenBack {
  const shares = new Map(counted ?? told);
  const money = new Map<OrderTotal, AmountInBoth>();
  let left = grandTotal;
  for (const total of totals) {
    if (!total.moneyBack) continue;
    const all = inBothCurrencies(order, told.get(total) ?? nothing);
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

/** Shares and money that is given back as the same totals, together. */
export function allGivenBack({ shares, money }: GivenBack): AddedAmounts {
  const sums = new Map(shares);
  for (const [total, amounts] of money) {
    const share = shares.get(total) ?? nothing;
    sums.set(total, { order: share.order.plus(amounts.order), base: share.base.plus(amounts.base) });
  }
  return sums;
}

/** An order that tells what was given back as totals in all. */
export function withGivenBack(order: StoredOrder, given: AddedAmounts): StoredOrder {
  const changes: Record<string, number> = {};
  for (const [{ moneyBack }, amounts] of given) {
    if (!moneyBack || amounts.base.isZero()) continue;
    const before = addedInBoth(order, moneyBack.noted);
    changes[moneyBack.noted.order] = numberOf(before.order.plus(amounts.order));
    changes[moneyBack.noted.base] = numberOf(before.base.plus(amounts.base));
  }
  return { ...order, ...changes };
}

/** An amount that is told in one currency alone, in both. */
function inBothCurrencies({ fields }: StoredOrder, told: AmountInBoth): AmountInBoth {
  const rate = fields.base_to_order_rate || 1;
  if (told.base.isZero()) return { ...told, base: converted(told.order.div(rate), 1) };
  return told.order.isZero() ? { ...told, order: converted(told.base, rate) } : told;
}

function upTo<C extends string>(most: Amount<C>, amount: Amount<C>): Amount<C> {
  return mostAmount(amountOf<C>(0), leastAmount(most, amount));
}

function above<C extends string>(amount: Amount<C>, share: Amount<C>): Amount<C> {
  return mostAmount(amountOf<C>(0), amount.minus(share)).toDecimalPlaces(4);
}
