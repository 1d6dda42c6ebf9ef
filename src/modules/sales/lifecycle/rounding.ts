import { amountOf, type Amount } from '../../../kernel/units.ts';
import type { Currency } from '../amounts.ts';

/** Amounts that hand on to each other what rounding has left over. */
type RoundingChain = 'amounts' | 'compensation' | 'inclTax';

/**
 * What rounding has left over in one document and currency: the next share is that much larger or smaller, so that the shares of
 * a document add up as the whole does. Rows, discounts and taxes hand it on to each other ("amounts"), others by themselves.
 * Sources: recorded documents of the interface.
 */
export class Rounding<C extends Currency> {
  readonly #left = new Map<RoundingChain, Amount<C>>();

  /** A share of an amount, to the cent. What is taken off a document, as a discount is, counts the other way. */
  share(chain: RoundingChain, exact: Amount<C>, { isTakenOff = false } = {}): Amount<C> {
    if (exact.isZero()) return exact;
    const before = this.#left.get(chain) ?? amountOf<C>(0);
    // Quotients without an end miss half a cent by their last digit.
    const wanted = (isTakenOff ? exact.minus(before) : exact.plus(before)).toDecimalPlaces(8);
    const rounded = wanted.toDecimalPlaces(2);
    const left = wanted.minus(rounded);
    this.#left.set(chain, isTakenOff ? left.negated() : left);
    return rounded;
  }
}
