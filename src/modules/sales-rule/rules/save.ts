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
export async function saveRule(call: Call, sent: SentRule): Promise<ShownRule> {
  const before = sent.rule_id ? await requireRule(call, sent.rule_id) : undefined;
  const columns = columnsOf(sent);
  const links = {
    websiteIds: idsAfter(sent.website_ids, before?.websiteIds),
    customerGroupIds: idsAfter(sent.customer_group_ids, before?.customerGroupIds),
  };
  const { from_date: fromDate = null, to_date: toDate = null } = { ...before?.row, ...columns };
  checkValidity({ ...links, fromDate, toDate });
  checkValues(call, sent);
  const document = await readDocument(call, sent, columns, before);
  checkFacts(call, document.condition);
  const id = before
    ? await update(call, before, columns, document)
    : await insertDocument(call.db, 'salesrule', columns, document);
  if (sent.website_ids) await writeWebsites(call, id, links.websiteIds ?? []);
  if (sent.customer_group_ids) await writeCustomerGroups(call, id, links.customerGroupIds ?? []);
  await call.services.salesRule.ruleCache.invalidate(call);
  return withEmptyLabels(showRule(await requireRule(call, id)), sent);
}

/** As in the interface, the response to a save also has the empty labels of the request, which are not stored. */
function withEmptyLabels(shown: ShownRule, { store_labels: sent }: SentRule): ShownRule {
  const empty = (sent ?? []).filter(({ store_label }) => !store_label);
  if (empty.length === 0) return shown;
  const labels = empty.map(({ store_id, store_label = null }) => ({ store_id: store_id ?? 0, store_label }));
  return { ...shown, store_labels: [...(shown.store_labels ?? []), ...labels] };
}

async function update(call: Call, before: StoredRule, columns: Columns, document: RuleDocument): Promise<number> {
  const { row } = before;
  await updateDocument(call.db, 'salesrule', row, columns, document);
  await updateRuleCoupons(call, row, { ...row, ...columns });
  return row.id;
}

/** The columns in a request. */
function columnsOf(sent: SentRule): Columns {
  const all: { [K in keyof Columns]: Columns[K] | undefined } = {
    name: ifSent(sent.name, fitText),
    description: sent.description ?? undefined,
    from_date: readDate(sent.from_date, 'from_date'),
    to_date: readDate(sent.to_date, 'to_date'),
    uses_per_customer: ifSent(sent.uses_per_customer, fitInteger),
    uses_per_coupon: ifSent(sent.uses_per_coupon, fitInteger),
    is_active: ifSent(sent.is_active, flag),
    stop_rules_processing: ifSent(sent.stop_rules_processing, flag),
    is_advanced: ifSent(sent.is_advanced, flag),
    sort_order: ifSent(sent.sort_order, fitCount),
    simple_action: ifSent(sent.simple_action, (action) => fitText(action, LONGEST_ACTION)),
    discount_amount: ifSent(sent.discount_amount, amount),
    discount_qty: ifSent(sent.discount_qty, amount),
    discount_step: ifSent(sent.discount_step, fitCount),
    simple_free_shipping: ifSent(sent.simple_free_shipping, choice),
    apply_to_shipping: ifSent(sent.apply_to_shipping, flag),
    times_used: ifSent(sent.times_used, fitCount),
    is_rss: ifSent(sent.is_rss, flag),
    coupon_type: ifSent(sent.coupon_type, couponTypeNumber),
    use_auto_generation: ifSent(sent.use_auto_generation, flag),
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
  sent: readonly number[] | null | undefined,
  before: readonly number[] | undefined,
): readonly number[] | undefined {
  return sent === null && !before ? [] : (unique(sent) ?? before);
}

function unique(ids: readonly number[] | null | undefined): readonly number[] | undefined {
  return ids ? [...new Set(ids)].sort((a, b) => a - b) : undefined;
}

async function readDocument(
  call: Call,
  sent: SentRule,
  columns: Columns,
  before: StoredRule | undefined,
): Promise<RuleDocument> {
  const known = before && documentOf(before.row);
  const simpleAction = columns.simple_action ?? before?.row.simple_action ?? null;
  const saved = { simpleAction, before: known?.extensions ?? {} };
  return documentAfter(sent, known, await saveExtensions(call, saved, sent.extension_attributes));
}

function documentAfter(sent: SentRule, before: RuleDocument | undefined, extensions: RuleExtensions): RuleDocument {
  const productIds = sent.product_ids ?? before?.product_ids;
  const points = sent.extension_attributes?.reward_points_delta ?? before?.reward_points_delta;
  return {
    condition: conditionsAfter(sent.condition, before?.condition, 'carts'),
    action_condition: conditionsAfter(sent.action_condition, before?.action_condition, 'items'),
    labels: labelsAfter(sent, before?.labels ?? {}),
    ...(productIds ? { product_ids: productIds } : {}),
    ...(typeof points === 'number' ? { reward_points_delta: points } : {}),
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
  };
}

function conditionsAfter(
  sent: SentRule['condition'],
  before: ConditionNode | undefined,
  tree: 'carts' | 'items',
): ConditionNode {
  return sent ? readConditions(sent, tree) : (before ?? noConditions(tree));
}

/** As in the interface, labels change one by one: absent ones stay, and an empty one is removed. */
function labelsAfter(sent: SentRule, before: RuleDocument['labels']): RuleDocument['labels'] {
  const labels = { ...before };
  for (const { store_id, store_label } of sent.store_labels ?? []) {
    const storeId = String(store_id ?? 0);
    if (store_label) labels[storeId] = store_label;
    else delete labels[storeId];
  }
  return labels;
}
