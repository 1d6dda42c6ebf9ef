import { entity } from '../../../kernel/entity.ts';
import { wantedIn } from '../../../kernel/fields-filter.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { Rule, RuleSearchResult } from '../types.ts';
import { listRules } from './list.ts';
import { deleteRule, requireRule } from './rows.ts';
import { saveRule } from './save.ts';
import { readsOf, showRule } from './show.ts';

const service = 'salesRuleRuleRepositoryV1';
const access = acl('Magento_SalesRule::quote');

const getRule = route({
  method: 'GET',
  path: '/V1/salesRules/:ruleId',
  service,
  operation: 'getById',
  summary: 'Get one cart price rule with its conditions.',
  access,
  input: { ruleId: t.integer },
  output: Rule,
  handle: async ({ ruleId }, call, requestedFields) =>
    showRule(await requireRule(call, ruleId, readsOf(requestedFields))),
});

const getRules = route({
  method: 'GET',
  path: '/V1/salesRules/search',
  service,
  operation: 'getList',
  summary: 'List cart price rules.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: RuleSearchResult,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(
      await listRules(call, searchCriteria, readsOf(wantedIn(requestedFields, 'items'))),
      requestedFields,
      (rules) => rules.map(showRule),
    ),
});

const createRule = route({
  method: 'POST',
  path: '/V1/salesRules',
  service,
  operation: 'save',
  summary: 'Create a cart price rule, or change the one with the id in the request.',
  access,
  entity: entity('sales rule', 'rule.rule_id'),
  input: { rule: Rule },
  output: Rule,
  handle: ({ rule }, call) => saveRule(call, rule),
});

const changeRule = route({
  method: 'PUT',
  path: '/V1/salesRules/:ruleId',
  service,
  operation: 'save',
  summary: 'Change a cart price rule; fields that are not sent stay as they are.',
  access,
  entity: entity('sales rule', 'rule.rule_id'),
  input: { rule: Rule },
  overrides: { ruleId: t.string },
  output: Rule,
  handle: ({ rule }, call) => saveRule(call, rule),
});

const deleteRuleRoute = route({
  method: 'DELETE',
  path: '/V1/salesRules/:ruleId',
  service,
  operation: 'deleteById',
  summary: 'Delete a cart price rule and its coupons.',
  access,
  entity: entity('sales rule', 'ruleId'),
  input: { ruleId: t.integer },
  output: t.boolean,
  handle: async ({ ruleId }, call) => {
    await deleteRule(call, ruleId);
    return true;
  },
});

/** Routes of cart price rules. */
export const ruleRoutes = [getRule, getRules, createRule, changeRule, deleteRuleRoute];
