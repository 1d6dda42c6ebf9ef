import type { Call } from '../../kernel/call.ts';
import { decodeDocument } from '../../storage/documents.ts';
import { insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import type { ConditionNode } from '../sales-rule/service.ts';
import { ruleActions, type RuleAction } from './actions.ts';
import { catalogRuleErrors } from './errors.ts';
import type { CatalogRuleRow } from './tables.ts';

/** The websites and customer groups of rules, in ascending order, by id of the rule. */
interface RuleLinks {
  readonly websites: ReadonlyMap<number, readonly number[]>;
  readonly groups: ReadonlyMap<number, readonly number[]>;
}

/** A catalog price rule. */
export interface CatalogRule {
  readonly name: string;
  readonly description: string | null;
  readonly isActive: boolean;
  /** Both in ascending order. */
  readonly websiteIds: readonly number[];
  readonly groupIds: readonly number[];
  /** First and last day, `YYYY-MM-DD`, in the time zone of each website; null: no limit. */
  readonly fromDate: string | null;
  readonly toDate: string | null;
  /** Rules with a lower number apply first. */
  readonly sortOrder: number;
  readonly action: RuleAction;
  readonly amount: number;
  /** Whether later rules are discarded. */
  readonly stops: boolean;
  readonly condition: ConditionNode;
}

/** A stored rule with its row. */
export interface StoredCatalogRule {
  readonly row: CatalogRuleRow;
  readonly rule: CatalogRule;
}

/** The document of a rule. */
interface CatalogRuleDocument {
  readonly condition: ConditionNode;
}

/** The document with conditions. */
export function documentWith(condition: ConditionNode): CatalogRuleDocument {
  return { condition };
}

function actionOf({ simple_action: name }: CatalogRuleRow): RuleAction {
  const action = ruleActions.find((one) => one === name);
  if (!action) throw new Error(`Unknown action "${name}" of a catalog price rule`);
  return action;
}

async function loadLinks({ db }: Call, ids: readonly number[]): Promise<RuleLinks> {
  const websites = await db
    .selectFrom('catalogrule_website')
    .selectAll()
    .where(inIds('rule_id', ids))
    .orderBy('website_id')
    .execute();
  const groups = await db
    .selectFrom('catalogrule_customer_group')
    .selectAll()
    .where(inIds('rule_id', ids))
    .orderBy('customer_group_id')
    .execute();
  return {
    websites: grouped(websites, (link) => link.website_id),
    groups: grouped(groups, (link) => link.customer_group_id),
  };
}

function grouped<L extends { readonly rule_id: number }>(
  links: readonly L[],
  idOf: (link: L) => number,
): Map<number, number[]> {
  return new Map([...Map.groupBy(links, (link) => link.rule_id)].map(([id, own]) => [id, own.map(idOf)]));
}

/** All rules in the order of application; three queries. */
export async function listRules(call: Call): Promise<StoredCatalogRule[]> {
  const rows = await call.db.selectFrom('catalogrule').selectAll().orderBy('sort_order').orderBy('id').execute();
  return withLinks(call, rows);
}

/** The rule with an id. Throws 404. */
export async function requireRule(call: Call, id: number): Promise<StoredCatalogRule> {
  const rows = await call.db.selectFrom('catalogrule').selectAll().where('id', '=', id).execute();
  const [rule] = await withLinks(call, rows);
  if (!rule) throw catalogRuleErrors.noRule([id]);
  return rule;
}

/** Stored rules with their websites and customer groups; two queries, none without rules. */
export async function withLinks(call: Call, rows: readonly CatalogRuleRow[]): Promise<StoredCatalogRule[]> {
  if (rows.length === 0) return [];
  const { websites, groups } = await loadLinks(
    call,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    row,
    rule: {
      name: row.name,
      description: row.description,
      isActive: row.is_active === 1,
      websiteIds: websites.get(row.id) ?? [],
      groupIds: groups.get(row.id) ?? [],
      fromDate: row.from_date,
      toDate: row.to_date,
      sortOrder: row.sort_order,
      action: actionOf(row),
      amount: row.discount_amount,
      stops: row.stop_rules_processing === 1,
      condition: decodeDocument<CatalogRuleDocument>(row.document).condition,
    },
  }));
}

/** Replaces the websites and customer groups of a rule. */
export async function writeLinks(
  { db }: Call,
  id: number,
  { websiteIds, groupIds }: Pick<CatalogRule, 'websiteIds' | 'groupIds'>,
): Promise<void> {
  await db.deleteFrom('catalogrule_website').where('rule_id', '=', id).execute();
  await db.deleteFrom('catalogrule_customer_group').where('rule_id', '=', id).execute();
  await insertRows(
    db,
    'catalogrule_website',
    websiteIds.map((website_id) => ({ rule_id: id, website_id })),
  );
  await insertRows(
    db,
    'catalogrule_customer_group',
    groupIds.map((customer_group_id) => ({ rule_id: id, customer_group_id })),
  );
}
