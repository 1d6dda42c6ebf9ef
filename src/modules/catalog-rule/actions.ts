import { decimal, round, type Decimal } from '../../kernel/money.ts';
import { keysOf } from '../../kernel/own-fields.ts';

type Change = (price: Decimal, amount: Decimal) => Decimal;

const hundred = decimal(100);

/** The actions of catalog price rules, by the interface's names: the price after a rule, from the price before it. */
const changes = {
  by_percent: (price, percent) => price.times(hundred.minus(percent)).div(hundred),
  by_fixed: (price, amount) => price.minus(amount),
  to_percent: (price, percent) => price.times(percent).div(hundred),
  to_fixed: (price, amount) => (amount.lt(price) ? amount : price),
} as const satisfies Readonly<Record<string, Change>>;

/** The name of an action. */
export type RuleAction = keyof typeof changes;

/** The names of the actions. */
export const ruleActions: readonly RuleAction[] = keysOf(changes);

/** Whether an amount of an action is a percentage, and so at most 100. */
export function isPercentage(action: RuleAction): boolean {
  return action === 'by_percent' || action === 'to_percent';
}

/** The effect of a rule on a price. */
export interface PriceChange {
  readonly action: RuleAction;
  readonly amount: number;
  /** Whether later rules are discarded. */
  readonly stops: boolean;
}

/** The price after rules in their order, each from the price that the former ones leave; at least 0, four decimals. */
export function priceAfter(regular: number, rules: readonly PriceChange[]): number {
  let price = decimal(regular);
  for (const { action, amount, stops } of rules) {
    const changed = changes[action](price, decimal(amount));
    price = changed.isNegative() ? decimal(0) : changed;
    if (stops) break;
  }
  return round(price, 4).toNumber();
}
