import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { compileTruth } from '../../../storage/criteria/compile.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import type { Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import { compositions, type ComponentTest, type Composition } from '../products/compositions.ts';
import { hidesUnsold } from './salable.ts';
import { isOverridden, productFields } from '../products/search-fields.ts';

// The rule for a component that buyers can get: enabled, on the website, and enough of it in stock. Prices, variants, filters,
// facets, searches and the stock of composite products all follow it.

/** Conditions of one attribute, by store view, website and whether the store view has values of its own. */
type Conditions = Map<string, SqlTruth>;

const enabled = new WeakMap<object, Conditions>();
const offered = new WeakMap<SqlTruth, Map<number, SqlTruth>>();

/**
 * The condition that product `p` is enabled in the call's store view. The same object as long as the condition is the same, so
 * that statements with it can be cached.
 */
export function isEnabled(call: Call): SqlTruth {
  const { storeId } = call.scope;
  const attribute = valueAt(call.services.eav.current('catalog_product').byCode, 'status');
  let conditions = enabled.get(attribute);
  if (!conditions) enabled.set(attribute, (conditions = new Map()));
  const key = `${storeId}:${isOverridden(call, 'status', storeId)}`;
  let condition = conditions.get(key);
  if (!condition) {
    const fields = productFields(call, storeId, []);
    condition = compileTruth(call, fields, [[{ field: 'status', type: 'eq', value: '1' }]]);
    conditions.set(key, condition);
  }
  return condition;
}

/**
 * The condition that product `p` is enabled in the call's store view and assigned to its website; the global scope has no
 * website. The same object as long as the condition is the same.
 */
export function isOffered(call: Call): SqlTruth {
  const { websiteId } = call.scope;
  const isOn = isEnabled(call);
  if (websiteId === 0) return isOn;
  let conditions = offered.get(isOn);
  if (!conditions) offered.set(isOn, (conditions = new Map()));
  let condition = conditions.get(websiteId);
  if (!condition) {
    condition = sql`(${isOn} and exists (select 1 from catalog_product_website pw
      where pw.product_id = p.id and pw.website_id = ${websiteId}))`;
    conditions.set(websiteId, condition);
  }
  return condition;
}

/** The condition that the stock of the call's website has the quantity of a component. */
function isInStock(call: Call, quantity?: RawBuilder<number>): SqlTruth {
  const tests = call.contributions.saleRules.map((rule) => rule.componentInStock(call)(quantity));
  return tests.length === 0 ? sql`1 = 1` : sql`(${sql.join(tests, sql` and `)})`;
}

/**
 * The condition on components in lists: components that can be sold, or are offered where unsold products are listed
 * too.
 */
export function countsAsComponent(call: Call): ComponentTest {
  return (quantity) =>
    hidesUnsold(call) ? sql`(${isOffered(call)} and ${isInStock(call, quantity)})` : isOffered(call);
}

/** A component that the call's store view offers in a composite product. */
export interface OfferedComponent {
  /** Id of the row of the component. */
  readonly row: number;
  /** Id of the composite product. */
  readonly whole: number;
  /** Id of the component. */
  readonly component: number;
  /** Whether enough of it can be sold. */
  readonly isSold: boolean;
}

interface OfferedRow extends Omit<OfferedComponent, 'isSold'> {
  readonly sold: number;
}

/**
 * The components of composite products of one type that the call's store view offers, by the id of the composite product; in no
 * order. One query.
 */
export async function offeredComponents(
  call: Call,
  typeId: string,
  wholeIds: readonly number[],
): Promise<Map<number, OfferedComponent[]>> {
  const composition = compositions(call).find(([type]) => type === typeId)?.[1];
  if (!composition || wholeIds.length === 0) return new Map();
  const rows = await readOffered(call, typeId, composition, wholeIds);
  const all = rows.map(({ row, whole, component, sold }) => ({
    row: Number(row),
    whole: Number(whole),
    component: Number(component),
    isSold: Number(sold) === 1,
  }));
  return Map.groupBy(all, ({ whole }) => whole);
}

/** As `offeredComponents`, without components that lists of the store view hide because they are not in stock. */
export async function listedComponents(
  call: Call,
  typeId: string,
  wholeIds: readonly number[],
): Promise<Map<number, OfferedComponent[]>> {
  const all = await offeredComponents(call, typeId, wholeIds);
  if (!hidesUnsold(call)) return all;
  return new Map([...all].map(([id, own]) => [id, own.filter(({ isSold }) => isSold)]));
}

async function readOffered(
  call: Call,
  typeId: string,
  composition: Composition,
  ids: readonly number[],
): Promise<readonly OfferedRow[]> {
  const query = (wholeIds: readonly number[]) => offeredQuery(call, composition, wholeIds);
  const readAlone = async () => (await query(ids).execute(call.db)).rows;
  // A transaction may see metadata of its own.
  if (call.inTransaction) return await readAlone();
  const { storeId, websiteId } = call.scope;
  const shape = `components ${typeId} ${storeId} ${websiteId}`;
  const { cachedStatements } = call.services.listing;
  const rows = await cachedStatements.rows(call.db, shape, { ids }, (p: Params<{ ids: readonly number[] }>) =>
    query(p.ids).compile(call.db),
  );
  return rows ?? (await readAlone());
}

// SQLite joins in the order that is written: from the composite products to their components.
function offeredQuery(
  call: Call,
  { rows, whole, component, row, quantity, counted }: Composition,
  ids: readonly number[],
): RawBuilder<OfferedRow> {
  return sql<OfferedRow>`select ${row} as row, ${whole} as whole, ${component} as component,
      case when ${isInStock(call, quantity)} then 1 else 0 end as sold
    from ${rows} cross join catalog_product p
    where p.id = ${component} and ${inIds(whole, ids)} and ${counted ?? sql`1 = 1`} and ${isOffered(call)}`;
}
