import { Decimal, round } from '../../../kernel/money.ts';
import { amountOf, type Amount } from '../../../kernel/units.ts';
import type { AmountPair, CartTotals } from './totals.ts';

/** What totals have in common that pay: store credit, reward points, gift cards. */

/** What a balance pays of what is to be paid: all of it, or what there is in whole cents. `rate`: the shown currency for one of the base. */
export function paying(due: AmountPair, balance: Decimal, rate: Decimal): AmountPair {
  const base = round(due.base);
  if (base.lte(0)) return { amount: round(0), base: round(0) };
  if (balance.gte(base)) return { amount: round(due.amount), base };
  const whole = balance.times(100).floor().div(100);
  return { amount: Decimal.min(round(whole.times(rate)), round(due.amount)), base: whole };
}

/** What is paid as a total has it: below zero. */
export function negated({ amount, base }: AmountPair): AmountPair {
  return { amount: amount.negated(), base: base.negated() };
}

/** What the total of a code pays of a cart, above zero. */
export function paidBy({ added }: CartTotals, code: string): { order: Amount<'order'>; base: Amount<'base'> } {
  const { amount, base } = added.get(code)!;
  return { order: amountOf(amount.abs()), base: amountOf(base.abs()) };
}

/** An amount in the base currency to be reckoned with. */
export function decimalOf(amount: Amount<'base'>): Decimal {
  return round(amount.toFixed(4), 4);
}
