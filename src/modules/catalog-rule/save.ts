import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../kernel/call.ts';
import { dialectOf } from '../../storage/connection.ts';
import { insertDocument, updateDocument } from '../../storage/documents.ts';
import { readRule, ruleIdIn, type RuleInput } from './read-rule.ts';
import { documentWith, requireRule, writeLinks, type CatalogRule } from './rows.ts';

/**
 * Creates a rule, or changes the one with its `rule_id`: absent fields stay. Returns its id. Prices follow at once, lists
 * as soon as the prices of their products are computed again. Throws 400 that names the field, and 404 for an unknown rule.
 */
export function saveRule(call: Call, input: RuleInput): Promise<number> {
  const id = ruleIdIn(input);
  return call.transaction(async (inside) => {
    const before = id === undefined ? undefined : await requireRule(inside, id);
    const rule = await readRule(inside, input, before?.rule);
    const [columns, document] = [columnsOf(rule), documentWith(rule.condition)];
    if (before) await updateDocument(inside.db, 'catalogrule', before.row, columns, document);
    const saved = before?.row.id ?? (await insertDocument(inside.db, 'catalogrule', columns, document));
    await writeLinks(inside, saved, rule);
    await rulesChanged(inside, changesPrices(before?.rule, rule));
    return saved;
  });
}

/** Deletes a rule. Throws 404. */
export function deleteRule(call: Call, id: number): Promise<void> {
  return call.transaction(async (inside) => {
    const { rule } = await requireRule(inside, id);
    await inside.db.deleteFrom('catalogrule').where('id', '=', id).execute();
    await rulesChanged(inside, rule.isActive);
  });
}

/** Milliseconds until saves of products that began before a change of rules have ended, with few exceptions. */
const LEARNING = 1200;

/** Number of products that such saves may have created. */
const NEWEST = 1000;

/**
 * Computes the prices of the newest products again, after saves that began before a change of rules have ended: these may have
 * created products without knowing of it. To be called after the commit. SQLite has one writer at a time, which knows all rules.
 */
export async function followRunningSaves(call: Call): Promise<void> {
  if (dialectOf(call.db) === 'sqlite') return;
  await pause(LEARNING);
  await call.transaction(async (inside) => {
    const rows = await inside.db
      .selectFrom('catalog_product')
      .select('id')
      .orderBy('id', 'desc')
      .limit(NEWEST)
      .execute();
    await inside.services.availability.pricesChanged(
      inside,
      rows.map(({ id }) => id),
    );
  });
}

async function rulesChanged(call: Call, withPrices: boolean): Promise<void> {
  await call.services.catalogRule.rules.invalidate(call);
  if (withPrices) await call.services.availability.pricesChanged(call, 'all');
}

function columnsOf(rule: CatalogRule) {
  return {
    name: rule.name,
    description: rule.description,
    is_active: rule.isActive ? (1 as const) : (0 as const),
    from_date: rule.fromDate,
    to_date: rule.toDate,
    sort_order: rule.sortOrder,
    stop_rules_processing: rule.stops ? (1 as const) : (0 as const),
    simple_action: rule.action,
    discount_amount: rule.amount,
  };
}

/** Whether a save changes prices: the rule is or was active, and more than its name or description is different. */
function changesPrices(before: CatalogRule | undefined, after: CatalogRule): boolean {
  if (!before?.isActive || !after.isActive) return (before?.isActive ?? false) || after.isActive;
  const { name, description } = after;
  return !isDeepStrictEqual({ ...before, name, description }, after);
}
