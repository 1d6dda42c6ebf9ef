import { amountOf, type Amount } from '../../../kernel/units.ts';
import type { OrderCurrency } from '../amounts.ts';

/** Amounts of one kind pass on their remainders to each other. */
type RemainderKind = 'amounts' | 'compensation' | 'inclTax';

/**
 * Rounds the shares of a document to cents, in one currency, and adds the remainder of each to the next one of the same kind. So
 * the rounded shares add up to the rounded whole. Row totals, discounts and taxes are of one kind (`amounts`). Sources: recorded
 * documents of the interface.
 */
export class DocumentRemainders<C extends OrderCurrency> {
  readonly #remainders = new Map<RemainderKind, Amount<C>>();

  /** Rounds a share. `isTakenOff`: it lowers the document, as a discount does, so that its remainder has the other sign. */
  round(kind: RemainderKind, exact: Amount<C>, { isTakenOff = false } = {}): Amount<C> {
    if (exact.isZero()) return exact;
    const before = this.#remainders.get(kind) ?? amountOf<C>(0);
    // A division without end may miss half a cent by its last digit: that rounds up all the same.
    const wanted = (isTakenOff ? exact.minus(before) : exact.plus(before)).toDecimalPlaces(8);
    const rounded = wanted.toDecimalPlaces(2);
    const remainder = wanted.minus(rounded);
    this.#remainders.set(kind, isTakenOff ? remainder.negated() : remainder);
    return rounded;
  }
}
