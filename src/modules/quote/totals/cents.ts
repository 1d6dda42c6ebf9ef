import { round, type Decimal } from '../../../kernel/money.ts';

/** An amount in a response, rounded to cents. */
export function cents(amount: Decimal): number {
  return round(amount).toNumber();
}

/** A discount in a response: negative, or 0. */
export function negative(amount: Decimal): number {
  const rounded = cents(amount);
  return rounded === 0 ? 0 : -rounded;
}
