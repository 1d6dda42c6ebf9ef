import type { CallRoute } from '../../kernel/demo.ts';

/** Code of the coupon that every customer may use once. */
export const WELCOME = 'WELCOME10';
/** Code of a coupon that takes a fixed amount off a large cart. */
export const THRIFTY = 'THRIFTY25';

const everybody = [0, 1, 2, 3];

/** A condition that a value of the cart has to meet. */
function when(attribute_name: string, operator: string, value: string): object {
  const condition = {
    condition_type: 'Magento\\SalesRule\\Model\\Rule\\Condition\\Address',
    attribute_name,
    operator,
    value,
  };
  return {
    condition_type: 'Magento\\SalesRule\\Model\\Rule\\Condition\\Combine',
    aggregator_type: 'all',
    operator: null,
    value: '1',
    conditions: [condition],
  };
}

/** The rules: two with a coupon, one for the trade, and shipping that is free from an amount on. */
const rules: readonly { rule: Readonly<Record<string, unknown>>; coupon?: object }[] = [
  {
    rule: { name: 'Ten percent for newcomers', simple_action: 'by_percent', discount_amount: 10, uses_per_customer: 1 },
    coupon: { code: WELCOME, usage_per_customer: 1 },
  },
  {
    rule: {
      name: 'Twenty-five off from two hundred',
      simple_action: 'cart_fixed',
      discount_amount: 25,
      condition: when('base_subtotal', '>=', '200'),
    },
    coupon: { code: THRIFTY, usage_limit: 1000 },
  },
  {
    rule: {
      name: 'Five percent for the trade',
      customer_group_ids: [2],
      simple_action: 'by_percent',
      discount_amount: 5,
      sort_order: 10,
    },
  },
  {
    rule: {
      name: 'Free shipping from three hundred',
      simple_action: 'by_percent',
      discount_amount: 0,
      simple_free_shipping: '2',
      condition: when('base_subtotal', '>=', '300'),
      sort_order: 20,
    },
  },
];

/** Makes the sales rules with their coupons. */
export async function makeRules(callRoute: CallRoute): Promise<void> {
  for (const { rule, coupon } of rules) {
    const input = {
      website_ids: [1],
      customer_group_ids: everybody,
      uses_per_customer: 0,
      uses_per_coupon: 0,
      is_active: true,
      stop_rules_processing: false,
      is_advanced: true,
      sort_order: 0,
      discount_step: 0,
      apply_to_shipping: false,
      times_used: 0,
      is_rss: false,
      use_auto_generation: false,
      simple_free_shipping: '0',
      coupon_type: coupon ? 'SPECIFIC_COUPON' : 'NO_COUPON',
      store_labels: [{ store_id: 0, store_label: rule.name }],
      ...rule,
    };
    const savedRule = await callRoute<{ rule_id: number }>('salesRuleRuleRepositoryV1', 'save', { rule: input });
    if (!coupon) continue;
    const own = { rule_id: savedRule.rule_id, times_used: 0, is_primary: true, ...coupon };
    await callRoute('salesRuleCouponRepositoryV1', 'save', { coupon: own });
  }
}
