import { without } from '../../../kernel/fields.ts';
import { isWanted, type WantedFields } from '../../../kernel/fields-filter.ts';
import { readNumber } from '../../../storage/criteria/values.ts';
import { decodeDocument } from '../../../storage/documents.ts';
import { fitChoice } from '../../../storage/fit.ts';
import { couponTypes, type RuleRow } from '../tables.ts';
import type { ShownRule } from '../types.ts';
import { showConditions } from './conditions.ts';
import type { RuleDocument } from './document.ts';
import type { RuleReads, StoredRule } from './rows.ts';

/** The interface's names of coupon types by their numbers. */
export const couponTypeNames: ReadonlyMap<number, string> = new Map<number, string>([
  [couponTypes.none, 'NO_COUPON'],
  [couponTypes.specific, 'SPECIFIC_COUPON'],
  [couponTypes.auto, 'AUTO'],
]);
const couponTypeNumbers = new Map([...couponTypeNames].map(([number, name]) => [name, number]));

/** The number of a coupon type, by its name or unchanged, as in the interface. */
export function couponTypeNumber(name: string): number {
  return couponTypeNumbers.get(name) ?? choice(name);
}

/** A field that is described as text but stored as a number: 0 if it is not one. */
export function choice(text: string): number {
  return fitChoice(Math.trunc(readNumber(text)));
}

/** As in the interface, an unknown number becomes an empty text, but 0 stays 0. */
function couponTypeName(number: number): string {
  return couponTypeNames.get(number) ?? (number === 0 ? '0' : '');
}

/** The document of a rule. */
export function documentOf(row: RuleRow): RuleDocument {
  return decodeDocument<RuleDocument>(row.document);
}

/** The data to read for these fields of rules. */
export function readsOf(requestedFields: WantedFields): RuleReads {
  return {
    websites: isWanted(requestedFields, 'website_ids'),
    customerGroups: isWanted(requestedFields, 'customer_group_ids'),
  };
}

/** A rule in a response; labels are sorted by store view. */
export function showRule({ row, websiteIds, customerGroupIds }: StoredRule): ShownRule {
  const { id, coupon_type, simple_free_shipping, ...fields } = without(row, ['document', 'version']);
  const { condition, action_condition, labels, product_ids, reward_points_delta, extensions } = documentOf(row);
  return {
    rule_id: id,
    ...fields,
    // As in the interface, there is no field for a limit that is not set.
    discount_qty: fields.discount_qty || null,
    is_active: fields.is_active === 1,
    stop_rules_processing: fields.stop_rules_processing === 1,
    is_advanced: fields.is_advanced === 1,
    apply_to_shipping: fields.apply_to_shipping === 1,
    is_rss: fields.is_rss === 1,
    use_auto_generation: fields.use_auto_generation === 1,
    store_labels: Object.entries(labels).map(([store, store_label]) => ({ store_id: Number(store), store_label })),
    website_ids: [...websiteIds],
    customer_group_ids: [...customerGroupIds],
    condition: showConditions(condition),
    action_condition: showConditions(action_condition),
    product_ids: product_ids && [...product_ids],
    coupon_type: couponTypeName(coupon_type),
    simple_free_shipping: simple_free_shipping === null ? null : String(simple_free_shipping),
    extension_attributes: { reward_points_delta, ...extensions },
  };
}
