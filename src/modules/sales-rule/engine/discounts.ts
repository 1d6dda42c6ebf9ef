import { elementAt } from '../../../kernel/lists.ts';
import type { Decimal } from '../../../kernel/money.ts';
import { actionOf } from './actions/list.ts';
import type { EngineCart, EngineItem } from './terms/cart.ts';
import { DiscountLabels } from './labels.ts';
import {
  isAll,
  isMore,
  least,
  limitedQty,
  linesOf,
  targetsOf,
  wholeSteps,
  zero,
  type LineDiscount,
  type DiscountLine,
  type AppliedDiscount,
} from './terms/lines.ts';
import { DiscountRemainders, roundDiscount, type CurrencyRemainders } from './terms/rounding.ts';
import type { EngineRule } from './terms/rule.ts';

/** The discounts of rules on one item. */
interface ItemDiscount {
  readonly item: EngineItem;
  /** Zero for a parent whose children carry the price and the discount. */
  readonly amount: Decimal;
  readonly baseAmount: Decimal;
  readonly percent: Decimal;
  /** Empty for children: the parent has them. */
  readonly appliedRuleIds: readonly number[];
  /** The discount of each rule. */
  readonly discounts: readonly AppliedDiscount[];
}

/** The discounts of rules on the items of a cart. */
export interface CartDiscounts {
  /** Every item of the cart by its id, children included. */
  readonly items: ReadonlyMap<number, ItemDiscount>;
  readonly amount: Decimal;
  readonly baseAmount: Decimal;
  /** In the order in which they were applied. */
  readonly appliedRuleIds: readonly number[];
  readonly labels: ReadonlyMap<number, string>;
  /**
   * For a rule that divides its amount among items and shipping: `discountItems` for the same cart with a shipping
   * price. Rules before that one are not applied again.
   */
  readonly withShipping: ((cart: EngineCart) => CartDiscounts) | undefined;
}

/**
 * Applies rules, sorted by priority, to the items of a cart. Each rule applies to all items that meet its conditions,
 * and to the prices after earlier rules. A rule that stops further rules stops them for the items it applied to.
 * Components that carry the price of an item are discounted one by one. No item has a discount above its price. A rule
 * for some of the units limits all discounts of the item to the price of those units. Source: recorded totals of the
 * reference.
 */
export function discountItems(rules: readonly EngineRule[], cart: EngineCart): CartDiscounts {
  const lines = linesOf(cart);
  const reaches = rules
    .filter((rule) => rule.cartTest(cart))
    .map((rule) => ({ rule, targets: lines.map((line) => targetsOf(rule, line)) }));
  return applyAll(rules, cart, {
    lines,
    reaches,
    next: 0,
    open: byPriority(reaches, lines),
    applied: [],
    labels: new DiscountLabels(),
    remainders: { displayed: new DiscountRemainders(), base: new DiscountRemainders() },
  });
}

/** How far the rules have been applied to the items of a cart. */
interface Progress {
  readonly lines: readonly DiscountLine[];
  /** Of the rules whose conditions the cart meets. */
  readonly reaches: readonly Reach[];
  /** Position of the rule that is applied next. */
  next: number;
  /** The lines that no rule has stopped. */
  open: readonly DiscountLine[];
  readonly applied: number[];
  readonly labels: DiscountLabels;
  readonly remainders: CurrencyRemainders;
}

/** Applies the rules that are left. */
function applyAll(rules: readonly EngineRule[], cart: EngineCart, progress: Progress): CartDiscounts {
  const { lines, reaches, applied, labels, remainders } = progress;
  let resume: (() => Progress) | undefined;
  for (; progress.next < reaches.length; progress.next++) {
    const { rule, targets } = elementAt(reaches, progress.next);
    const hits: Hit[] = [];
    for (const line of progress.open) {
      const own = elementAt(targets, line.position);
      if (own.length > 0) hits.push({ line, targets: own });
    }
    if (hits.length === 0) continue;
    if (isSharedWithShipping(rule)) resume ??= snapshot(progress);
    applyRule(rule, cart, hits, remainders);
    applied.push(rule.id);
    labels.add(rule);
    if (!rule.stopsRules) continue;
    const stopped = new Set(hits.filter((hit) => isStopped(rule, hit)).map(({ line }) => line));
    progress.open = progress.open.filter((line) => !stopped.has(line));
  }
  const withShipping = resume && ((again: EngineCart) => applyAgain(rules, again, reaches, resume));
  return { ...summed(lines, applied, labels), withShipping };
}

function isSharedWithShipping({ appliesToShipping, simpleAction }: EngineRule): boolean {
  return appliesToShipping && actionOf(simpleAction)?.isShared === true;
}

/** Applies the rules from the first shared one on; all of them, if the cart no longer meets the conditions of the same ones. */
function applyAgain(
  rules: readonly EngineRule[],
  cart: EngineCart,
  reaches: readonly Reach[],
  resume: () => Progress,
): CartDiscounts {
  const met = rules.filter((rule) => rule.cartTest(cart));
  const isSame = met.length === reaches.length && met.every((rule, i) => rule === reaches[i]?.rule);
  return isSame ? applyAll(rules, cart, resume()) : discountItems(rules, cart);
}

