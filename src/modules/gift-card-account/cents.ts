import { decimal, round, type Decimal } from '../../kernel/money.ts';

/** Hundredths of a currency, as tables have them, of an amount. */
export function toCents(amount: Decimal | number): number {
  return round(amount).times(100).toNumber();
}

/** An amount of hundredths. */
export function fromCents(cents: number): number {
  return amountOfCents(cents).toNumber();
}

/** As `fromCents`, to be reckoned with. */
export function amountOfCents(cents: number): Decimal {
  return decimal(cents).div(100);
}
