import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { Memo } from '../../storage/memo.ts';
import { activeRuleFinder, type FindActiveRules } from './active-rules.ts';
import { findCoupon } from './coupons/rows.ts';
import { combine } from './engine/conditions/combine.ts';
import { isOperator } from './engine/conditions/compare.ts';
import { comparisonOf } from './engine/conditions/comparison.ts';
import { discountItems } from './engine/discounts.ts';
import { freeShipping } from './engine/free-shipping.ts';
import { discountDescription } from './engine/labels.ts';
import { discountShipping } from './engine/shipping.ts';
import { rewardPoints } from './rules/reward-points.ts';
import { findRule } from './rules/rows.ts';
import type { RuleRow } from './tables.ts';
import { giveBackRules, useRules } from './usage.ts';

export type { RuleSearch } from './active-rules.ts';
export type { ConditionNode } from './engine/conditions/node.ts';
export type { ActiveRule } from './engine/compile-rule.ts';
export type { EngineCart, EngineItem, CartFact } from './engine/terms/cart.ts';
export type { CartDiscounts } from './engine/discounts.ts';
export type { FreeShipping } from './engine/free-shipping.ts';
export type { ShippingDiscount } from './engine/shipping.ts';
export type { RuleUse } from './usage.ts';

/** The service of cart price rules, `call.services.salesRule`. */
interface SalesRuleService {
  /** The rules that may apply to a cart, in order; no query if nothing has changed and nothing is counted. */
  readonly activeRules: FindActiveRules;
  /** The cache of active rules; every change of rules must invalidate it. */
  readonly ruleCache: SharedCache<Memo<readonly RuleRow[]>>;
  /** The rule with an id, active or not; undefined when not found. */
  readonly rule: typeof findRule;
  /** The coupon with a code, case-insensitively, valid or not. */
  readonly coupon: typeof findCoupon;
  readonly rewardPoints: typeof rewardPoints;
  // Pure functions: the effects of rules on a cart.
  readonly freeShipping: typeof freeShipping;
  readonly discountItems: typeof discountItems;
  readonly discountShipping: typeof discountShipping;
  readonly discountDescription: typeof discountDescription;
  // The words of conditions, for modules with conditions of their own.
  readonly combine: typeof combine;
  readonly comparisonOf: typeof comparisonOf;
  readonly isOperator: typeof isOperator;
  // For use in the transaction of an order.
  readonly use: typeof useRules;
  readonly giveBack: typeof giveBackRules;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    salesRule: SalesRuleService;
  }
}

/** Creates the module's service. */
export function createSalesRuleService(caches: SharedCaches): SalesRuleService {
  const ruleCache = caches.define('sales-rules', () => Promise.resolve(new Memo<readonly RuleRow[]>()));
  return {
    activeRules: activeRuleFinder(ruleCache),
    ruleCache,
    rule: findRule,
    coupon: findCoupon,
    rewardPoints,
    freeShipping,
    discountItems,
    discountShipping,
    discountDescription,
    combine,
    comparisonOf,
    isOperator,
    use: useRules,
    giveBack: giveBackRules,
  };
}
