import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { FieldKind } from '../../../storage/criteria/conditions.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { linkedField, type SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { loadRules, type RuleReads, type StoredRule } from './rows.ts';
import { couponTypeNames } from './show.ts';

const couponTypeName = sql<string>`(case salesrule.coupon_type ${sql.join(
  [...couponTypeNames].map(([number, name]) => sql`when ${sql.lit(number)} then ${sql.lit(name)}`),
  sql` `,
)} end)`;

function fields(kind: FieldKind, names: readonly string[], notNull = false): Record<string, SearchField> {
  return Object.fromEntries(names.map((name) => [name, { kind, notNull, column: `salesrule.${name}` }]));
}

/** A coupon type is searched by its number, as in the interface, and by its name on the wire. */
const couponType: SearchField = {
  kind: 'integer',
  notNull: true,
  column: 'salesrule.coupon_type',
  filter: ({ value, on }) =>
    /[a-z]/i.test(value) ? on(couponTypeName, { kind: 'text' }) : on('salesrule.coupon_type'),
};

const ruleFields: Record<string, SearchField> = {
  rule_id: { kind: 'integer', notNull: true, column: 'salesrule.id' },
  ...fields('text', ['name', 'description', 'simple_action']),
  ...fields('date', ['from_date', 'to_date']),
  ...fields('integer', ['uses_per_customer', 'uses_per_coupon', 'sort_order', 'discount_step', 'times_used'], true),
  ...fields('integer', ['simple_free_shipping']),
  ...fields(
    'flag',
    ['is_active', 'stop_rules_processing', 'is_advanced', 'apply_to_shipping', 'is_rss', 'use_auto_generation'],
    true,
  ),
  ...fields('number', ['discount_amount'], true),
  ...fields('number', ['discount_qty']),
  coupon_type: couponType,
  website_ids: linkedField(
    'integer',
    'w.website_id',
    (test) => sql`exists (select 1 from salesrule_website w where w.rule_id = salesrule.id and ${test})`,
  ),
  customer_group_ids: linkedField(
    'integer',
    'g.customer_group_id',
    (test) => sql`exists (select 1 from salesrule_customer_group g where g.rule_id = salesrule.id and ${test})`,
  ),
};

/** Lists rules. */
export function listRules(call: Call, criteria: SearchCriteria, reads?: RuleReads): Promise<FoundList<StoredRule>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('salesrule'),
    key: 'salesrule.id',
    fields: ruleFields,
    load: (on, ids: readonly number[]) => loadRules(on, ids, reads),
  });
}
