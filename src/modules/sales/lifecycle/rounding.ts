import { amountOf, type Amount } from '../../../kernel/units.ts';
import type { OrderCurrency } from '../amounts.ts';

/** Amounts of one kind pass on their remainders to each other. */
type RemainderKind = 'amounts' | 'inclTax';

/**
 * Rounds the shares of a document to cents, in one currency, and adds the remainder of each to the next one of the same
 * kind. So the rounded shares add up to the rounded whole. Row totals, discounts, taxes and compensations are of one
 * kind (`amounts`). Sources: recorded documents of the interface.
 * Shares and remainders are floating-point numbers, as in the reference. The last digit of a remainder decides how a
 * half cent rounds, and external books must agree to the cent. Sums are exact.
 */
export class DocumentRemainders<C extends OrderCurrency> {
  readonly #remainders = new Map<RemainderKind, number>();

  /** Rounds a share. `isTakenOff`: it lowers the document, as a discount does, so that its remainder has the other sign. */
  round(kind: RemainderKind, share: number, { isTakenOff = false } = {}): Amount<C> {
    if (share === 0) return amountOf<C>(0);
    const sign = isTakenOff ? -1 : 1;
    const withRemainder = share + sign * (this.#remainders.get(kind) ?? 0);
    const rounded = roundToCents(withRemainder);
    this.#remainders.set(kind, sign * (withRemainder - rounded));
    return amountOf<C>(rounded);
  }
}

/** Significant digits that a floating-point number has for certain. */
const CERTAIN_DIGITS = 15;

/**
 * Rounds a number half up to cents, as PHP up to 8.3 does: first to the digits that are certain, so that 1.00499999999999989 is
 * 1.005, and then to cents.
 */
export function roundToCents(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const places = CERTAIN_DIGITS - 1 - Math.floor(Math.log10(Math.abs(value)));
  const isCertain = places > 2 && places < CERTAIN_DIGITS + 2;
  const cents = isCertain ? wholeOf(value * 10 ** places) / 10 ** (places - 2) : value * 100;
  return wholeOf(cents) / 100;
}

function wholeOf(value: number): number {
  return value < 0 ? Math.ceil(value - 0.5) : Math.floor(value + 0.5);
}
