import { decimal, round, type Decimal } from '../../kernel/money.ts';

/** Converts an amount to cents, the unit of the tables. */
export function toCents(amount: Decimal | number): number {
  return round(amount).times(100).toNumber();
}

/** Converts cents to an amount. */
export function fromCents(cents: number): number {
  return amountOfCents(cents).toNumber();
}

/** As `fromCents`, as a decimal for calculations. */
export function amountOfCents(cents: number): Decimal {
  return decimal(cents).div(100);
}
