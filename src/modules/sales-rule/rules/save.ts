import type { Call } from '../../../kernel/call.ts';
import { toWire } from '../../../kernel/money.ts';
import { defined } from '../../../kernel/fields.ts';
import { insertDocument, updateDocument } from '../../../storage/documents.ts';
import { fitAmount, fitCount, fitInteger, fitText } from '../../../storage/fit.ts';
import { updateRuleCoupons } from './rule-coupons.ts';
import type { RuleRow } from '../tables.ts';
import type { SentRule, ShownRule } from '../types.ts';
import { checkFacts, checkValidity, checkValues, readDate } from './checks.ts';
import { noConditions, readConditions } from './conditions.ts';
import type { ConditionNode } from '../engine/conditions/node.ts';
import type { RuleDocument } from './document.ts';
import { saveExtensions, type RuleExtensions } from './extensions.ts';
import { requireRule, writeCustomerGroups, writeWebsites, type StoredRule } from './rows.ts';
import { choice, couponTypeNumber, documentOf, showRule } from './show.ts';

/** Greatest length of the name of an action. */
const LONGEST_ACTION = 32;

type Columns = Partial<Omit<RuleRow, 'id' | 'document' | 'version'>>;

/** Creates a rule, or changes the one with the id of the request; absent fields stay unchanged. Throws 404, 400. */
export async function saveRule(call: Call, input: SentRule): Promise<ShownRule> {
  const before = input.rule_id ? await requireRule(call, input.rule_id) : undefined;
  const columns = columnsOf(input);
  const links = {
    websiteIds: idsAfter(input.website_ids, before?.websiteIds),
    customerGroupIds: idsAfter(input.customer_group_ids, before?.customerGroupIds),
  };
  const { from_date: fromDate = null, to_date: toDate = null } = { ...before?.row, ...columns };
  checkValidity({ ...links, fromDate, toDate });
  checkValues(call, input);
  const document = await readDocument(call, input, columns, before);
  checkFacts(call, document.condition);
  const id = before
    ? await update(call, before, columns, document)
    : await insertDocument(call.db, 'salesrule', columns, document);
  if (input.website_ids) await writeWebsites(call, id, links.websiteIds ?? []);
  if (input.customer_group_ids) await writeCustomerGroups(call, id, links.customerGroupIds ?? []);
  await call.services.salesRule.ruleCache.invalidate(call);
  return withEmptyLabels(showRule(await requireRule(call, id)), input);
}

/** As in the interface, the response to a save also has the empty labels of the request, which are not stored. */
function withEmptyLabels(view: ShownRule, { store_labels: inputLabels }: SentRule): ShownRule {
  const empty = (inputLabels ?? []).filter(({ store_label }) => !store_label);
  if (empty.length === 0) return view;
  const labels = empty.map(({ store_id, store_label = null }) => ({ store_id: store_id ?? 0, store_label }));
  return { ...view, store_labels: [...(view.store_labels ?? []), ...labels] };
}

async function update(call: Call, before: StoredRule, columns: Columns, document: RuleDocument): Promise<number> {
  const { row } = before;
  await updateDocument(call.db, 'salesrule', row, columns, document);
  await updateRuleCoupons(call, row, { ...row, ...columns });
  return row.id;
}

/** The columns in a request. */
function columnsOf(input: SentRule): Columns {
  const all: { [K in keyof Columns]: Columns[K] | undefined } = {
    name: ifSent(input.name, fitText),
    description: input.description ?? undefined,
    from_date: readDate(input.from_date, 'from_date'),
    to_date: readDate(input.to_date, 'to_date'),
    uses_per_customer: ifSent(input.uses_per_customer, fitInteger),
    uses_per_coupon: ifSent(input.uses_per_coupon, fitInteger),
    is_active: ifSent(input.is_active, flag),
    stop_rules_processing: ifSent(input.stop_rules_processing, flag),
    is_advanced: ifSent(input.is_advanced, flag),
    sort_order: ifSent(input.sort_order, fitCount),
    simple_action: ifSent(input.simple_action, (action) => fitText(action, LONGEST_ACTION)),
    discount_amount: ifSent(input.discount_amount, amount),
    discount_qty: ifSent(input.discount_qty, amount),
    discount_step: ifSent(input.discount_step, fitCount),
    simple_free_shipping: ifSent(input.simple_free_shipping, choice),
    apply_to_shipping: ifSent(input.apply_to_shipping, flag),
    times_used: ifSent(input.times_used, fitCount),
    is_rss: ifSent(input.is_rss, flag),
    coupon_type: ifSent(input.coupon_type, couponTypeNumber),
    use_auto_generation: ifSent(input.use_auto_generation, flag),
  };
  return defined(all);
}

function ifSent<T, U>(value: T | null | undefined, convert: (value: T) => U): U | undefined {
  return value === null || value === undefined ? undefined : convert(value);
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/** Amounts are stored with four decimals. */
function amount(value: number): number {
  return fitAmount(toWire(value));
}

/**
 * The ids of a rule after a save: those of the request, otherwise the former ones. A new rule with null in the request
 * has none.
 */
function idsAfter(
  input: readonly number[] | null | undefined,
  before: readonly number[] | undefined,
): readonly number[] | undefined {
  return input === null && !before ? [] : (unique(input) ?? before);
}

function unique(ids: readonly number[] | null | undefined): readonly number[] | undefined {
  return ids ? [...new Set(ids)].sort((a, b) => a - b) : undefined;
}

async function readDocument(
  call: Call,
  input: SentRule,
  columns: Columns,
  before: StoredRule | undefined,
): Promise<RuleDocument> {
  const known = before && documentOf(before.row);
  const simpleAction = columns.simple_action ?? before?.row.simple_action ?? null;
  const saved = { simpleAction, before: known?.extensions ?? {} };
  return documentAfter(input, known, await saveExtensions(call, saved, input.extension_attributes));
}

function documentAfter(input: SentRule, before: RuleDocument | undefined, extensions: RuleExtensions): RuleDocument {
  const productIds = input.product_ids ?? before?.product_ids;
  const points = input.extension_attributes?.reward_points_delta ?? before?.reward_points_delta;
  return {
    condition: conditionsAfter(input.condition, before?.condition, 'carts'),
    action_condition: conditionsAfter(input.action_condition, before?.action_condition, 'items'),
    labels: labelsAfter(input, before?.labels ?? {}),
    ...(productIds ? { product_ids: productIds } : {}),
    ...(typeof points === 'number' ? { reward_points_delta: points } : {}),
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
  };
}

function conditionsAfter(
  input: SentRule['condition'],
  before: ConditionNode | undefined,
  tree: 'carts' | 'items',
): ConditionNode {
  return input ? readConditions(input, tree) : (before ?? noConditions(tree));
}

/** As in the interface, labels change one by one: absent ones stay, and an empty one is removed. */
function labelsAfter(input: SentRule, before: RuleDocument['labels']): RuleDocument['labels'] {
  const labels = { ...before };
  for (const { store_id, store_label } of input.store_labels ?? []) {
    const storeId = String(store_id ?? 0);
    if (store_label) labels[storeId] = store_label;
    else delete labels[storeId];
  }
  return labels;
}
