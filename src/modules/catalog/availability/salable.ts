import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { Condition } from '../../../storage/criteria/criteria.ts';
import { fieldOf, type SearchField, type SearchFields } from '../../../storage/criteria/fields.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import { inIds, inTexts } from '../../../storage/sql.ts';
import type { ComponentTest } from '../products/compositions.ts';
import type { SentExtension } from '../products/extensions.ts';
import { DUE } from '../products/due.ts';
import { SEEN_BY } from '../assortments/assortment.ts';
import { compositeTypes } from '../products/product-types.ts';
import { hasWebsiteSales, soldOnWebsite } from '../products/website-sales.ts';

/** A rule about which products can be sold; the module of stock contributes one. */
export interface SaleRule {
  /** Whether lists of the call hide products that cannot be sold. */
  hidesUnsold(call: Call): boolean;
  /** The condition on `catalog_product as p` under which a product can be sold. */
  canBeSold(call: Call): SqlTruth;
  /** The condition that the stock of the call's website has a quantity of a component, on `catalog_product as p`. */
  componentInStock(call: Call): ComponentTest;
  /** Ids of places with their own conditions of sale: salability is stored for each. */
  places?(call: Call): readonly number[];
  /** As `canBeSold`, of such a place. */
  canBeSoldAt?(call: Call, place: number): SqlTruth;
  /** The place of a call's website; undefined where `canBeSold` applies. */
  placeOf?(call: Call): number | undefined;
  /** Whether a new product of a type can be sold; undefined if its extension attributes do not decide. */
  startsSalable(call: Call, typeId: string, input: SentExtension): boolean | undefined;
}

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    saleRules: SaleRule;
  }
}

/** Whether lists of products for sale, in this call, hide products that cannot be sold. */
export function hidesUnsold(call: Call): boolean {
  return call.contributions.saleRules.some((rule) => rule.hidesUnsold(call));
}

/** Field for hiding products that cannot be sold; clients cannot use it. */
const SALABLE = 'is_salable';
/** As `SALABLE`, of a website that sells by a condition of its own: its products are not counted beforehand. */
const SOLD_HERE = 'is_sold_here';

/** Additional conditions of lists of products for sale: products must be salable where others are hidden. */
export function salableOnly(call: Call): Condition[][] {
  if (!hidesUnsold(call)) return [];
  const isCounted = placeOf(call) === undefined && !hasWebsiteSales(call);
  return [[{ field: isCounted ? SALABLE : SOLD_HERE, type: 'eq', value: '1' }]];
}

/** The conditions of a list, except those on salability at the call's place and on the caller's assortment. */
export function apartFromPlace(groups: readonly (readonly Condition[])[]): readonly (readonly Condition[])[] {
  return groups.filter((group) => group.some(({ field }) => field !== SOLD_HERE && field !== SEEN_BY));
}

const salable: SearchField = { kind: 'integer', column: 'p.is_salable', notNull: true };
const soldHereField: SearchField = { kind: 'integer', order: false, filter: (_, call) => isSoldHere(call) };

/** The fields, with the internal fields of lists. */
export function withSalable(fields: SearchFields): (name: string) => SearchField | undefined {
  return (name) => (name === SALABLE ? salable : name === SOLD_HERE ? soldHereField : fieldOf(fields, name));
}

/** The place that sells to the website of a call by a condition of its own. */
function placeOf(call: Call): number | undefined {
  return call.contributions.saleRules.map((rule) => rule.placeOf?.(call)).find((place) => place !== undefined);
}

/** The condition that some website can sell product `p`, as last computed. */
export const soldSomewhere: SqlTruth = sql`(p.is_salable = 1
  or exists (select 1 from catalog_product_sold x where x.product_id = p.id)
  or exists (select 1 from catalog_product_website_sale ws where ws.product_id = p.id and ws.is_salable = 1))`;

/** The condition that the website of a call can sell product `p`, as last computed. */
function isSoldHere(call: Call): SqlTruth {
  const place = placeOf(call);
  return soldOnWebsite(call, place === undefined ? sql`p.is_salable = 1` : isSoldAt(place));
}

/** The condition that a place can sell product `p`, as last computed. */
function isSoldAt(place: number): SqlTruth {
  return sql`exists (select 1 from catalog_product_sold x where x.product_id = p.id and x.place = ${place})`;
}

