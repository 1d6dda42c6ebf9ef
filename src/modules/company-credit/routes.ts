import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { changeCredit, decreaseBalance, increaseBalance } from './change.ts';
import { listCredits, requireCredit, requireCreditOf, showCredit } from './credits.ts';
import { changeEntry, listHistory, showEntry } from './history.ts';
import {
  BalanceOptions,
  CreditHistorySearchResults,
  CreditLimit,
  CreditSearchResults,
  type SentOptions,
} from './types.ts';

const seen = acl('Magento_Company::index');
const managed = acl('Magento_Company::manage');
const repository = 'companyCreditCreditLimitRepositoryV1';
const history = 'companyCreditCreditHistoryManagementV1';

const list = route({
  method: 'GET',
  path: '/V1/companyCredits/',
  service: repository,
  operation: 'getList',
  summary: 'List the credits of companies.',
  access: seen,
  input: { searchCriteria: SearchCriteria },
  output: CreditSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listCredits(call, searchCriteria), requestedFields, (page) => page.map(showCredit)),
});

const get = route({
  method: 'GET',
  path: '/V1/companyCredits/:creditId',
  service: repository,
  operation: 'get',
  summary: 'Read the credit of a company.',
  access: seen,
  // `reload` requests the stored value; every response has it anyway.
  input: { creditId: t.integer, reload: t.optional(t.boolean) },
  output: CreditLimit,
  handle: async ({ creditId }, call) => showCredit(await requireCredit(call, creditId)),
});

const getOfCompany = route({
  method: 'GET',
  path: '/V1/companyCredits/company/:companyId',
  service: 'companyCreditCreditLimitManagementV1',
  operation: 'getCreditByCompanyId',
  summary: 'Read the credit of a company by the id of the company.',
  access: seen,
  input: { companyId: t.integer },
  output: CreditLimit,
  handle: async ({ companyId }, call) => showCredit(await requireCreditOf(call, companyId)),
});

const update = route({
  method: 'PUT',
  path: '/V1/companyCredits/:id',
  service: repository,
  operation: 'save',
  summary: 'Change the credit limit and the currency of a company.',
  access: managed,
  entity: entity('company credit', 'creditLimit.id'),
  input: { creditLimit: CreditLimit },
  overrides: { id: t.string },
  fromPath: { 'creditLimit.id': 'id' },
  output: CreditLimit,
  handle: async ({ creditLimit }, call) => showCredit(await changeCredit(call, creditLimit.id ?? 0, creditLimit)),
});

const balance = {
  method: 'POST',
  service: 'companyCreditCreditBalanceManagementV1',
  access: managed,
  entity: entity('company credit', 'creditId'),
  input: {
    creditId: t.integer,
    value: t.number,
    currency: t.string,
    operationType: t.integer,
    comment: t.optional(t.string),
    options: t.optional(BalanceOptions),
  },
  output: t.boolean,
} as const;

const increase = route({
  ...balance,
  path: '/V1/companyCredits/:creditId/increaseBalance',
  operation: 'increase',
  summary: 'Reduce the debt of a company by an amount.',
  async handle({ creditId, comment, options, ...amount }, call) {
    await increaseBalance(call, creditId, amount, { comment, ...whyOf(options) });
    return true;
  },
});

const decrease = route({
  ...balance,
  path: '/V1/companyCredits/:creditId/decreaseBalance',
  operation: 'decrease',
  summary: 'Increase the debt of a company by an amount.',
  async handle({ creditId, comment, options, ...amount }, call) {
    await decreaseBalance(call, creditId, amount, { comment, ...whyOf(options) });
    return true;
  },
});

function whyOf(options: SentOptions | null | undefined) {
  return {
    purchaseOrder: options?.purchase_order,
    reference: options?.custom_reference_number,
    order: options?.order_increment,
  };
}

const listEntries = route({
  method: 'GET',
  path: '/V1/companyCredits/history',
  service: history,
  operation: 'getList',
  summary: 'List the changes of the credits of companies.',
  access: seen,
  input: { searchCriteria: SearchCriteria },
  output: CreditHistorySearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listHistory(call, searchCriteria), requestedFields, (page) => page.map(showEntry)),
});

const updateEntry = route({
  method: 'PUT',
  path: '/V1/companyCredits/history/:historyId',
  service: history,
  operation: 'update',
  summary: 'Change the purchase order and the comment of a reimbursement.',
  access: managed,
  entity: entity('company credit entry', 'historyId'),
  input: { historyId: t.integer, purchaseOrder: t.optional(t.string), comment: t.optional(t.string) },
  output: t.boolean,
  async handle({ historyId, ...input }, call) {
    await changeEntry(call, historyId, input);
    return true;
  },
});

/** Routes of the credits of companies. */
export const creditRoutes = [list, get, getOfCompany, update, increase, decrease, listEntries, updateEntry];