/** Saves the state of the lines and of the rules; returns a function that restores it. */
function snapshot({ lines, reaches, next, open, applied, labels, remainders }: Progress): () => Progress {
  const states = lines.flatMap((line) => [line, ...line.children]).map(snapshotLine);
  const copies = copied({ applied, labels, remainders });
  return () => {
    for (const putBack of states) putBack();
    return { lines, reaches, next, open, ...copied(copies) };
  };
}

function copied({ applied, labels, remainders }: Pick<Progress, 'applied' | 'labels' | 'remainders'>) {
  const { displayed, base } = remainders;
  return {
    applied: [...applied],
    labels: labels.copy(),
    remainders: { displayed: displayed.copy(), base: base.copy() },
  };
}

function snapshotLine(line: DiscountLine): () => void {
  const { amount, baseAmount, percent, percentText } = line;
  const [appliedRuleIds, discounts] = [[...line.appliedRuleIds], [...line.discounts]];
  return () => {
    line.amount = amount;
    line.baseAmount = baseAmount;
    line.percent = percent;
    line.percentText = percentText;
    line.appliedRuleIds = [...appliedRuleIds];
    line.discounts = [...discounts];
  };
}

/** The lines that a rule applies to. */
interface Reach {
  readonly rule: EngineRule;
  /** The targets within each line, by the line's position. */
  readonly targets: readonly (readonly DiscountLine[])[];
}

/** The lines in the order of discounts and remainders: those of the first rule first. */
function byPriority(reaches: readonly Reach[], lines: readonly DiscountLine[]): DiscountLine[] {
  const sorted = new Set<DiscountLine>();
  for (const { targets } of reaches) {
    for (const line of lines) if (elementAt(targets, line.position).length > 0) sorted.add(line);
    if (sorted.size === lines.length) break;
  }
  return [...sorted, ...lines.filter((line) => !sorted.has(line))];
}

/** A line that a rule applies to, with the parts of it that the discount is computed from. */
interface Hit {
  readonly line: DiscountLine;
  readonly targets: readonly DiscountLine[];
}

/** Whether a rule that stops further rules stops them for a line that it applied to. */
function isStopped(rule: EngineRule, { targets }: Hit): boolean {
  const stops = actionOf(rule.simpleAction)?.stops;
  return !stops || targets.some(({ item }) => stops(rule, limitedQty(rule, item)));
}

function applyRule(rule: EngineRule, cart: EngineCart, hits: readonly Hit[], remainders: CurrencyRemainders): void {
  const action = actionOf(rule.simpleAction);
  const discountOf = action?.begin(
    rule,
    cart,
    hits.flatMap(({ targets }) => targets),
  );
  const label = rule.label || (rule.coupon ?? '');
  for (const { line, targets } of hits) {
    line.appliedRuleIds.push(rule.id);
    if (!action || !discountOf) continue;
    for (const target of targets) {
      const limited = limitedQty(rule, target.item);
      const qty = action.inSteps ? wholeSteps(rule, limited) : limited;
      const discount = roundDiscount(discountOf(target, qty), target, remainders, rule.id, label);
      if (isMore(discount.amount)) line.discounts.push(discount);
      take(target, discount, qty);
      if (target !== line) addUp(line);
    }
  }
}

/** Adds a discount on `qty` units to a line. All discounts of the line are then at most the price of those units. */
function take(line: DiscountLine, { amount, baseAmount }: LineDiscount, qty: Decimal): void {
  const { item, oneCurrency } = line;
  const all = isAll(line, qty);
  line.amount = least(line.amount.plus(amount), all ? line.whole : item.price.times(qty));
  line.baseAmount = oneCurrency
    ? line.amount
    : least(line.baseAmount.plus(baseAmount), all ? line.baseWhole : item.basePrice.times(qty));
}

/** The displayed percentage of a line whose children carry the price: their common one. */
function percentOfComponents(parent: DiscountLine, one: DiscountLine): Decimal {
  if (one !== parent) return zero;
  const [first, ...others] = parent.children;
  return first && others.every((child) => child.percentText === first.percentText) ? first.percent : zero;
}

/** Sets the parent's discounts to the sum of its children's. */
function addUp(parent: DiscountLine): void {
  parent.amount = parent.children.reduce((sum, child) => sum.plus(child.amount), zero);
  parent.baseAmount = parent.children.reduce((sum, child) => sum.plus(child.baseAmount), zero);
}

function summed(lines: readonly DiscountLine[], appliedRuleIds: readonly number[], labels: DiscountLabels) {
  const items = new Map<number, ItemDiscount>();
  let [amount, baseAmount] = [zero, zero];
  for (const line of lines) {
    const isSum = line.item.childrenCalculated && line.children.length > 0;
    for (const one of [line, ...line.children]) {
      const { item, discounts } = one;
      const own = isSum && one === line ? { amount: zero, baseAmount: zero } : one;
      const percent = isSum ? percentOfComponents(line, one) : one.percent;
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
