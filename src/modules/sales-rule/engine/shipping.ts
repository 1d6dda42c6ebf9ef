import { round, type Decimal } from '../../../kernel/money.ts';
import { freePieces } from './actions/buy-x-get-y.ts';
import type { EngineCart, EngineItem, ShippingPrice } from './terms/cart.ts';
import { DiscountLabels } from './labels.ts';
import { atLeastZero, hundred, least, zero } from './terms/lines.ts';
import { trifle } from './terms/rounding.ts';
import type { EngineRule } from './terms/rule.ts';

/** The discounts of rules on the shipping of a cart. */
export interface ShippingDiscount {
  readonly amount: Decimal;
  readonly baseAmount: Decimal;
  readonly percent: Decimal;
  readonly appliedRuleIds: readonly number[];
  readonly labels: ReadonlyMap<number, string>;
  /** The discount of each rule. */
  readonly discounts: readonly {
    readonly ruleId: number;
    /** Empty for none. */
    readonly label: string;
    readonly amount: Decimal;
    readonly baseAmount: Decimal;
  }[];
}

interface Amounts {
  readonly amount: Decimal;
  readonly baseAmount: Decimal;
}

/**
 * Applies the rules with `apply_to_shipping` to the shipping price of a cart, in order, up to the first one that stops further
 * rules. Discounts are rounded after each rule, and at most the price. Source: recorded totals of the reference (10 % with
 * shipping of 20 takes 2 off).
 */
export function discountShipping(rules: readonly EngineRule[], cart: EngineCart): ShippingDiscount {
  const labels = new DiscountLabels();
  const applied: number[] = [];
  const discounts: { ruleId: number; label: string; amount: Decimal; baseAmount: Decimal }[] = [];
  let discountSoFar: Amounts = { amount: zero, baseAmount: zero };
  let percent = zero;
  const { shipping } = cart;
  for (const rule of rules) {
    if (!shipping || !rule.appliesToShipping || !rule.cartTest(cart)) continue;
    const off = discountOf(rule, cart, shipping, discountSoFar);
    const after = {
      amount: least(shipping.amount, round(discountSoFar.amount.plus(off.amount))),
      baseAmount: least(shipping.baseAmount, round(discountSoFar.baseAmount.plus(off.baseAmount))),
    };
    labels.add(rule);
    discounts.push({
      ruleId: rule.id,
      label: labels.all.get(rule.id) ?? '',
      amount: after.amount.minus(discountSoFar.amount),
      baseAmount: after.baseAmount.minus(discountSoFar.baseAmount),
    });
    discountSoFar = after;
    percent = least(hundred, percent.plus(percentOf(rule) ?? zero));
    applied.push(rule.id);
    if (rule.stopsRules) break;
  }
  return { ...discountSoFar, percent, appliedRuleIds: applied, labels: labels.all, discounts };
}

/** The percentage of a rule; undefined for a rule without one. */
function percentOf({ simpleAction, discountAmount }: EngineRule): Decimal | undefined {
  if (simpleAction === 'by_percent') return least(hundred, discountAmount);
  if (simpleAction === 'to_percent') return atLeastZero(hundred.minus(discountAmount));
  return undefined;
}

function discountOf(rule: EngineRule, cart: EngineCart, shipping: ShippingPrice, discountSoFar: Amounts): Amounts {
  const percent = percentOf(rule);
  const left = {
    amount: shipping.amount.minus(discountSoFar.amount),
    baseAmount: shipping.baseAmount.minus(discountSoFar.baseAmount),
  };
  if (percent) return scaled(left, percent.div(hundred));
  const fixed = { amount: rule.discountAmount.times(cart.currencyRate), baseAmount: rule.discountAmount };
  switch (rule.simpleAction) {
    case 'by_fixed':
      return fixed;
    case 'to_fixed':
      return {
        amount: atLeastZero(left.amount.minus(fixed.amount)),
        baseAmount: atLeastZero(left.baseAmount.minus(fixed.baseAmount)),
      };
    case 'cart_fixed': {
      const baseAmount = shareOfShipping(rule, cart, shipping);
      return { amount: baseAmount.times(cart.currencyRate), baseAmount };
    }
    case 'buy_x_get_y':
      // As in the reference, this share is of the price without tax, unlike the discounts of other actions.
      return scaled(shipping.withoutTax, freeShare(rule, cart));
    default:
      return { amount: zero, baseAmount: zero };
  }
}

/**
 * Shipping's share of a fixed amount for the whole cart, in the base currency: the remainder after the items' share, so that a half
 * cent counts once.
 */
function shareOfShipping({ discountAmount }: EngineRule, { items }: EngineCart, shipping: ShippingPrice): Decimal {
  const worth = items.reduce((sum, item) => sum.plus(worthOf(item)), zero);
  const whole = worth.plus(shipping.baseAmount);
  return whole.isZero() ? zero : discountAmount.minus(round(discountAmount.times(worth).div(whole).plus(trifle)));
}

/** The price of all units of an item in the base currency, as discounts are computed from it. */
function worthOf({ basePrice, totalQty, children, childrenCalculated }: EngineItem): Decimal {
  if (!childrenCalculated) return basePrice.times(totalQty);
  return children.reduce((sum, child) => sum.plus(worthOf(child)), zero);
}

function scaled({ amount, baseAmount }: Amounts, by: Decimal): Amounts {
  return { amount: amount.times(by), baseAmount: baseAmount.times(by) };
}

/**
 * The share of a cart's units that a rule makes free. As in the reference, every item is included: the conditions of
 * the action and the maximum number of discounted units have no effect here.
 */
function freeShare(rule: EngineRule, { items }: EngineCart): Decimal {
  const units = items.reduce((sum, { totalQty }) => sum.plus(totalQty), zero);
  if (units.isZero()) return zero;
  return items.reduce((sum, { totalQty }) => sum.plus(freePieces(rule, totalQty)), zero).div(units);
}
