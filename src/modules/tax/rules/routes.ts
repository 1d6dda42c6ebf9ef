import { entity } from '../../../kernel/entity.ts';
import { wantedIn } from '../../../kernel/fields-filter.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { TaxRule, TaxRuleSearchResults } from '../types.ts';
import { deleteRule, getRule, listRules, saveRule } from './rules.ts';
import { readsOf, showRule } from './show.ts';

const service = 'taxTaxRuleRepositoryV1';
const access = acl('Magento_Tax::manage_tax');

const getTaxRule = route({
  method: 'GET',
  path: '/V1/taxRules/:ruleId',
  service,
  operation: 'get',
  summary: 'Get one tax rule.',
  access,
  input: { ruleId: t.integer },
  output: TaxRule,
  handle: async ({ ruleId }, call, requestedFields) => showRule(await getRule(call, ruleId, readsOf(requestedFields))),
});

const getTaxRules = route({
  method: 'GET',
  path: '/V1/taxRules/search',
  service,
  operation: 'getList',
  summary: 'List tax rules with the classes and rates that they bring together.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: TaxRuleSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(
      await listRules(call, searchCriteria, readsOf(wantedIn(requestedFields, 'items'))),
      requestedFields,
      (rules) => rules.map(showRule),
    ),
});

const createTaxRule = route({
  method: 'POST',
  path: '/V1/taxRules',
  service,
  operation: 'save',
  summary: 'Create a tax rule: rates that apply to classes of customers and products.',
  access,
  entity: entity('tax rule', 'rule.id', { or: 'rule.code' }),
  input: { rule: TaxRule },
  output: TaxRule,
  handle: async ({ rule }, call) => showRule(await saveRule(call, rule)),
});

const changeTaxRule = route({
  method: 'PUT',
  path: '/V1/taxRules',
  service,
  operation: 'save',
  summary: 'Change the tax rule with the id in the request, or create one.',
  access,
  entity: entity('tax rule', 'rule.id', { or: 'rule.code' }),
  input: { rule: TaxRule },
  output: TaxRule,
  handle: async ({ rule }, call) => showRule(await saveRule(call, rule)),
});

const deleteTaxRule = route({
  method: 'DELETE',
  path: '/V1/taxRules/:ruleId',
  service,
  operation: 'deleteById',
  summary: 'Delete a tax rule; its classes and rates stay.',
  access,
  entity: entity('tax rule', 'ruleId'),
  input: { ruleId: t.integer },
  output: t.boolean,
  handle: async ({ ruleId }, call) => {
    await deleteRule(call, ruleId);
    return true;
  },
});

/** Routes of tax rules. */
export const ruleRoutes = [getTaxRule, getTaxRules, createTaxRule, changeTaxRule, deleteTaxRule];
