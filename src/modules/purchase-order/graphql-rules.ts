import type { Call } from '../../kernel/call.ts';
import {
  enumTypes,
  extendType,
  inputTypes,
  interfaceType,
  mutations,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { Decimal } from '../../kernel/money.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import { pageInfo, readAskedPage, requireReached } from '../../storage/criteria/pages.ts';
import { findMember, requireMember } from './access.ts';
import { purchaseOrderErrors } from './errors.ts';
import { nameOfCustomer } from './history.ts';
import { conditionCurrencies, readChanges, readRule } from './rule-input.ts';
import { changeRule, countRules, createRule, deleteRule, findRule, pageOfRules, type ApprovalRule } from './rules.ts';

type RoleSource = GraphQLTypes['CompanyRole'];

const enums = enumTypes({
  DeletePurchaseOrderApprovalRuleErrorType: ['UNDEFINED', 'NOT_FOUND'],
  PurchaseOrderApprovalRuleConditionOperator: [
    'MORE_THAN',
    'LESS_THAN',
    'MORE_THAN_OR_EQUAL_TO',
    'LESS_THAN_OR_EQUAL_TO',
  ],
  PurchaseOrderApprovalRuleStatus: ['ENABLED', 'DISABLED'],
  PurchaseOrderApprovalRuleType: ['GRAND_TOTAL', 'SHIPPING_INCL_TAX', 'NUMBER_OF_SKUS'],
});
const values = valueTypes({
  AvailableCurrency: { code: 'CurrencyEnum!', symbol: 'String!' },
  DeletePurchaseOrderApprovalRuleError: { message: 'String', type: 'DeletePurchaseOrderApprovalRuleErrorType' },
  DeletePurchaseOrderApprovalRuleOutput: { errors: '[DeletePurchaseOrderApprovalRuleError]!' },
  PurchaseOrderApprovalRuleMetadata: {
    available_applies_to: '[CompanyRole]!',
    available_condition_currencies: '[AvailableCurrency]!',
    available_requires_approval_from: '[CompanyRole]!',
  },
  PurchaseOrderApprovalRules: {
    items: '[PurchaseOrderApprovalRule]!',
    page_info: 'SearchResultPageInfo',
    total_count: 'Int',
  },
});
const inputs = inputTypes({
  CreatePurchaseOrderApprovalRuleConditionAmountInput: { currency: 'CurrencyEnum!', value: 'Float!' },
  CreatePurchaseOrderApprovalRuleConditionInput: {
    amount: 'CreatePurchaseOrderApprovalRuleConditionAmountInput',
    attribute: 'PurchaseOrderApprovalRuleType!',
    operator: 'PurchaseOrderApprovalRuleConditionOperator!',
    quantity: 'Int',
  },
  DeletePurchaseOrderApprovalRuleInput: { approval_rule_uids: '[ID]!' },
  PurchaseOrderApprovalRuleInput: {
    applies_to: '[ID]!',
    approvers: '[ID]!',
    condition: 'CreatePurchaseOrderApprovalRuleConditionInput!',
    description: 'String',
    name: 'String!',
    status: 'PurchaseOrderApprovalRuleStatus!',
  },
  UpdatePurchaseOrderApprovalRuleInput: {
    applies_to: '[ID]',
    approvers: '[ID]',
    condition: 'CreatePurchaseOrderApprovalRuleConditionInput',
    description: 'String',
    name: 'String',
    status: 'PurchaseOrderApprovalRuleStatus',
    uid: 'ID!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    PurchaseOrderApprovalRule: ApprovalRule;
    PurchaseOrderApprovalRuleConditionAmount: ApprovalRule;
    PurchaseOrderApprovalRuleConditionInterface: ApprovalRule;
    PurchaseOrderApprovalRuleConditionQuantity: ApprovalRule;
  }
}

const VIEW = 'Magento_PurchaseOrderRule::view_approval_rules';
const MANAGE = 'Magento_PurchaseOrderRule::manage_approval_rules';

const roleById = loader<number, RoleSource | null>(async (ids, call) => {
  const found = await call.services.company.roles(call, ids);
  return ids.map((id) => found.get(id) ?? null);
});

function specialRoles({ services: { company } }: Call, companyId: number): RoleSource[] {
  return [company.leaderRole(companyId), company.managerRole(companyId)];
}

/** Roles by id; deleted ones are omitted. */
async function rolesOf(call: Call, companyId: number, ids: readonly number[]): Promise<RoleSource[]> {
  const special = specialRoles(call, companyId);
  const roleOf = async (id: number): Promise<RoleSource | null> =>
    special.find(({ role_id }) => role_id === id) ?? roleById(call, id);
  const found = await Promise.all(ids.map(roleOf));
  return found.flatMap((role) => role ?? []);
}

const conditionTypes = [
  interfaceType(
    'PurchaseOrderApprovalRuleConditionInterface',
    () => ({ attribute: 'PurchaseOrderApprovalRuleType', operator: 'PurchaseOrderApprovalRuleConditionOperator' }),
    ({ currency }) =>
      currency === null ? 'PurchaseOrderApprovalRuleConditionQuantity' : 'PurchaseOrderApprovalRuleConditionAmount',
  ),
  objectType(
    'PurchaseOrderApprovalRuleConditionAmount',
    (t) => ({
      amount: t.field('Money!', ({ threshold, currency }) => ({
        value: Decimal.fromUnits(threshold, 4).toNumber(),
        currency,
      })),
    }),
    ['PurchaseOrderApprovalRuleConditionInterface'],
  ),
  objectType(
    'PurchaseOrderApprovalRuleConditionQuantity',
    (t) => ({ quantity: t.field('Int', ({ threshold }) => threshold) }),
    ['PurchaseOrderApprovalRuleConditionInterface'],
  ),
];

const ruleType = objectType('PurchaseOrderApprovalRule', (t) => ({
  applies_to_roles: t.field('[CompanyRole]!', ({ company_id, buyerRoles }, _, call) =>
    rolesOf(call, company_id, buyerRoles),
  ),
  approver_roles: t.field('[CompanyRole]!', ({ company_id, approverRoles }, _, call) =>
    rolesOf(call, company_id, approverRoles),
  ),
  condition: t.field('PurchaseOrderApprovalRuleConditionInterface', (rule) => rule),
  created_at: 'String!',
  created_by: t.field('String!', ({ creator_id }, _, call) => nameOfCustomer(call, creator_id)),
  description: 'String',
  name: 'String!',
  status: t.field('PurchaseOrderApprovalRuleStatus!', ({ is_enabled }) => (is_enabled === 1 ? 'ENABLED' : 'DISABLED')),
  uid: t.field('ID!', ({ rule_id }) => uidOf(rule_id)),
  updated_at: 'String!',
}));

async function metadataFor(call: Call): Promise<GraphQLTypes['PurchaseOrderApprovalRuleMetadata']> {
  const { companyId } = await requireMember(call, MANAGE);
  const { company, directory } = call.services;
  const roles = await company.rolesOfCompany(call, companyId);
  return {
    available_applies_to: roles,
    available_condition_currencies: conditionCurrencies(call).map((code) => ({
      code,
      symbol: directory.currencySymbol(call, code),
    })),
    available_requires_approval_from: [...specialRoles(call, companyId), ...roles],
  };
}

const ofCustomers = extendType('Customer', (t) => ({
  purchase_order_approval_rule: t.field('PurchaseOrderApprovalRule', { uid: 'ID!' }, async (_, { uid }, call) => {
    if (!(await findMember(call))) return null;
    const { companyId } = await requireMember(call, VIEW);
    return (await findRule(call, companyId, idOf(uid))) ?? null;
  }),
  purchase_order_approval_rule_metadata: t.field('PurchaseOrderApprovalRuleMetadata', async (_, __, call) =>
    (await findMember(call)) ? metadataFor(call) : null,
  ),
  purchase_order_approval_rules: t.field(
    'PurchaseOrderApprovalRules',
    { currentPage: 'Int = 1', pageSize: 'Int = 20' },
    async (_, { currentPage, pageSize }, call) => {
      if (!(await findMember(call))) return null;
      const { companyId } = await requireMember(call, VIEW);
      const asked = readAskedPage(currentPage, pageSize);
      const count = await countRules(call, companyId);
      const items = await pageOfRules(call, companyId, asked);
      await requireReached(asked, items.length, async () => count);
      return { items, page_info: await pageInfo(asked, async () => count), total_count: count };
    },
  ),
}));

async function deleteRules(
  call: Call,
  uids: readonly (string | null | undefined)[],
): Promise<GraphQLTypes['DeletePurchaseOrderApprovalRuleOutput']> {
  const { companyId } = await requireMember(call, MANAGE);
  if (uids.length === 0) throw purchaseOrderErrors.noUids(['approval_rule_uids']);
  const errors: GraphQLTypes['DeletePurchaseOrderApprovalRuleError'][] = [];
  for (const uid of new Set(uids.map((one) => one ?? ''))) {
    const id = idOf(uid);
    const isDeleted = id !== undefined && (await deleteRule(call, companyId, id));
    if (!isDeleted) errors.push({ type: 'NOT_FOUND', message: purchaseOrderErrors.noRule([uid]).text });
  }
  return { errors };
}

const own = { customersOnly: true } as const;
const ruleMutations = mutations((t) => ({
  createPurchaseOrderApprovalRule: t.field(
    'PurchaseOrderApprovalRule',
    { input: 'PurchaseOrderApprovalRuleInput!' },
    async (_, { input }, call) => {
      const { companyId } = await requireMember(call, MANAGE);
      return createRule(call, companyId, await readRule(call, companyId, input));
    },
    own,
  ),
  deletePurchaseOrderApprovalRule: t.field(
    'DeletePurchaseOrderApprovalRuleOutput',
    { input: 'DeletePurchaseOrderApprovalRuleInput!' },
    (_, { input }, call) => deleteRules(call, input.approval_rule_uids),
    own,
  ),
  updatePurchaseOrderApprovalRule: t.field(
    'PurchaseOrderApprovalRule',
    { input: 'UpdatePurchaseOrderApprovalRuleInput!' },
    async (_, { input }, call) => {
      const { companyId } = await requireMember(call, MANAGE);
      const before = await findRule(call, companyId, idOf(input.uid));
      if (!before) throw purchaseOrderErrors.noRule([input.uid]);
      return changeRule(call, before, await readChanges(call, before, input));
    },
    own,
  ),
}));

/** Approval rules in GraphQL. */
export const ruleDeclarations = [enums, values, inputs, ...conditionTypes, ruleType, ofCustomers, ruleMutations];
