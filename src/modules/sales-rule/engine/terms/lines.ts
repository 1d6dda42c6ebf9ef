import { decimal, type Decimal } from '../../../../kernel/money.ts';
import type { EngineCart, EngineItem } from './cart.ts';
import type { EngineRule } from './rule.ts';

export const zero = decimal(0);
export const hundred = decimal(100);

/** The lesser of two amounts. */
export function least(one: Decimal, other: Decimal): Decimal {
  return one.lte(other) ? one : other;
}

/** The amount, or nothing when it is below nothing. */
export function atLeastZero(amount: Decimal): Decimal {
  return amount.isNegative() ? zero : amount;
}

/** Whether an amount is more than nothing. */
export function isMore(amount: Decimal): boolean {
  return amount.isPositive() && !amount.isZero();
}

/** Amounts of a discount, in the displayed and in the base currency; `original…`: reckoned on the original price. */
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

/** What one rule takes off an item. */
export interface AppliedDiscount extends LineDiscount {
  readonly ruleId: number;
  readonly label: string;
}

/** An item while rules are applied to it: what has been taken off so far. */
export interface DiscountLine {
  readonly item: EngineItem;
  /** Place among the items of the cart, or of the parent. */
  readonly position: number;
  readonly children: readonly DiscountLine[];
  /** What all pieces cost. */
  readonly whole: Decimal;
  readonly baseWhole: Decimal;
  /** What all pieces cost at their original price. */
  readonly originalWhole: Decimal;
  readonly baseOriginalWhole: Decimal;
  /** Whether the cart is shown in its base currency: then both amounts are always the same, and reckoned once. */
  readonly oneCurrency: boolean;
  /** In the displayed currency; of a parent whose children carry the prices, the sum of theirs. */
  amount: Decimal;
  baseAmount: Decimal;
  /** Percent off the whole item, as far as it can be told. */
  percent: Decimal;
  /** The same as text: by it, items share what rounding leaves over. */
  percentText: string;
  readonly appliedRuleIds: number[];
  readonly discounts: AppliedDiscount[];
}

/** The items of a cart before any rule is applied. */
export function linesOf({ items, currencyRate }: EngineCart): DiscountLine[] {
  const oneCurrency = currencyRate.eq(1) && items.every(isInOneCurrency);
  return items.map((item, position) => newLine(item, position, oneCurrency));
}

function newLine(item: EngineItem, position: number, oneCurrency: boolean): DiscountLine {
  const whole = item.price.times(item.totalQty);
  const baseWhole = oneCurrency ? whole : item.basePrice.times(item.totalQty);
  return {
    item,
    position,
    children: item.children.map((child, i) => newLine(child, i, oneCurrency)),
    whole,
    baseWhole,
    // The same object where it is the same amount, so that it need not be reckoned with twice.
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
  };
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
 * What of a line a rule's discount is reckoned on: the line itself when it meets the rule's conditions; of a parent whose
 * children carry the prices, the children that do, or all of them where only the parent by itself does. Empty when the rule
 * passes it by.
 */
export function targetsOf(rule: EngineRule, line: DiscountLine): readonly DiscountLine[] {
  const { item, children } = line;
  if (item.noDiscount || item.price.isNegative()) return none;
  if (!item.childrenCalculated || children.length === 0) return rule.itemTest(item) ? [line] : none;
  const open = children.filter((child) => !child.item.noDiscount);
  const good = open.filter((child) => rule.itemTest(child.item, item));
  return good.length === 0 && rule.itemTest({ ...item, children: [] }) ? open : good;
}

/** Pieces of an item that a rule discounts. */
export function limitedQty(rule: EngineRule, item: EngineItem): Decimal {
  return rule.discountQty.isZero() ? item.totalQty : least(item.totalQty, rule.discountQty);
}

/** Whether `qty` is all pieces of a line. */
export function isAll({ item }: DiscountLine, qty: Decimal): boolean {
  return qty === item.totalQty || qty.eq(item.totalQty);
}

/** Pieces in whole steps of the rule. */
export function wholeSteps(rule: EngineRule, qty: Decimal): Decimal {
  return rule.discountStep.isZero() ? qty : qty.div(rule.discountStep).floor().times(rule.discountStep);
}
