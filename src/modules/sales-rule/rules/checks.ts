import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { readTime } from '../../../storage/criteria/values.ts';
import type { ConditionNode } from '../engine/conditions/node.ts';
import { factsIn, segmentCondition } from '../engine/conditions/segment.ts';
import { salesRuleErrors } from '../errors.ts';
import type { SentRule } from '../types.ts';

/** The websites, customer groups and dates of a rule after a save. */
interface Validity {
  /** Undefined for a new rule whose request lacks them. */
  readonly websiteIds: readonly number[] | undefined;
  readonly customerGroupIds: readonly number[] | undefined;
  readonly fromDate: string | null;
  readonly toDate: string | null;
}

/**
 * Throws 400 for a rule that ends before it starts, or has no website or no customer group; all faults in one text, as in the
 * interface.
 */
export function checkValidity({ websiteIds, customerGroupIds, fromDate, toDate }: Validity): void {
  const faults: string[] = [];
  if (fromDate !== null && toDate !== null && fromDate > toDate) faults.push('End Date must follow Start Date.');
  if (websiteIds?.length === 0) faults.push('Please specify a website.');
  if (customerGroupIds?.length === 0) faults.push('Please specify Customer Groups.');
  if (faults.length === 0) return;
  throw salesRuleErrors.invalidRule([faults.map((fault) => `${fault}; `).join('')]);
}

/** Limits that must not be negative; the reference stores such a limit. */
const limits = ['uses_per_customer', 'uses_per_coupon', 'discount_qty'] as const;

/** Throws 400 for negative amounts, and for unknown websites, customer groups and store views. */
export function checkValues(call: Call, input: SentRule): void {
  if ((input.discount_amount ?? 0) < 0) throw salesRuleErrors.discountAmount();
  for (const fieldName of limits) {
    const value = input[fieldName] ?? 0;
    if (value < 0) throw salesRuleErrors.tooSmall({ fieldName, value, minValue: 0 });
  }
  const { store, customer } = call.services;
  const groups = new Set(customer.allGroups().map((group) => group.id));
  const storeIds = (input.store_labels ?? []).map((label) => label.store_id);
  refuse(
    'website_ids',
    input.website_ids?.find((id) => !store.website(id)),
  );
  refuse(
    'customer_group_ids',
    input.customer_group_ids?.find((id) => !groups.has(id)),
  );
  refuse(
    'store_id',
    storeIds.map((id) => id ?? 0).find((id) => !store.view(id)),
  );
}

function refuse(fieldName: string, value: number | string | undefined): void {
  if (value !== undefined) throw platformErrors.invalidValue({ fieldName, value });
}

/** A date in a request, as `YYYY-MM-DD`; null for an empty text, undefined when absent. Throws 400. */
export function readDate(text: string | null | undefined, field: string): string | null | undefined {
  if (text === null || text === undefined) return undefined;
  return text === '' ? null : readTime(text, field).slice(0, 10);
}

/** Throws 400 for a condition on a fact that no installed module provides: it would match no cart, or every cart. */
export function checkFacts(call: Call, condition: ConditionNode): void {
  const factNames = new Set(call.contributions.cartFacts.map(({ name }) => name));
  if (factsIn(condition).every((fact) => factNames.has(fact))) return;
  throw platformErrors.invalidValue({ value: segmentCondition.type, fieldName: 'condition_type' });
}
