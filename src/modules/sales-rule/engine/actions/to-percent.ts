import { atLeastZero, hundred } from '../terms/lines.ts';
import type { RuleAction } from './action.ts';
import { percentOff } from './by-percent.ts';

/** Reduces the price to a percentage: 70 is 30 % off. Source: recorded totals of the reference (`to_percent`). */
export const toPercent: RuleAction = {
  inSteps: true,
  begin: (rule) => percentOff(rule, atLeastZero(hundred.minus(rule.discountAmount))),
};
