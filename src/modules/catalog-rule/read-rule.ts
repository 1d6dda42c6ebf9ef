import type { Call } from '../../kernel/call.ts';
import { isRecord } from '../../kernel/fields.ts';
import { toWire } from '../../kernel/money.ts';
import { isDay } from '../../kernel/time.ts';
import { fitAmount, LONGEST_TEXT } from '../../storage/fit.ts';
import { isPercentage, ruleActions, type RuleAction } from './actions.ts';
import { invalid, noConditions, readConditions, refuseOthers, showConditions } from './conditions.ts';
import type { ShownCatalogRule } from './types.ts';
import { catalogRuleErrors } from './errors.ts';
import type { CatalogRule, StoredCatalogRule } from './rows.ts';

/** The data of a rule in the input of a command, by the interface's names; `websites` and groups by id or code. */
const fields = [
  'rule_id',
  'name',
  'description',
  'is_active',
  'website_ids',
  'customer_group_ids',
  'from_date',
  'to_date',
  'sort_order',
  'simple_action',
  'discount_amount',
  'stop_rules_processing',
  'rule_condition',
] as const;

/** The data of a rule before it is checked. */
export type RuleInput = Readonly<Partial<Record<(typeof fields)[number], unknown>>>;

/** Parses the JSON of a rule. Throws 400 for other text and for unknown fields. */
export function parseRule(text: string): RuleInput {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    throw catalogRuleErrors.notJson(undefined, { cause: error });
  }
  if (!isRecord(input) || Array.isArray(input)) throw catalogRuleErrors.notJson();
  refuseOthers(input, fields, 'The rule');
  return input;
}

/** The id of the rule that an input changes; undefined for a new rule. */
export function ruleIdIn({ rule_id: id }: RuleInput): number | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw invalid(id, 'rule_id', 'the id of a rule');
  return id;
}

/**
 * Reads a rule from parsed input. Absent fields stay as `before` has them. Throws 400 that names the field for an invalid value,
 * and for a new rule without a required one.
 */
export async function readRule(
  call: Call,
  input: RuleInput,
  before: Partial<CatalogRule> = newRule,
): Promise<CatalogRule> {
  const fromDate = field(input, 'from_date', readDay, before.fromDate);
  const toDate = field(input, 'to_date', readDay, before.toDate);
  if (fromDate !== null && toDate !== null && toDate < fromDate) throw catalogRuleErrors.dates();
  const action = field(input, 'simple_action', readAction, before.action);
  const tree = input.rule_condition;
  const condition = tree === undefined ? before.condition : await readConditions(call, tree, 'rule_condition');
  return {
    name: field(input, 'name', readName, before.name),
    description: field(input, 'description', readDescription, before.description),
    isActive: field(input, 'is_active', readFlag, before.isActive),
    websiteIds: field(input, 'website_ids', (value) => readWebsites(call, value), before.websiteIds),
    groupIds: field(input, 'customer_group_ids', (value) => readGroups(call, value), before.groupIds),
    fromDate,
    toDate,
    sortOrder: field(input, 'sort_order', readOrder, before.sortOrder),
    action,
    amount: checkAmount(action, field(input, 'discount_amount', readAmount, before.amount)),
    stops: field(input, 'stop_rules_processing', readFlag, before.stops),
    condition: condition ?? noConditions,
  };
}

/** The fields that a new rule does not need in its input. */
const newRule: Partial<CatalogRule> = {
  description: null,
  isActive: false,
  fromDate: null,
  toDate: null,
  sortOrder: 0,
  stops: false,
};

/** A rule as `readRule` reads it. */
export function showRule({ row, rule }: StoredCatalogRule): ShownCatalogRule {
  return {
    rule_id: row.id,
    name: rule.name,
    description: rule.description,
    is_active: rule.isActive,
    website_ids: [...rule.websiteIds],
    customer_group_ids: [...rule.groupIds],
    from_date: rule.fromDate,
    to_date: rule.toDate,
    sort_order: rule.sortOrder,
    simple_action: rule.action,
    discount_amount: rule.amount,
    stop_rules_processing: rule.stops,
    rule_condition: showConditions(rule.condition),
  };
}

/** A field of the input, or its former or default value. Throws 400 if a required one is missing. */
function field<T>(
  input: RuleInput,
  name: (typeof fields)[number],
  read: (value: unknown, name: string) => T,
  otherwise: T | undefined,
): T {
  const value = input[name];
  if (value !== undefined) return read(value, name);
  if (otherwise === undefined) throw catalogRuleErrors.missing([name]);
  return otherwise;
}

function readName(value: unknown, name: string): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.length > LONGEST_TEXT)
    throw invalid(value, name, `a text of 1 to ${LONGEST_TEXT} characters`);
  return text;
}

function readDescription(value: unknown, name: string): string | null {
  if (value === null || value === '') return null;
  if (typeof value !== 'string') throw invalid(value, name, 'a text');
  return value;
}

function readFlag(value: unknown, name: string): boolean {
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  throw invalid(value, name, 'true or false');
}

function readDay(value: unknown, name: string): string | null {
  if (value === null || value === '') return null;
  if (typeof value !== 'string' || !isDay(value)) throw invalid(value, name, 'a day, YYYY-MM-DD');
  return value;
}

/** The greatest priority, as the interface stores it. */
const MAX_ORDER = 4_294_967_295;

function readOrder(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_ORDER) return value;
  throw invalid(value, name, `a whole number from 0 to ${MAX_ORDER}`);
}

function readAction(value: unknown, name: string): RuleAction {
  const action = ruleActions.find((one) => one === value);
  if (!action) throw invalid(value, name, ruleActions.join(', '));
  return action;
}

function readAmount(value: unknown, name: string): number {
  if (typeof value !== 'number' || !(value >= 0)) throw invalid(value, name, 'a number from 0');
  return fitAmount(toWire(value));
}

function checkAmount(action: RuleAction, amount: number): number {
  if (isPercentage(action) && amount > 100) throw invalid(amount, 'discount_amount', 'a percentage from 0 to 100');
  return amount;
}

function readWebsites({ services: { store } }: Call, value: unknown): number[] {
  const websites = store.websites().filter(({ id }) => id !== 0);
  return idsIn(value, 'website_ids', 'website', websites);
}

function readGroups({ services: { customer } }: Call, value: unknown): number[] {
  return idsIn(value, 'customer_group_ids', 'customer group', customer.allGroups());
}

/** Ids of records that a list names by id or code; in order, each once. Throws 400 for an empty list and unknown ones. */
function idsIn(
  value: unknown,
  name: string,
  kind: string,
  known: readonly { readonly id: number; readonly code: string }[],
): number[] {
  if (!Array.isArray(value) || value.length === 0) throw invalid(value, name, 'a list of ids or codes with an entry');
  const ids = value.map((one: unknown) => {
    const found = known.find(({ id, code }) => id === one || code === one);
    if (!found) throw catalogRuleErrors.unknown([kind, typeof one === 'string' ? one : JSON.stringify(one), name]);
    return found.id;
  });
  return [...new Set(ids)].sort((a, b) => a - b);
}
