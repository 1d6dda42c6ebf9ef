import { readFileSync } from 'node:fs';
import type { Call } from '../../kernel/call.ts';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { parseRule, showRule } from './read-rule.ts';
import { listRules, requireRule, type StoredCatalogRule } from './rows.ts';
import { deleteRule, followRunningSaves, saveRule } from './save.ts';

/** Commands for catalog price rules, which have no routes. */
export function catalogRuleCommands({ program, withCall, print, list }: CommandHost): void {
  const byId = (name: string, description: string) =>
    program
      .command(`catalog-rule:${name}`)
      .description(description)
      .argument('<id>', 'id of the rule, from catalog-rule:list', wholeNumber);
  program
    .command('catalog-rule:save')
    .description('create a catalog price rule, or change the one with its rule_id')
    .argument('<rule>', 'JSON, a file with JSON as catalog-rule:show prints it, or - for standard input')
    .action((input: string) =>
      withCall(async (call) => {
        const id = await saveRule(call, parseRule(textOf(input)));
        print(`catalog price rule ${(await requireRule(call, id)).rule.name} has id ${id}`);
        await followRunningSaves(call);
      }),
    );
  program
    .command('catalog-rule:list')
    .description('list catalog price rules in the order of application')
    .action(() =>
      withCall(async (call) =>
        list(
          (await listRules(call)).map((rule) => lineOf(call, rule)),
          'no catalog price rules',
        ),
      ),
    );
  byId('show', 'print a catalog price rule as JSON, as catalog-rule:save reads it').action((id: number) =>
    withCall(async (call) => print(JSON.stringify(showRule(await requireRule(call, id)), null, 2))),
  );
  byId('delete', 'delete a catalog price rule').action((id: number) =>
    withCall(async (call) => {
      await deleteRule(call, id);
      await followRunningSaves(call);
    }),
  );
}

function textOf(input: string): string {
  if (input.trimStart().startsWith('{')) return input;
  return readFileSync(input === '-' ? 0 : input, 'utf8');
}

function lineOf(call: Call, { row, rule }: StoredCatalogRule): string {
  const { store, customer } = call.services;
  const { byId } = customer.groups.current;
  const websites = rule.websiteIds.map((id) => store.website(id)?.code ?? id);
  const groups = rule.groupIds.map((id) => byId.get(id)?.code ?? id);
  const parts = [
    rule.isActive ? 'active' : 'inactive',
    `${rule.action} ${rule.amount}`,
    `priority ${rule.sortOrder}`,
    `from ${rule.fromDate ?? 'always'}`,
    `to ${rule.toDate ?? 'always'}`,
    `websites ${websites.join(',')}`,
    `groups ${groups.join(',')}`,
  ];
  return [row.id, rule.name, ...parts].join('\t');
}
