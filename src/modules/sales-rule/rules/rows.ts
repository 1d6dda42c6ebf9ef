import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { isForeignKeyViolation } from '../../../storage/errors.ts';
import { prepared, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { insertRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import { salesRuleErrors } from '../errors.ts';
import type { RuleRow } from '../tables.ts';

/** A stored rule. */
export interface StoredRule {
  readonly row: RuleRow;
  /** Both in ascending order. */
  readonly websiteIds: readonly number[];
  readonly customerGroupIds: readonly number[];
}

const selectRules = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('salesrule').selectAll().where(inIds('id', p.ids)),
);
const selectWebsites = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('salesrule_website').selectAll().where(inIds('rule_id', p.ids)).orderBy('website_id'),
);
const selectGroups = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('salesrule_customer_group').selectAll().where(inIds('rule_id', p.ids)).orderBy('customer_group_id'),
);
const deleteWebsites = preparedWrite((db, p: Params<{ id: number }>) =>
  db.deleteFrom('salesrule_website').where('rule_id', '=', p.id),
);
const deleteGroups = preparedWrite((db, p: Params<{ id: number }>) =>
  db.deleteFrom('salesrule_customer_group').where('rule_id', '=', p.id),
);
const deleteRow = preparedWrite((db, p: Params<{ id: number }>) => db.deleteFrom('salesrule').where('id', '=', p.id));

/** Data to read together with rules; otherwise rules have none. */
export interface RuleReads {
  readonly websites: boolean;
  readonly customerGroups: boolean;
}

/** The rules with these ids, by id. */
export async function loadRules(
  call: Call,
  ids: readonly number[],
  reads: RuleReads = { websites: true, customerGroups: true },
): Promise<Map<number, StoredRule>> {
  const rows = await selectRules(call.db, { ids });
  const websites = Map.groupBy(reads.websites ? await selectWebsites(call.db, { ids }) : [], (link) => link.rule_id);
  const groups = Map.groupBy(reads.customerGroups ? await selectGroups(call.db, { ids }) : [], (link) => link.rule_id);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        row,
        websiteIds: (websites.get(row.id) ?? []).map((link) => link.website_id),
        customerGroupIds: (groups.get(row.id) ?? []).map((link) => link.customer_group_id),
      },
    ]),
  );
}

/** The rule with this id; undefined when not found. */
export async function findRule(call: Call, id: number, reads?: RuleReads): Promise<StoredRule | undefined> {
  return Number.isSafeInteger(id) ? (await loadRules(call, [id], reads)).get(id) : undefined;
}

/** The rule with this id. Throws 404. */
export async function requireRule(call: Call, id: number, reads?: RuleReads): Promise<StoredRule> {
  const rule = await findRule(call, id, reads);
  if (!rule) throw salesRuleErrors.notFound();
  return rule;
}

/** Replaces the websites of a rule. Throws 400 when one was deleted meanwhile. */
export async function writeWebsites(call: Call, id: number, websiteIds: readonly number[]): Promise<void> {
  await deleteWebsites(call.db, { id });
  const rows = websiteIds.map((website_id) => ({ rule_id: id, website_id }));
  await ifKnown('website_ids', websiteIds, () => insertRows(call.db, 'salesrule_website', rows));
}

/** Replaces the customer groups of a rule. Throws 400 when one was deleted meanwhile. */
export async function writeCustomerGroups(call: Call, id: number, groupIds: readonly number[]): Promise<void> {
  await deleteGroups(call.db, { id });
  const rows = groupIds.map((customer_group_id) => ({ rule_id: id, customer_group_id }));
  await ifKnown('customer_group_ids', groupIds, () => insertRows(call.db, 'salesrule_customer_group', rows));
}

async function ifKnown(fieldName: string, ids: readonly number[], write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw platformErrors.invalidValue({ fieldName, value: ids.join(',') });
    throw error;
  }
}

/** Deletes a rule with its coupons and the counts of their use. Throws 404. */
export async function deleteRule(call: Call, id: number): Promise<void> {
  if (!Number.isSafeInteger(id) || (await deleteRow(call.db, { id })) === 0) throw salesRuleErrors.notFound();
  await call.services.salesRule.ruleCache.invalidate(call);
}
