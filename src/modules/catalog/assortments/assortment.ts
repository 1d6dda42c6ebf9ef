import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { Condition } from '../../../storage/criteria/criteria.ts';
import { fieldOf, type SearchField, type SearchFields } from '../../../storage/criteria/fields.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import { allOf, inIds } from '../../../storage/sql.ts';
import { buyerGroup } from './buyer-group.ts';
import type { Assortment } from './extensions.ts';

/** Field for the products that the customer group in the value sees; clients cannot use it. */
export const SEEN_BY = 'is_seen_by';

function activeIn(call: Call): Assortment[] {
  return call.contributions.assortments.filter((one) => one.isActive(call));
}

/** The group whose assortment the caller sees; undefined without a restriction, and without a statement then. */
export async function assortmentGroup(call: Call): Promise<number | undefined> {
  return activeIn(call).length > 0 ? await buyerGroup(call) : undefined;
}

/** Additional conditions of lists of products for the caller. */
export async function seenOnly(call: Call): Promise<Condition[][]> {
  const group = await assortmentGroup(call);
  return group === undefined ? [] : [[{ field: SEEN_BY, type: 'eq', value: String(group) }]];
}

const seenBy: SearchField = {
  kind: 'integer',
  order: false,
  filter: ({ value }, call) => productCondition(call, Number(value)),
};

/** The fields, with the internal field of `seenOnly`; `p` is the product. */
export function withSeen(fields: SearchFields): (name: string) => SearchField | undefined {
  return (name) => (name === SEEN_BY ? seenBy : fieldOf(fields, name));
}

function productCondition(call: Call, group: number): SqlTruth {
  return allOf([sql`1 = 1`, ...activeIn(call).map((one) => one.hasProduct(group, 'p.id'))]);
}

/** The condition that the caller sees product `p`; undefined without a restriction. */
export async function isProductSeen(call: Call): Promise<SqlTruth | undefined> {
  const group = await assortmentGroup(call);
  return group === undefined ? undefined : productCondition(call, group);
}

/** A condition that the caller sees a row. */
export interface SeenCondition {
  /** Conditions of equal shape are equal, while settings and metadata stay as they are. */
  readonly shape: string;
  test(): SqlTruth;
}

/** The condition that the caller sees category `c`; undefined without a restriction. */
export async function isCategorySeen(call: Call): Promise<SeenCondition | undefined> {
  const group = await assortmentGroup(call);
  if (group === undefined) return undefined;
  return {
    shape: `website ${call.scope.websiteId} group ${group}`,
    test: () => allOf(activeIn(call).map((one) => one.hasCategory(group, { id: 'c.id', level: 'c.level' }))),
  };
}

/** The products among these that the caller sees; one query where there is a restriction. */
export async function seenByCaller(call: Call, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const group = ids.length > 0 ? await assortmentGroup(call) : undefined;
  return group === undefined ? new Set(ids) : await productsSeenBy(call, group, ids);
}

/** The products among these that a customer group sees; one query where there is a restriction. */
export async function productsSeenBy(call: Call, group: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (activeIn(call).length === 0 || ids.length === 0) return new Set(ids);
  const { rows } = await sql<{ id: number }>`select p.id from catalog_product p
    where ${inIds('p.id', ids)} and ${productCondition(call, group)}`.execute(call.db);
  return new Set(rows.map(({ id }) => Number(id)));
}
