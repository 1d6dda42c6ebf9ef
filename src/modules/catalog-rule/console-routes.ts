import type { Call } from '../../kernel/call.ts';
import { entity, none } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { showRule } from './read-rule.ts';
import { listRules, requireRule } from './rows.ts';
import { deleteRule, followRunningSaves, saveRule } from './save.ts';
import { ConsoleCatalogRule } from './types.ts';

const service = 'consoleCatalogRuleV1';
const access = acl('Magento_CatalogRule::promo_catalog');

/** Saves a rule; returns its id once products that are saved at the same time have its prices. */
async function saveAndFollow(call: Call, input: Parameters<typeof saveRule>[1]): Promise<number> {
  const id = await saveRule(call, input);
  await followRunningSaves(call);
  return id;
}

const readRules = route({
  method: 'GET',
  path: '/_/console/catalog-rules',
  service,
  operation: 'getList',
  summary: 'Lists the catalog price rules in the order of application.',
  access,
  input: {},
  output: t.array(ConsoleCatalogRule),
  handle: async (_, call) => (await listRules(call)).map(showRule),
});

const readOneRule = route({
  method: 'GET',
  path: '/_/console/catalog-rules/:ruleId',
  service,
  operation: 'get',
  summary: 'Reads a catalog price rule.',
  access,
  input: { ruleId: t.integer },
  output: ConsoleCatalogRule,
  handle: async ({ ruleId }, call) => showRule(await requireRule(call, ruleId)),
});

const createRule = route({
  method: 'POST',
  path: '/_/console/catalog-rules',
  service,
  operation: 'create',
  summary: 'Creates a catalog price rule.',
  access,
  entity: none('a rule is new'),
  // Prices of products that are saved at the same time follow after the commit.
  transaction: false,
  input: { rule: ConsoleCatalogRule },
  output: t.integer,
  handle: ({ rule }, call) => saveAndFollow(call, { ...rule, rule_id: undefined }),
});

const changeRule = route({
  method: 'PUT',
  path: '/_/console/catalog-rules/:ruleId',
  service,
  operation: 'save',
  summary: 'Changes a catalog price rule; absent fields stay.',
  access,
  entity: entity('catalog price rule', 'ruleId'),
  transaction: false,
  input: { ruleId: t.integer, rule: ConsoleCatalogRule },
  output: t.integer,
  handle: ({ ruleId, rule }, call) => saveAndFollow(call, { ...rule, rule_id: ruleId }),
});

const removeRule = route({
  method: 'DELETE',
  path: '/_/console/catalog-rules/:ruleId',
  service,
  operation: 'delete',
  summary: 'Deletes a catalog price rule.',
  access,
  entity: entity('catalog price rule', 'ruleId'),
  transaction: false,
  input: { ruleId: t.integer },
  output: t.boolean,
  handle: async ({ ruleId }, call) => {
    await deleteRule(call, ruleId);
    await followRunningSaves(call);
    return true;
  },
});

/** Console routes of catalog price rules, which the interface does not have. */
export const catalogRuleConsoleRoutes = [readRules, readOneRule, createRule, changeRule, removeRule] as const;
