import * as t from '../../kernel/types.ts';

/** Amounts of a discount, in the displayed and in the base currency. */
const DiscountData = t.object('sales-rule-data-discount-data-interface', {
  amount: t.number,
  base_amount: t.number,
  original_amount: t.number,
  base_original_amount: t.number,
});

/** A discount and the rule it comes from; the interface spells the field of the rule's id so. */
export const RuleDiscount = t.object('sales-rule-data-rule-discount-interface', {
  discount_data: DiscountData,
  rule_label: t.string,
  rule_i_d: t.integer,
});
