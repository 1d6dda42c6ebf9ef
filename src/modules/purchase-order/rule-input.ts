import type { Call } from '../../kernel/call.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import { Decimal } from '../../kernel/money.ts';
import { idOf, keyOf, uidOf } from '../../kernel/uids.ts';
import { unitsOf } from './amounts.ts';
import { purchaseOrderErrors } from './errors.ts';
import { isRuleName, type ApprovalRule, type RuleValues } from './rules.ts';

type RuleInput = GraphQLTypes['PurchaseOrderApprovalRuleInput'];
type RuleChanges = GraphQLTypes['UpdatePurchaseOrderApprovalRuleInput'];
type ConditionInput = GraphQLTypes['CreatePurchaseOrderApprovalRuleConditionInput'];
type Condition = Pick<RuleValues, 'attribute' | 'operator' | 'threshold' | 'currency'>;

/** Greatest lengths of texts, in characters. */
const LONGEST_NAME = 255;
const LONGEST_DESCRIPTION = 2000;
/** Greatest amount of a condition. */
const MOST = 99_999_999.9999;

/** The values of a new rule. Throws 400 for invalid ones. */
export async function readRule(call: Call, companyId: number, input: RuleInput): Promise<RuleValues> {
  const names = [...(input.name.trim() === '' ? ['name'] : []), ...(input.approvers.length === 0 ? ['approvers'] : [])];
  if (names.length > 0) throw purchaseOrderErrors.ruleMissing([names.join(', ')]);
  return {
    name: await readName(call, companyId, input.name),
    description: readDescription(input.description),
    is_enabled: input.status === 'ENABLED' ? 1 : 0,
    ...readCondition(call, input.condition),
    ...(await readBuyers(call, companyId, input.applies_to)),
    approverRoles: await readApprovers(call, companyId, input.approvers),
  };
}

/** The values of a rule after its change; missing fields stay unchanged. Throws 400 for invalid ones. */
export async function readChanges(call: Call, before: ApprovalRule, input: RuleChanges): Promise<RuleValues> {
  const { rule_id, company_id, creator_id: _, created_at: __, updated_at: ___, ...values } = before;
  const { name, description, status, condition, applies_to, approvers } = input;
  if (approvers?.length === 0) throw purchaseOrderErrors.ruleMissing(['approvers']);
  return {
    ...values,
    ...(name != null && { name: await readName(call, company_id, name, rule_id) }),
    ...(description != null && { description: readDescription(description) }),
    ...(status != null && { is_enabled: status === 'ENABLED' ? 1 : 0 }),
    ...(condition != null && readCondition(call, condition)),
    ...(applies_to != null && (await readBuyers(call, company_id, applies_to))),
    ...(approvers != null && { approverRoles: await readApprovers(call, company_id, approvers) }),
  };
}

async function readName(call: Call, companyId: number, text: string, ownId?: number): Promise<string> {
  const name = text.trim();
  if (name === '' || name.includes('\0') || name.length > LONGEST_NAME) throw invalid('name', text);
  if (await isRuleName(call, companyId, name, ownId)) throw purchaseOrderErrors.ruleName([name]);
  return name;
}

function readDescription(text: string | null | undefined): string | null {
  const description = text?.trim() ?? '';
  if (description.includes('\0') || description.length > LONGEST_DESCRIPTION) throw invalid('description', text);
  return description === '' ? null : description;
}

function readCondition(call: Call, { attribute, operator, amount, quantity }: ConditionInput): Condition {
  if (attribute === 'NUMBER_OF_SKUS') {
    if (quantity == null) throw purchaseOrderErrors.ruleMissing(['condition.quantity']);
    if (amount != null) throw invalid('condition.amount', amount.value);
    if (quantity < 0) throw invalid('condition.quantity', quantity);
    return { attribute, operator, threshold: quantity, currency: null };
  }
  if (amount == null) throw purchaseOrderErrors.ruleMissing(['condition.amount']);
  if (quantity != null) throw invalid('condition.quantity', quantity);
  const { value, currency } = amount;
  if (!(value >= 0 && value <= MOST)) throw invalid('condition.amount.value', value);
  if (!conditionCurrencies(call).includes(currency)) throw invalid('condition.amount.currency', currency);
  return { attribute, operator, threshold: unitsOf(Decimal.of(value)), currency };
}

/** The currencies of the store view that amounts of its base currency can be converted to. */
export function conditionCurrencies(call: Call): GraphQLTypes['CurrencyEnum'][] {
  const { store, directory } = call.services;
  const { storeId } = call.scope;
  const base = store.baseCurrency(call, storeId);
  const codes = new Set([base, ...store.allowedCurrencies(call, storeId)]);
  return [...codes].filter((code) => directory.rate(base, code) !== undefined);
}

async function readBuyers(
  call: Call,
  companyId: number,
  uids: readonly (string | null | undefined)[],
): Promise<Pick<RuleValues, 'is_for_all' | 'buyerRoles'>> {
  const buyerRoles = await rolesByUid(call, companyId, 'applies_to', uids, idOf);
  return { is_for_all: uids.length === 0 ? 1 : 0, buyerRoles };
}

function readApprovers(call: Call, companyId: number, uids: readonly (string | null | undefined)[]): Promise<number[]> {
  const { company } = call.services;
  const special = [company.leaderRole(companyId), company.managerRole(companyId)].map(({ role_id }) => role_id);
  const read = (uid: string) => special.find((id) => uid === uidOf(id) || keyOf(uid) === String(id)) ?? idOf(uid);
  return rolesByUid(call, companyId, 'approvers', uids, read, special);
}

/** Ids of roles of a company. Throws 400 for others. */
async function rolesByUid(
  call: Call,
  companyId: number,
  fieldName: string,
  uids: readonly (string | null | undefined)[],
  read: (uid: string) => number | undefined,
  special: readonly number[] = [],
): Promise<number[]> {
  const ids = new Map(uids.map((uid) => [uid, read(uid ?? '')]));
  const known = [...ids.values()].flatMap((id) => (id === undefined || special.includes(id) ? [] : [id]));
  const roles = await call.services.company.roles(call, known);
  return [...new Set(ids)].map(([uid, id]) => {
    const isKnown = id !== undefined && (special.includes(id) || roles.get(id)?.company_id === companyId);
    if (!isKnown) throw invalid(fieldName, uid);
    return id;
  });
}

function invalid(fieldName: string, value: unknown) {
  return purchaseOrderErrors.ruleValue({ fieldName, value });
}
