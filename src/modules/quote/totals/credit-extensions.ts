import { Decimal, round } from '../../../kernel/money.ts';
import { amountOf, type Amount } from '../../../kernel/units.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import type { AmountPair, CartTotals } from './totals.ts';

/** Functions for totals that pay: store credit, reward points, gift cards. */

/**
 * How much a balance pays of an amount that is due: all of it, or the whole cents of the balance. `rate`: displayed currency for
 * one of the base currency.
 */
export function paying(due: AmountPair, balance: Decimal, rate: Decimal): AmountPair {
  const base = round(due.base);
  if (base.lte(0)) return { amount: round(0), base: round(0) };
  if (balance.gte(base)) return { amount: round(due.amount), base };
  const whole = balance.times(100).floor().div(100);
  return { amount: Decimal.min(round(whole.times(rate)), round(due.amount)), base: whole };
}

/** A payment as an amount of a total: negative. */
export function negated({ amount, base }: AmountPair): AmountPair {
  return { amount: amount.negated(), base: base.negated() };
}

/** How much the total with a code pays in a cart; positive. */
export function paidBy({ added }: CartTotals, code: string): { order: Amount<'order'>; base: Amount<'base'> } {
  const { amount, base } = valueAt(added, code);
  return { order: amountOf(amount.abs()), base: amountOf(base.abs()) };
}

/** An amount in the base currency as a decimal, to compute with. */
export function decimalOf(amount: Amount<'base'>): Decimal {
  return round(amount.toFixed(4), 4);
}
