import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { Condition } from '../../../search/criteria.ts';
import { fieldOf, type SearchField, type SearchFields } from '../../../search/fields.ts';
import type { SqlTruth } from '../../../search/sql.ts';
import { inIds } from '../../../storage/sql.ts';
import type { SentExtension } from './extensions.ts';
import { DUE } from './due.ts';

/** A rule about which products can be sold; the module of stock contributes one. */
export interface SaleRule {
  /** Whether lists of the call leave out products that cannot be sold. */
  hidesUnsold(call: Call): boolean;
  /** The condition on `catalog_product as p` under which a product can be sold. */
  canBeSold(call: Call): SqlTruth;
  /** The same for the website of a call, where that has a condition of its own. */
  canBeSoldHere?(call: Call): SqlTruth | undefined;
  /** Whether a new product of a type can be sold; undefined if what was sent with it does not tell. */
  startsSalable(call: Call, typeId: string, sent: SentExtension): boolean | undefined;
}

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    saleRules: SaleRule;
  }
}

/** Whether lists of products for sale, in this call, leave out those that cannot be sold. */
export function hidesUnsold(call: Call): boolean {
  return call.contributions.saleRules.some((rule) => rule.hidesUnsold(call));
}

/** Field by which lists leave out products that cannot be sold; clients cannot use it. */
const SALABLE = 'is_salable';
/** As `SALABLE`, where the website has a condition of its own: its products are not counted beforehand. */
const SALABLE_HERE = 'is_salable_here';

/** What lists of products for sale ask for in addition: that they can be sold, where others are left out. */
export function salableOnly(call: Call): Condition[][] {
  if (!hidesUnsold(call)) return [];
  return [[{ field: conditionsHere(call).length > 0 ? SALABLE_HERE : SALABLE, type: 'eq', value: '1' }]];
}

const salable: SearchField = { kind: 'integer', column: 'p.is_salable', notNull: true };
const salableHere: SearchField = {
  kind: 'integer',
  order: false,
  filter: (_, call) => sql`${sql.join(conditionsHere(call), sql` and `)}`,
};

/** The fields, with those that only lists themselves use. */
export function withSalable(fields: SearchFields): (name: string) => SearchField | undefined {
  return (name) => (name === SALABLE ? salable : name === SALABLE_HERE ? salableHere : fieldOf(fields, name));
}

function conditionsHere(call: Call): SqlTruth[] {
  return call.contributions.saleRules.flatMap((rule) => rule.canBeSoldHere?.(call) ?? []);
}

/** `is_salable` of a new product. If a rule cannot tell yet, the product is also due, so that it is computed soon. */
export function startsSalable(
  call: Call,
  typeId: string,
  sent: SentExtension,
): { readonly is_salable: 0 | 1; readonly charged_until?: typeof DUE } {
  const verdicts = new Set(call.contributions.saleRules.map((rule) => rule.startsSalable(call, typeId, sent)));
  if (verdicts.has(undefined)) return { is_salable: 0, charged_until: DUE };
  return { is_salable: verdicts.has(false) ? 0 : 1 };
}

/** Computes again which of these products can be sold; one statement. */
export async function writeSalable(call: Call, ids: readonly number[]): Promise<void> {
  const rules = call.contributions.saleRules.map((rule) => rule.canBeSold(call));
  if (rules.length === 0) return;
  const is_salable = sql`(case when ${sql.join(rules, sql` and `)} then 1 else 0 end)`;
  await sql`update catalog_product as p set is_salable = ${is_salable}
    where ${inIds('p.id', ids)} and p.is_salable <> ${is_salable}`.execute(call.db);
}

/** Those of these products that can be sold, as last computed. */
export async function salableOf(call: Call, ids: readonly number[]): Promise<Set<number>> {
  const query = call.db.selectFrom('catalog_product').select('id').where(inIds('id', ids)).where('is_salable', '=', 1);
  return new Set((await query.execute()).map((row) => row.id));
}

/** As `salableOf`, for the website of a call. */
export async function salableHereOf(call: Call, ids: readonly number[]): Promise<Set<number>> {
  const here = conditionsHere(call);
  if (here.length === 0) return salableOf(call, ids);
  const query = sql<{ id: number }>`select p.id from catalog_product p
    where ${inIds('p.id', ids)} and ${sql.join(here, sql` and `)}`;
  return new Set((await query.execute(call.db)).rows.map((row) => Number(row.id)));
}

/**
 * To be called when these products, or all, may have become salable or ceased to be, in the same transaction: it makes them due.
 */
export async function salesChanged(call: Call, ids: readonly number[] | 'all'): Promise<void> {
  if (ids.length === 0) return;
  const which = ids === 'all' ? sql`1 = 1` : inIds('id', ids);
  await sql`update catalog_product set charged_until = ${DUE}
    where ${which} and (charged_until is null or charged_until <> ${DUE})`.execute(call.db);
}
