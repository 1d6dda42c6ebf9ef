import { decimal, round, type Decimal } from '../../../../kernel/money.ts';
import { atLeastZero, isMore, least, zero, type Discount, type Line } from './lines.ts';

/**
 * What rounding to cents left over, carried to the next amount of the same kind, so that the shares of a discount add up to the
 * discount of the whole.
 */
export class Carry {
  readonly #rest = new Map<string, Decimal>();
  readonly #first: Decimal;

  /** `first` is what the first amount of a kind is increased by. */
  constructor(first: Decimal = zero) {
    this.#first = first;
  }

  /** Rounds `amount` with what was left over of its kind, to nothing at least, and keeps what is left over now. */
  round(kind: string, amount: Decimal): Decimal {
    const exact = amount.plus(this.#rest.get(kind) ?? this.#first);
    const rounded = atLeastZero(round(exact));
    this.#rest.set(kind, exact.minus(rounded));
    return rounded;
  }
}

/** Lets half a cent that division has made a trifle smaller round up all the same; as in the reference. */
export const trifle = decimal('0.000001');

/** What rounding left over in a cart, by currency. */
export interface Carries {
  readonly displayed: Carry;
  readonly base: Carry;
}

/**
 * Rounds a discount to cents. Source: recorded totals of the reference: items with the same percentage share what rounding
 * leaves over (10 % of 18.56, 22.26 and 30.93 are 1.86, 2.22 and 3.10), fixed amounts are rounded each by itself, and nothing is
 * carried into an item that costs nothing. At 100 % no more is taken off than the row's total with tax.
 */
export function roundDiscount(discount: Discount, line: Line, { displayed, base }: Carries): Discount {
  const { item, oneCurrency } = line;
  const amount = rounded(discount.amount, line, displayed, item.rowTotalInclTax);
  const baseAmount = oneCurrency ? amount : rounded(discount.baseAmount, line, base, item.baseRowTotalInclTax);
  return { ...discount, amount, baseAmount };
}

function rounded(amount: Decimal, { item, percentText }: Line, carry: Carry, rowTotal: Decimal): Decimal {
  if (percentText === '0' || !isMore(item.rowTotal)) return round(amount);
  const carried = carry.round(percentText, amount);
  return percentText === '100' ? least(carried, rowTotal) : carried;
}
