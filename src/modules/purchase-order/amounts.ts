import { round, type DecimalValue } from '../../kernel/money.ts';

/** An amount as purchase orders store it: in ten-thousandths. */
export function unitsOf(amount: DecimalValue): number {
  return round(amount, 4).times(10_000).toNumber();
}
