import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import type { In } from '../../../kernel/types.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { linkedField, type SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../../storage/errors.ts';
import { fitText } from '../../../storage/fit.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { insertRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import { taxErrors } from '../errors.ts';
import type { TaxClassType, TaxRuleClassTable, TaxRuleRow } from '../tables.ts';
import type { TaxRule } from '../types.ts';
import { checkRule, type CompleteRule } from './check-rule.ts';

type SentRule = In<typeof TaxRule>;

/** A stored rule with its classes and rates. */
export interface StoredTaxRule {
  readonly row: TaxRuleRow;
  readonly customerTaxClassIds: readonly number[];
  readonly productTaxClassIds: readonly number[];
  readonly rateIds: readonly number[];
}

/** The parts to read with rules; all other parts are empty. */
export interface TaxRuleReads {
  readonly classes: boolean;
  readonly rates: boolean;
}

const selectByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('tax_calculation_rule').selectAll().where(inIds('tax_calculation_rule_id', p.ids)),
);
const selectClasses = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('tax_rule_class').selectAll().where(inIds('rule_id', p.ids)).orderBy('rule_id').orderBy('place'),
);
const selectRates = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('tax_rule_rate').selectAll().where(inIds('rule_id', p.ids)).orderBy('rule_id').orderBy('place'),
);

/** The rule with an id. Throws 404. */
async function requireRule(call: Call, id: number): Promise<TaxRuleRow> {
  const [row] = Number.isSafeInteger(id) ? await selectByIds(call.db, { ids: [id] }) : [];
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'taxRuleId', fieldValue: id });
  return row;
}

/** The rule with an id. Throws 404. `reads`: the parts to read; default: everything. */
export async function getRule(call: Call, id: number, reads?: TaxRuleReads): Promise<StoredTaxRule> {
  const row = await requireRule(call, id);
  return valueAt(await withLinks(call, [row], reads), id);
}

/** Rules by id, with their classes and rates in the order of the request. */
async function withLinks(
  call: Call,
  rows: readonly TaxRuleRow[],
  reads: TaxRuleReads = { classes: true, rates: true },
): Promise<Map<number, StoredTaxRule>> {
  const ids = rows.map((row) => row.tax_calculation_rule_id);
  const classes = Map.groupBy(reads.classes ? await selectClasses(call.db, { ids }) : [], (link) => link.rule_id);
  const rates = Map.groupBy(reads.rates ? await selectRates(call.db, { ids }) : [], (link) => link.rule_id);
  const classIds = (id: number, type: TaxClassType): number[] =>
    (classes.get(id) ?? []).filter((link) => link.class_type === type).map((link) => link.class_id);
  return new Map(
    rows.map((row) => {
      const id = row.tax_calculation_rule_id;
      const rule: StoredTaxRule = {
        row,
        customerTaxClassIds: classIds(id, 'CUSTOMER'),
        productTaxClassIds: classIds(id, 'PRODUCT'),
        rateIds: (rates.get(id) ?? []).map((link) => link.rate_id),
      };
      return [id, rule];
    }),
  );
}

function classField(type: TaxClassType): SearchField {
  return linkedField(
    'integer',
    'l.class_id',
    (test) => sql`exists (select 1 from tax_rule_class l
      where l.rule_id = tax_calculation_rule.tax_calculation_rule_id and l.class_type = ${type} and ${test})`,
  );
}

const rateField = linkedField(
  'integer',
  'l.rate_id',
  (test) => sql`exists (select 1 from tax_rule_rate l
    where l.rule_id = tax_calculation_rule.tax_calculation_rule_id and ${test})`,
);

const fields: Record<string, SearchField> = {
  id: { kind: 'integer', column: 'tax_calculation_rule_id', notNull: true },
  tax_calculation_rule_id: { kind: 'integer', notNull: true },
  code: { kind: 'text', notNull: true },
  priority: { kind: 'integer', notNull: true },
  position: { kind: 'integer', notNull: true },
  sort_order: { kind: 'integer', column: 'position', notNull: true },
  calculate_subtotal: { kind: 'flag', notNull: true },
  customer_tax_class_ids: classField('CUSTOMER'),
  product_tax_class_ids: classField('PRODUCT'),
  tax_rate_ids: rateField,
  tax_calculation_rate_id: rateField,
};

