import { elementAt } from '../../../kernel/lists.ts';
import { decimal, type Decimal } from '../../../kernel/money.ts';

/** A rate of a rule that matches a place and a pair of classes. */
export interface MatchingRate {
  readonly rateId: number;
  readonly ruleId: number;
  readonly code: string;
  /** The store view's title of the rate; default: the code. */
  readonly title: string;
  readonly percent: number;
  readonly priority: number;
  readonly position: number;
  /** Whether the rule's priority is taxed on the amount alone, without the taxes of the priorities before it. */
  readonly calculateSubtotal: boolean;
  readonly regionId: number;
  readonly postcode: string;
}

/** One rate as totals show it. */
interface AppliedRate {
  readonly ruleId: number;
  readonly code: string;
  readonly title: string;
  readonly percent: number;
  readonly priority: number;
  readonly position: number;
}

/** The combined tax of the rules of one priority. */
export interface AppliedTax {
  /** The codes of the rates in a row. */
  readonly id: string;
  /** Percent of the untaxed amount, the tax on taxes before included. */
  readonly percent: number;
  readonly rates: readonly AppliedRate[];
}

/**
 * The taxes due from all matching rates, in order of priority. Each rule contributes its nearest rate: region before
 * country, then the closest postcode, then the highest rate. Rates of one priority are added. The next priority applies
 * to the amount with the taxes before, unless its rule excludes them. A rate of several rules applies once. The sum of
 * `percent` is the whole rate.
 * Source: documented behaviour of the interface (priority and "calculate off subtotal only") and the order of its
 * reference implementation.
 */
export function applyRates(matching: readonly MatchingRate[]): AppliedTax[] {
  const applied: AppliedTax[] = [];
  let total = decimal(0);
  for (const rates of byPriority(nearestOfEachRule(matching))) {
    const sum = rates.reduce((all, rate) => all.plus(rate.percent), decimal(0));
    const percent = elementAt(rates, -1).calculateSubtotal ? sum : onTopOf(total, sum);
    total = total.plus(percent);
    applied.push({ id: rates.map((rate) => rate.code).join(''), percent: percent.toNumber(), rates: rates.map(show) });
  }
  return applied;
}

function onTopOf(taxes: Decimal, percent: Decimal): Decimal {
  return taxes.plus(100).times(percent).div(100);
}

function nearestOfEachRule(matching: readonly MatchingRate[]): MatchingRate[] {
  const seen = new Set<number>();
  const rules = new Map<number, MatchingRate>();
  for (const rate of [...matching].sort(compare)) {
    if (seen.has(rate.rateId)) continue;
    seen.add(rate.rateId);
    if (!rules.has(rate.ruleId)) rules.set(rate.ruleId, rate);
  }
  return [...rules.values()];
}

function compare(a: MatchingRate, b: MatchingRate): number {
  return (
    a.priority - b.priority ||
    a.ruleId - b.ruleId ||
    b.regionId - a.regionId ||
    compareTexts(b.postcode, a.postcode) ||
    b.percent - a.percent ||
    a.rateId - b.rateId
  );
}

/** Bytewise, so that `*` comes before every letter and digit. */
function compareTexts(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left < right ? -1 : Number(left > right);
}

function byPriority(rates: readonly MatchingRate[]): MatchingRate[][] {
  return [...Map.groupBy(rates, (rate) => rate.priority).values()];
}

function show({ ruleId, code, title, percent, priority, position }: MatchingRate): AppliedRate {
  return { ruleId, code, title, percent, priority, position };
}
