import type { Updateable } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { toWire } from '../../../kernel/money.ts';
import { readNumber } from '../../../search/values.ts';
import { insertDocument, updateDocument } from '../../../storage/documents.ts';
import { followRule } from '../coupons/follow-rule.ts';
import type { RuleRow, RuleTable } from '../tables.ts';
import type { SentRule, ShownRule } from '../types.ts';
import { checkValidity, checkValues, readDate } from './checks.ts';
import { noConditions, readConditions } from './conditions.ts';
import type { RuleDocument } from './document.ts';
import { requireRule, writeCustomerGroups, writeWebsites, type StoredRule } from './rows.ts';
import { couponTypeNumber, documentOf, showRule } from './show.ts';

type Columns = Partial<Omit<RuleRow, 'id' | 'document' | 'version'>>;

/** Creates a rule, or changes the one whose id is sent; what is not sent stays. Throws 404, 400. */
export async function saveRule(call: Call, sent: SentRule): Promise<ShownRule> {
  const before = sent.rule_id ? await requireRule(call, sent.rule_id) : undefined;
  const columns = columnsOf(sent);
  const links = {
    websiteIds: unique(sent.website_ids) ?? before?.websiteIds,
    customerGroupIds: unique(sent.customer_group_ids) ?? before?.customerGroupIds,
  };
  const { from_date: fromDate = null, to_date: toDate = null } = { ...before?.row, ...columns };
  checkValidity({ ...links, fromDate, toDate });
  checkValues(call, sent);
  const document = documentAfter(sent, before && documentOf(before.row));
  const id = before
    ? await update(call, before, columns, document)
    : await insertDocument(call.db, 'salesrule', columns, document);
  if (sent.website_ids) await writeWebsites(call, id, links.websiteIds ?? []);
  if (sent.customer_group_ids) await writeCustomerGroups(call, id, links.customerGroupIds ?? []);
  await call.services.salesRule.ruleCache.invalidate(call);
  return showRule(await requireRule(call, id));
}

async function update(call: Call, before: StoredRule, columns: Columns, document: RuleDocument): Promise<number> {
  const { row } = before;
  await updateDocument(call.db, 'salesrule', row, columns as Updateable<RuleTable>, document);
  await followRule(call, row, { ...row, ...columns });
  return row.id;
}

/** The columns that were sent. */
function columnsOf(sent: SentRule): Columns {
  const all: { [K in keyof Columns]: Columns[K] | undefined } = {
    name: sent.name ?? undefined,
    description: sent.description ?? undefined,
    from_date: readDate(sent.from_date, 'from_date'),
    to_date: readDate(sent.to_date, 'to_date'),
    uses_per_customer: sent.uses_per_customer ?? undefined,
    uses_per_coupon: sent.uses_per_coupon ?? undefined,
    is_active: flag(sent.is_active),
    stop_rules_processing: flag(sent.stop_rules_processing),
    is_advanced: flag(sent.is_advanced),
    sort_order: sent.sort_order ?? undefined,
    simple_action: sent.simple_action ?? undefined,
    discount_amount: amount(sent.discount_amount),
    discount_qty: amount(sent.discount_qty),
    discount_step: sent.discount_step ?? undefined,
    simple_free_shipping: freeShipping(sent.simple_free_shipping),
    apply_to_shipping: flag(sent.apply_to_shipping),
    times_used: sent.times_used ?? undefined,
    is_rss: flag(sent.is_rss),
    coupon_type: typeof sent.coupon_type === 'string' ? couponTypeNumber(sent.coupon_type) : undefined,
    use_auto_generation: flag(sent.use_auto_generation),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Columns;
}

function flag(value: boolean | null | undefined): 0 | 1 | undefined {
  if (value === null || value === undefined) return undefined;
  return value ? 1 : 0;
}

/** Amounts are kept with four decimals. */
function amount(value: number | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : toWire(value);
}

/** The interface keeps a number of what is described as a text: 0 for what is none. */
function freeShipping(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  return Math.min(65_535, Math.max(0, Math.trunc(readNumber(text))));
}

function unique(ids: readonly number[] | null | undefined): readonly number[] | undefined {
  return ids ? [...new Set(ids)].sort((a, b) => a - b) : undefined;
}

function documentAfter(sent: SentRule, before: RuleDocument | undefined): RuleDocument {
  const productIds = sent.product_ids ?? before?.product_ids;
  const points = sent.extension_attributes?.reward_points_delta ?? before?.reward_points_delta;
  return {
    condition: sent.condition ? readConditions(sent.condition, 'carts') : (before?.condition ?? noConditions('carts')),
    action_condition: sent.action_condition
      ? readConditions(sent.action_condition, 'items')
      : (before?.action_condition ?? noConditions('items')),
    labels: labelsAfter(sent, before?.labels ?? {}),
    ...(productIds ? { product_ids: productIds } : {}),
    ...(typeof points === 'number' ? { reward_points_delta: points } : {}),
  };
}

/** As in the interface, labels are changed one by one: those not sent stay, an empty one goes. */
function labelsAfter(sent: SentRule, before: RuleDocument['labels']): RuleDocument['labels'] {
  const labels = { ...before };
  for (const { store_id, store_label } of sent.store_labels ?? []) {
    if (store_label) labels[String(store_id)] = store_label;
    else delete labels[String(store_id)];
  }
  return labels;
}
