import type { Decimal } from '../../../kernel/money.ts';
import { actionOf } from './actions/list.ts';
import type { EngineCart, EngineItem } from './cart.ts';
import { distribute } from './distribute.ts';
import { DiscountLabels } from './labels.ts';
import {
  isMore,
  least,
  limitedQty,
  linesOf,
  targetsOf,
  wholeSteps,
  zero,
  type Line,
  type RuleDiscount,
} from './lines.ts';
import { Carry, roundDiscount, type Carries } from './rounding.ts';
import type { EngineRule } from './rule.ts';

/** What rules take off one item. */
export interface ItemDiscount {
  readonly item: EngineItem;
  /** Zero for a parent whose children carry the prices: they have it. */
  readonly amount: Decimal;
  readonly baseAmount: Decimal;
  readonly percent: Decimal;
  /** Empty for children: the parent has them. */
  readonly appliedRuleIds: readonly number[];
  /** What each rule takes off, by itself. */
  readonly discounts: readonly RuleDiscount[];
}

/** What rules take off the items of a cart. */
export interface CartDiscounts {
  /** Every item of the cart by its id, children included. */
  readonly items: ReadonlyMap<number, ItemDiscount>;
  readonly amount: Decimal;
  readonly baseAmount: Decimal;
  /** In the order in which they were applied. */
  readonly appliedRuleIds: readonly number[];
  readonly labels: ReadonlyMap<number, string>;
}

/**
 * Applies rules, which are in the order of their priority, to the items of a cart. Source: recorded totals of the reference. One
 * rule after the other is applied to every item it is good for, on what the rules before have left; a rule that stops further
 * rules does so for the items it was applied to. No item gets a discount above its price.
 */
export function discountItems(rules: readonly EngineRule[], cart: EngineCart): CartDiscounts {
  const lines = linesOf(cart);
  const reaches = rules
    .filter((rule) => rule.cartTest(cart))
    .map((rule) => ({ rule, targets: lines.map((line) => targetsOf(rule, line)) }));
  const labels = new DiscountLabels();
  const carries: Carries = { displayed: new Carry(), base: new Carry() };
  const applied: number[] = [];
  let open: readonly Line[] = byPriority(reaches, lines);
  for (const { rule, targets } of reaches) {
    const isGoodFor = actionOf(rule.simpleAction)?.isGoodFor;
    const hits: Hit[] = [];
    for (const line of open) {
      const ofLine = targets[line.position]!;
      const good = isGoodFor ? ofLine.filter((target) => isGoodFor(rule, limitedQty(rule, target.item))) : ofLine;
      if (good.length > 0) hits.push({ line, targets: good });
    }
    if (hits.length === 0) continue;
    applyRule(rule, cart, hits, carries);
    applied.push(rule.id);
    labels.add(rule, cart);
    if (!rule.stopsRules) continue;
    const stopped = new Set(hits.map(({ line }) => line));
    open = open.filter((line) => !stopped.has(line));
  }
  return summed(lines, applied, labels);
}

/** What of each line a rule is good for. */
interface Reach {
  readonly rule: EngineRule;
  /** By the position of the line. */
  readonly targets: readonly (readonly Line[])[];
}

/** The lines in the order in which discounts are reckoned (and rounding is carried): those of the first rule first. */
function byPriority(reaches: readonly Reach[], lines: readonly Line[]): Line[] {
  const sorted = new Set<Line>();
  for (const { targets } of reaches) {
    for (const line of lines) if (targets[line.position]!.length > 0) sorted.add(line);
    if (sorted.size === lines.length) break;
  }
  return [...sorted, ...lines.filter((line) => !sorted.has(line))];
}

/** A line that a rule is good for, with what of it its discount is reckoned on. */
interface Hit {
  readonly line: Line;
  readonly targets: readonly Line[];
}

function applyRule(rule: EngineRule, cart: EngineCart, hits: readonly Hit[], carries: Carries): void {
  const action = actionOf(rule.simpleAction);
  const discountOf = action?.begin(
    rule,
    cart,
    hits.flatMap(({ targets }) => targets),
  );
  for (const { line, targets } of hits) {
    line.appliedRuleIds.push(rule.id);
    if (!action || !discountOf) continue;
    for (const target of targets) {
      const qty = limitedQty(rule, target.item);
      const exact = discountOf(target, action.inSteps ? wholeSteps(rule, qty) : qty);
      const discount = roundDiscount(exact, target, carries);
      if (isMore(discount.amount)) line.discounts.push({ ...discount, ruleId: rule.id, label: rule.label });
      take(target, discount.amount, discount.baseAmount);
      if (target !== line) addUp(line);
    }
  }
}

/** Takes a discount off a line, as far as its price goes. */
function take(line: Line, amount: Decimal, baseAmount: Decimal): void {
  const { whole, baseWhole, oneCurrency } = line;
  const after = least(line.amount.plus(amount), whole);
  const baseAfter = oneCurrency ? after : least(line.baseAmount.plus(baseAmount), baseWhole);
  if (line.item.childrenCalculated && line.children.length > 0) {
    distribute(line, after.minus(line.amount), baseAfter.minus(line.baseAmount));
    addUp(line);
  } else {
    line.amount = after;
    line.baseAmount = baseAfter;
  }
}

/** Keeps the sum of the children's discounts on their parent. */
function addUp(parent: Line): void {
  parent.amount = parent.children.reduce((sum, child) => sum.plus(child.amount), zero);
  parent.baseAmount = parent.children.reduce((sum, child) => sum.plus(child.baseAmount), zero);
}

function summed(lines: readonly Line[], appliedRuleIds: readonly number[], labels: DiscountLabels): CartDiscounts {
  const items = new Map<number, ItemDiscount>();
  let [amount, baseAmount] = [zero, zero];
  for (const line of lines) {
    const isSum = line.item.childrenCalculated && line.children.length > 0;
    for (const one of [line, ...line.children]) {
      const { item, percent, discounts } = one;
      const own = isSum && one === line ? { amount: zero, baseAmount: zero } : one;
      items.set(item.id, {
        item,
        amount: own.amount,
        baseAmount: own.baseAmount,
        percent,
        appliedRuleIds: one.appliedRuleIds,
        discounts,
      });
      amount = amount.plus(own.amount);
      baseAmount = baseAmount.plus(own.baseAmount);
    }
  }
  return { items, amount, baseAmount, appliedRuleIds, labels: labels.all };
}
