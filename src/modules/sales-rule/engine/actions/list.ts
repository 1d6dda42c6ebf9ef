import type { RuleAction } from './action.ts';
import { buyXGetY } from './buy-x-get-y.ts';
import { byFixed } from './by-fixed.ts';
import { byPercent } from './by-percent.ts';
import { cartFixed } from './cart-fixed.ts';
import { toFixed } from './to-fixed.ts';
import { toPercent } from './to-percent.ts';

const actions: Readonly<Record<string, RuleAction>> = {
  by_percent: byPercent,
  to_percent: toPercent,
  by_fixed: byFixed,
  to_fixed: toFixed,
  cart_fixed: cartFixed,
  buy_x_get_y: buyXGetY,
};

/** The action of a rule's `simple_action`; undefined for an unknown one, whose rule has no discount. */
export function actionOf(name: string | null): RuleAction | undefined {
  return name !== null && Object.hasOwn(actions, name) ? actions[name] : undefined;
}
