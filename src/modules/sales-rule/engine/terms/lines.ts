import { decimal, type Decimal } from '../../../../kernel/money.ts';
import type { EngineCart, EngineItem } from './cart.ts';
import type { EngineRule } from './rule.ts';

export const zero = decimal(0);
export const hundred = decimal(100);

/** The lesser of two amounts. */
export function least(one: Decimal, other: Decimal): Decimal {
  return one.lte(other) ? one : other;
}

/** The amount, or zero if it is negative. */
export function atLeastZero(amount: Decimal): Decimal {
  return amount.isNegative() ? zero : amount;
}

/** Whether an amount is positive. */
export function isMore(amount: Decimal): boolean {
  return amount.isPositive() && !amount.isZero();
}

/** Amounts of a discount, in the displayed and in the base currency; `original…`: computed from the original price. */
export interface LineDiscount {
  readonly amount: Decimal;
  readonly baseAmount: Decimal;
  readonly originalAmount: Decimal;
  readonly baseOriginalAmount: Decimal;
}

export const noDiscount: LineDiscount = {
  amount: zero,
  baseAmount: zero,
  originalAmount: zero,
  baseOriginalAmount: zero,
};

/** The discount of one rule on an item. */
export interface AppliedDiscount extends LineDiscount {
  readonly ruleId: number;
  readonly label: string;
}

/** An item while rules are applied, with its discounts so far. */
export interface DiscountLine {
  readonly item: EngineItem;
  /** Position among the items of the cart, or of the parent. */
  readonly position: number;
  readonly children: readonly DiscountLine[];
  /** Price of all units. */
  readonly whole: Decimal;
  readonly baseWhole: Decimal;
  /** Original price of all units. */
  readonly originalWhole: Decimal;
  readonly baseOriginalWhole: Decimal;
  /** Whether the displayed currency is the base currency: then both amounts are always the same, and computed once. */
  readonly oneCurrency: boolean;
  /** In the displayed currency; of a parent whose children carry the prices, the sum of theirs. */
  amount: Decimal;
  baseAmount: Decimal;
  /** Percentage off the whole item, as far as there is one. */
  percent: Decimal;
  /** The same as text: items with the same percentage pass on remainders of rounding. */
  percentText: string;
  appliedRuleIds: number[];
  discounts: AppliedDiscount[];
  /** A list of the line alone. */
  readonly alone: readonly DiscountLine[];
}

/** The items of a cart before any rule is applied. */
export function linesOf({ items, currencyRate }: EngineCart): DiscountLine[] {
  const oneCurrency = currencyRate.eq(1) && items.every(isInOneCurrency);
  return items.map((item, position) => newLine(item, position, oneCurrency));
}

function newLine(item: EngineItem, position: number, oneCurrency: boolean): DiscountLine {
  const whole = item.price.times(item.totalQty);
  const baseWhole = oneCurrency ? whole : item.basePrice.times(item.totalQty);
  const alone: DiscountLine[] = [];
  const line: DiscountLine = {
    item,
    position,
    children: item.children.map((child, i) => newLine(child, i, oneCurrency)),
    whole,
    baseWhole,
    // The same object for the same amount, so that nothing is computed twice.
    originalWhole: item.originalPrice.eq(item.price) ? whole : item.originalPrice.times(item.totalQty),
    baseOriginalWhole: item.baseOriginalPrice.eq(item.basePrice)
      ? baseWhole
      : item.baseOriginalPrice.times(item.totalQty),
    oneCurrency,
    amount: zero,
    baseAmount: zero,
    percent: zero,
    percentText: '0',
    appliedRuleIds: [],
    discounts: [],
    alone,
  };
  alone.push(line);
  return line;
}

function isInOneCurrency(item: EngineItem): boolean {
  return (
    item.price.eq(item.basePrice) &&
    item.originalPrice.eq(item.baseOriginalPrice) &&
    item.rowTotalInclTax.eq(item.baseRowTotalInclTax) &&
    item.children.every(isInOneCurrency)
  );
}

const none: readonly DiscountLine[] = [];

/**
 * The parts of a line as base of a rule's discount: the line itself if it meets the conditions. For a parent whose
 * children carry the price, these are the children that meet them, or all children if only the parent does. Empty if
 * the rule does not apply.
 */
export function targetsOf(rule: EngineRule, line: DiscountLine): readonly DiscountLine[] {
  const { item, children } = line;
  if (item.noDiscount || item.price.isNegative()) return none;
  if (!item.childrenCalculated || children.length === 0) return rule.itemTest(item) ? line.alone : none;
  const open = children.filter((child) => !child.item.noDiscount);
  const good = open.filter((child) => rule.itemTest(child.item, item));
  return good.length === 0 && rule.itemTest({ ...item, children: [] }) ? open : good;
}

/** Units of an item that a rule discounts. */
export function limitedQty(rule: EngineRule, item: EngineItem): Decimal {
  return rule.discountQty.isZero() ? item.totalQty : least(item.totalQty, rule.discountQty);
}

/** Whether `qty` is the whole quantity of a line. */
export function isAll({ item }: DiscountLine, qty: Decimal): boolean {
  return qty === item.totalQty || qty.eq(item.totalQty);
}

/** The units that make up whole steps of the rule. */
export function wholeSteps(rule: EngineRule, qty: Decimal): Decimal {
  return rule.discountStep.isZero() ? qty : qty.divWhole(rule.discountStep).times(rule.discountStep);
}