/** `is_salable` of a new product. If a rule cannot decide yet, the product is also due, so that it is computed soon. */
export function startsSalable(
  call: Call,
  typeId: string,
  input: SentExtension,
): { readonly is_salable: 0 | 1; readonly charged_until?: typeof DUE } {
  const verdicts = new Set(call.contributions.saleRules.map((rule) => rule.startsSalable(call, typeId, input)));
  if (verdicts.has(undefined)) return { is_salable: 0, charged_until: DUE };
  return { is_salable: verdicts.has(false) ? 0 : 1 };
}

/**
 * Computes again which of these products can be sold in the call's scope: one statement, and two for each place of its own.
 */
export async function writeSalable(call: Call, ids: readonly number[]): Promise<void> {
  if (call.contributions.saleRules.length === 0) return;
  await writeSalableIn(call, ids);
  const places = new Set(call.contributions.saleRules.flatMap((rule) => rule.places?.(call) ?? []));
  for (const place of places) await writeSoldAt(call, place, inIds('p.id', ids));
}

/** As `writeSalable`, without places of their own. */
export async function writeSalableIn(call: Call, ids: readonly number[]): Promise<void> {
  const { saleRules } = call.contributions;
  if (saleRules.length === 0 || ids.length === 0) return;
  const is_salable = sql`(case when ${sql.join(
    saleRules.map((rule) => rule.canBeSold(call)),
    sql` and `,
  )} then 1 else 0 end)`;
  await sql`update catalog_product as p set is_salable = ${is_salable}
    where ${inIds('p.id', ids)} and p.is_salable <> ${is_salable}`.execute(call.db);
}

/** Recalculates a place's salability for products that meet a condition on `catalog_product as p`; two statements. */
async function writeSoldAt(call: Call, place: number, which: SqlTruth): Promise<void> {
  const sold = soldAt(call, place);
  await sql`insert into catalog_product_sold (place, product_id) select ${place}, p.id from catalog_product p
    where ${which} and ${sold} on conflict (product_id, place) do nothing`.execute(call.db);
  await sql`delete from catalog_product_sold where place = ${place} and product_id in
    (select p.id from catalog_product p where ${which} and not (${sold}))`.execute(call.db);
}

/**
 * Recalculates all salability of a place at once. `candidates`: a condition on `catalog_product as p` that holds for
 * all products that it may sell now, and maybe for others.
 */
export async function writeAllSoldAt(call: Call, place: number, candidates: SqlTruth): Promise<void> {
  await writeSoldAt(call, place, sql`(${candidates} or ${isSoldAt(place)})`);
}

function soldAt(call: Call, place: number): SqlTruth {
  const rules = call.contributions.saleRules.flatMap((rule) => rule.canBeSoldAt?.(call, place) ?? []);
  return sql`${sql.join(rules, sql` and `)}`;
}

/** Of some products, whether the call's website can sell them: as lists have it apart from exceptions, and by the rules. */
interface Sold {
  readonly id: number;
  readonly listed: number;
  readonly sold: number;
}

/** Salability of these products as lists of the call's website store it, compared with the current rules. One query. */
export async function soldHere(call: Call, ids: readonly number[]): Promise<Map<number, Sold>> {
  const place = placeOf(call);
  const { saleRules } = call.contributions;
  if (ids.length === 0 || saleRules.length === 0) return new Map();
  const rules =
    place === undefined
      ? sql.join(
          saleRules.map((rule) => rule.canBeSold(call)),
          sql` and `,
        )
      : soldAt(call, place);
  const listed = place === undefined ? sql`p.is_salable = 1` : isSoldAt(place);
  const { rows } = await sql<Sold>`select p.id, case when ${listed} then 1 else 0 end as listed,
    case when ${rules} then 1 else 0 end as sold from catalog_product p where ${inIds('p.id', ids)}`.execute(call.db);
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/**
 * Must be called when the salability of these products, or of all (composite) ones, may have changed, in the same
 * transaction: it makes them due.
 */
export async function salesChanged(call: Call, ids: readonly number[] | 'all' | 'composites'): Promise<void> {
  if (ids.length === 0) return;
  const which =
    ids === 'all' ? sql`1 = 1` : ids === 'composites' ? inTexts('type_id', compositeTypes(call)) : inIds('id', ids);
  await sql`update catalog_product set charged_until = ${DUE}
    where ${which} and (charged_until is null or charged_until <> ${DUE})`.execute(call.db);
}
