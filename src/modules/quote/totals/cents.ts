import { round, type Decimal } from '../../../kernel/money.ts';

/** An amount in a response, rounded to cents. */
export function cents(amount: Decimal): number {
  return round(amount).toNumber();
}

/** A discount in a response: negative, or 0. */
export function negative(amount: Decimal): number {
  const shown = cents(amount);
  return shown === 0 ? 0 : -shown;
}
