import { round, type Decimal } from '../../../kernel/money.ts';

/** What an amount shows: cents. */
export function cents(amount: Decimal): number {
  return round(amount).toNumber();
}

/** A discount as it is shown: below zero, or 0. */
export function negative(amount: Decimal): number {
  const shown = cents(amount);
  return shown === 0 ? 0 : -shown;
}
