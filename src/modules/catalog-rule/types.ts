import * as t from '../../kernel/types.ts';

/** A catalog price rule in the console; its conditions are a tree. */
export const ConsoleCatalogRule = t.object('console-catalog-rule', {
  rule_id: t.optional(t.integer),
  name: t.string,
  description: t.optional(t.string),
  is_active: t.optional(t.boolean),
  website_ids: t.array(t.integer),
  customer_group_ids: t.array(t.integer),
  from_date: t.optional(t.string),
  to_date: t.optional(t.string),
  sort_order: t.optional(t.integer),
  simple_action: t.string,
  discount_amount: t.number,
  stop_rules_processing: t.optional(t.boolean),
  rule_condition: t.optional(t.mixed),
});
/** A catalog price rule in a response of the console. */
export type ShownCatalogRule = t.Out<typeof ConsoleCatalogRule>;
