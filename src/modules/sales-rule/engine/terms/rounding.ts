import { decimal, round, type Decimal } from '../../../../kernel/money.ts';
import {
  atLeastZero,
  isMore,
  least,
  zero,
  type AppliedDiscount,
  type DiscountLine,
  type LineDiscount,
} from './lines.ts';

/**
 * Rounds discounts to cents, and adds the remainder of each to the next one of the same kind. So the rounded shares of a
 * discount add up to the rounded whole.
 */
export class DiscountRemainders {
  readonly #remainders = new Map<string, Decimal>();
  readonly #first: Decimal;

  /** `first` is added to the first amount of each kind, which has no remainder before it. */
  constructor(first: Decimal = zero) {
    this.#first = first;
  }

  copy(): DiscountRemainders {
    const copy = new DiscountRemainders(this.#first);
    for (const [kind, remainder] of this.#remainders) copy.#remainders.set(kind, remainder);
    return copy;
  }

  /** Rounds `amount` together with the remainder of its kind; zero at least. */
  round(kind: string, amount: Decimal): Decimal {
    const exact = amount.plus(this.#remainders.get(kind) ?? this.#first);
    const rounded = atLeastZero(round(exact));
    this.#remainders.set(kind, rounded === exact ? zero : exact.minus(rounded));
    return rounded;
  }
}

/** Initial remainder, so that half a cent rounds up even after a division error; as in the reference. */
export const trifle = decimal('0.000001');

/** The remainders of a cart, of its displayed and of its base currency. */
export interface CurrencyRemainders {
  readonly displayed: DiscountRemainders;
  readonly base: DiscountRemainders;
}

/**
 * Rounds a discount to cents. Items with the same percentage share remainders (10 % of 18.56, 22.26 and 30.93 are 1.86,
 * 2.22 and 3.10). A fixed amount is rounded by itself, and a free item takes no remainder. A discount of 100 % is at
 * most the row's total with tax. The result includes the rule's id and label, which saves a second object. Source:
 * recorded totals of the reference.
 */
export function roundDiscount(
  discount: LineDiscount,
  line: DiscountLine,
  { displayed, base }: CurrencyRemainders,
  ruleId: number,
  label: string,
): AppliedDiscount {
  const { item, oneCurrency } = line;
  const amount = rounded(discount.amount, line, displayed, item.rowTotalInclTax);
  const baseAmount = oneCurrency ? amount : rounded(discount.baseAmount, line, base, item.baseRowTotalInclTax);
  const { originalAmount, baseOriginalAmount } = discount;
  return { amount, baseAmount, originalAmount, baseOriginalAmount, ruleId, label };
}

function rounded(
  amount: Decimal,
  { item, percentText }: DiscountLine,
  remainders: DiscountRemainders,
  rowTotal: Decimal,
): Decimal {
  if (percentText === '0' || !isMore(item.rowTotal)) return round(amount);
  const amountOfPercent = remainders.round(percentText, amount);
  return percentText === '100' ? least(amountOfPercent, rowTotal) : amountOfPercent;
}