/** Lists rules. */
export function listRules(
  call: Call,
  criteria: SearchCriteria,
  reads?: TaxRuleReads,
): Promise<FoundList<StoredTaxRule>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('tax_calculation_rule'),
    key: 'tax_calculation_rule_id',
    fields,
    load: async (on, ids: readonly number[]) => withLinks(on, await selectByIds(on.db, { ids }), reads),
  });
}

/**
 * Creates a rule, or changes the one with the id of the request. Position and `calculate_subtotal` stay unchanged when
 * absent; all other fields are required.
 */
export async function saveRule(call: Call, input: SentRule): Promise<StoredTaxRule> {
  if (input.id) await requireRule(call, input.id);
  const rule = await checkRule(call, input);
  const id = await unlessTaken(rule.id ? update(call, rule.id, rule) : insert(call, rule));
  await insertLinks(call, id, rule);
  await call.services.tax.rateCache.invalidate(call);
  // As in the interface, the response has the code of the request.
  const saved = await getRule(call, id);
  return { ...saved, row: { ...saved.row, code: rule.code } };
}

async function insertLinks(call: Call, rule_id: number, input: CompleteRule): Promise<void> {
  const classLinks = (class_type: TaxClassType, ids: readonly number[]): TaxRuleClassTable[] =>
    unique(ids).map((class_id, place) => ({ rule_id, class_id, class_type, place }));
  const rateLinks = unique(input.tax_rate_ids).map((rate_id, place) => ({ rule_id, rate_id, place }));
  try {
    await insertRows(call.db, 'tax_rule_class', [
      ...classLinks('CUSTOMER', input.customer_tax_class_ids),
      ...classLinks('PRODUCT', input.product_tax_class_ids),
    ]);
    await insertRows(call.db, 'tax_rule_rate', rateLinks);
  } catch (error) {
    // A class or rate was deleted since it was checked: the next try will say so.
    throw isForeignKeyViolation(error) ? platformErrors.stale() : error;
  }
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}

async function insert(call: Call, input: CompleteRule): Promise<number> {
  const row = await call.db
    .insertInto('tax_calculation_rule')
    .values({
      code: fitText(input.code),
      priority: input.priority,
      position: input.position ?? 0,
      calculate_subtotal: input.calculate_subtotal ? 1 : 0,
    })
    .returning('tax_calculation_rule_id')
    .executeTakeFirstOrThrow();
  return row.tax_calculation_rule_id;
}

/** Changes a rule and takes its classes and rates away. */
async function update(call: Call, id: number, input: CompleteRule): Promise<number> {
  await call.db
    .updateTable('tax_calculation_rule')
    .set({
      code: fitText(input.code),
      priority: input.priority,
      ...(typeof input.position === 'number' && { position: input.position }),
      ...(typeof input.calculate_subtotal === 'boolean' && { calculate_subtotal: input.calculate_subtotal ? 1 : 0 }),
    })
    .where('tax_calculation_rule_id', '=', id)
    .execute();
  await call.db.deleteFrom('tax_rule_class').where('rule_id', '=', id).execute();
  await call.db.deleteFrom('tax_rule_rate').where('rule_id', '=', id).execute();
  return id;
}

async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error, 'tax_calculation_rule_code') ? taxErrors.exists(['Code']) : error;
  }
}

/** Deletes a rule; its classes and rates stay. Throws 404. */
export async function deleteRule(call: Call, id: number): Promise<void> {
  await requireRule(call, id);
  await call.db.deleteFrom('tax_calculation_rule').where('tax_calculation_rule_id', '=', id).execute();
  await call.services.tax.rateCache.invalidate(call);
}
