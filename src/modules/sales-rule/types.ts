import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

/** Amounts of a discount, in the displayed and in the base currency. */
const DiscountData = t.object('sales-rule-data-discount-data-interface', {
  amount: t.number,
  base_amount: t.number,
  original_amount: t.number,
  base_original_amount: t.number,
});

/** A discount with its rule; the odd name of the rule's id is the interface's. */
export const RuleDiscount = t.object('sales-rule-data-rule-discount-interface', {
  discount_data: DiscountData,
  rule_label: t.string,
  rule_i_d: t.integer,
});

/** A node of a tree of conditions in a request. */
export interface SentCondition {
  readonly condition_type?: string | null;
  readonly conditions?: readonly SentCondition[] | null;
  readonly aggregator_type?: string | null;
  readonly operator?: string | null;
  readonly attribute_name?: string | null;
  /** Any scalar. */
  readonly value?: unknown;
  readonly extension_attributes?: { readonly attribute_scope?: string | null } | null;
}

const ConditionExtension = t.extension('sales-rule-data-condition-extension-interface', {
  attribute_scope: t.optional(t.string, { since: '2.4.9', edition: 'commercial' }),
});

/**
 * A condition, or a combination of conditions. The value is described as a string, but the default combination has the JSON value
 * true.
 */
const Condition: t.ObjectType = t.object('sales-rule-data-condition-interface', {
  condition_type: t.string,
  conditions: t.optional(t.array(t.lazy<SentCondition>(() => Condition))),
  aggregator_type: t.optional(t.string),
  operator: t.string,
  attribute_name: t.optional(t.string),
  value: t.mixed,
  extension_attributes: t.optional(ConditionExtension),
});

/** The label of a rule for customers of a store view; store 0: all of them. */
const RuleLabel = t.object('sales-rule-data-rule-label-interface', {
  store_id: t.integer,
  store_label: t.string,
  extension_attributes: t.optional(t.extension('sales-rule-data-rule-label-extension-interface', {})),
});

/** Extension attributes of a rule; modules add to them. */
export const RuleExtensionAttributes = t.extension('sales-rule-data-rule-extension-interface', {
  reward_points_delta: t.optional(t.integer, { edition: 'commercial' }),
});

/** A cart price rule. */
export const Rule = t.object('sales-rule-data-rule-interface', {
  rule_id: t.optional(t.integer),
  name: t.optional(t.string),
  store_labels: t.optional(t.array(RuleLabel)),
  description: t.optional(t.string),
  website_ids: t.array(t.integer),
  customer_group_ids: t.array(t.integer),
  from_date: t.optional(t.string),
  to_date: t.optional(t.string),
  uses_per_customer: t.integer,
  is_active: t.boolean,
  condition: t.optional(t.lazy<SentCondition>(() => Condition)),
  action_condition: t.optional(t.lazy<SentCondition>(() => Condition)),
  stop_rules_processing: t.boolean,
  is_advanced: t.boolean,
  product_ids: t.optional(t.array(t.integer)),
  sort_order: t.integer,
  simple_action: t.optional(t.string),
  discount_amount: t.number,
  discount_qty: t.optional(t.number),
  discount_step: t.integer,
  apply_to_shipping: t.boolean,
  times_used: t.integer,
  is_rss: t.boolean,
  coupon_type: t.string,
  use_auto_generation: t.boolean,
  uses_per_coupon: t.integer,
  simple_free_shipping: t.optional(t.string),
  extension_attributes: t.optional(RuleExtensionAttributes),
});
/** A sales rule in a request. */
export type SentRule = t.In<typeof Rule>;
/** A sales rule in a response. */
export type ShownRule = t.Out<typeof Rule>;

export const RuleSearchResult = searchResults('sales-rule-data-rule-search-result-interface', Rule);

/** A coupon. */
export const Coupon = t.object('sales-rule-data-coupon-interface', {
  coupon_id: t.optional(t.integer),
  rule_id: t.integer,
  code: t.optional(t.secret(t.string, 'coupon')),
  usage_limit: t.optional(t.integer),
  usage_per_customer: t.optional(t.integer),
  times_used: t.integer,
  expiration_date: t.optional(t.string),
  is_primary: t.boolean,
  created_at: t.optional(t.string),
  type: t.optional(t.integer),
  extension_attributes: t.optional(t.extension('sales-rule-data-coupon-extension-interface', {})),
});
/** A coupon in a request. */
export type SentCoupon = t.In<typeof Coupon>;
/** A coupon in a response. */
export type ShownCoupon = t.Out<typeof Coupon>;

export const CouponSearchResult = searchResults('sales-rule-data-coupon-search-result-interface', Coupon);

/** The number of coupons to generate, and the form of their codes. */
export const CouponGenerationSpec = t.object('sales-rule-data-coupon-generation-spec-interface', {
  rule_id: t.integer,
  format: t.string,
  quantity: t.integer,
  length: t.integer,
  prefix: t.optional(t.string),
  suffix: t.optional(t.string),
  delimiter_at_every: t.optional(t.integer),
  delimiter: t.optional(t.string),
  extension_attributes: t.optional(t.extension('sales-rule-data-coupon-generation-spec-extension-interface', {})),
});
/** A specification of generated coupons in a request. */
export type SentCouponGenerationSpec = t.In<typeof CouponGenerationSpec>;

/** The result of deleting several coupons: ids or codes that could not be deleted, and those that do not exist. */
export const CouponMassDeleteResult = t.object('sales-rule-data-coupon-mass-delete-result-interface', {
  failed_items: t.secret(t.array(t.string), 'coupon'),
  missing_items: t.secret(t.array(t.string), 'coupon'),
});
