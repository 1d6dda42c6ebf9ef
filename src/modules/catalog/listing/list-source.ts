import { sql, type SelectQueryBuilder } from 'kysely';
import type { Call, Tables } from '../../../kernel/call.ts';
import type { ListRequest } from '../../../storage/criteria/criteria.ts';
import { fieldOf, type SearchField } from '../../../storage/criteria/fields.ts';
import type { ListSource } from '../../../storage/criteria/list.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { apartFromPlace, withSalable } from '../availability/salable.ts';
import { isOverridden, productFields } from '../products/search-fields.ts';
import type { ProductTable } from '../products/tables.ts';
import { chargedPrice } from '../products/website-sales.ts';
import { countTallied, isTallied, talliedList, type ListTally, type TalliedList } from './tally.ts';

/** The tables of a list's query; `p` are the products. */
export type ListedTables = Tables & { p: ProductTable };
type Base = SelectQueryBuilder<ListedTables, 'p', object>;
type Fields = (name: string) => SearchField | undefined;
interface Source extends Pick<ListSource<ListedTables, 'p', number, unknown>, 'base' | 'key' | 'knownTotal'> {
  readonly fields: Fields;
}

/** Fields that have a sorted index in the products' table. */
const indexed = new Set(['sku', 'name', 'price', 'status', 'created_at', 'updated_at', 'attribute_set_id']);
const ids = new Set(['entity_id', 'id']);

/**
 * The source of a list's rows: all products, or those of a single category. The tally decides how they are read, so
 * that a page does not cost more in a larger catalogue. If many products match, they are read in order until the page
 * is full; if few do, they are found first and then sorted. A category's products are already stored in the order of
 * positions, names and prices. The tally does not know the salability of a place with its own conditions: such a list
 * is counted, and a category is read in the order of its positions. `further` adds the fields of the list to those of
 * products.
 */
export async function productSource(
  call: Call,
  request: ListRequest,
  storeId: number,
  further: (fields: Fields) => Fields = (fields) => fields,
): Promise<Source> {
  const fields = further(productFields(call, storeId, filteredIds(request, 'category_id')));
  const plan = planOf(call, request, storeId, fields);
  let tally: Promise<ListTally> | undefined;
  const { exact } = plan;
  const counted = exact && (() => (tally ??= countTallied(call, exact, withSalable(fields))));
  const inOrder = counted !== undefined && plan.mayBeWalked && isWalked(request, await counted());
  const [categoryId] = filteredIds(request, 'category_id');
  const source = sourceOf(call, fields, plan, { storeId, inOrder, categoryId });
  return counted ? { ...source, knownTotal: async () => (await counted()).matches } : source;
}

/** How the rows of a list can be read. */
interface ListPlan {
  /** The tally of the list, except perhaps for salability at the call's place. */
  readonly tallied: TalliedList | undefined;
  /** The tally, if it knows the number of the list's rows. */
  readonly exact: TalliedList | undefined;
  /** Whether the list is narrowed to one category by a filter group of its own. */
  readonly ofCategory: boolean;
  /** Whether they may be read in order until the page is full; the exact tally decides. */
  readonly mayBeWalked: boolean;
}

/** The plan of a list, without a query. */
export function planOf(
  call: Call,
  request: Pick<ListRequest, 'groups' | 'orders'>,
  storeId: number,
  fields: Fields,
): ListPlan {
  const { groups, orders } = request;
  const known = apartFromPlace(groups);
  const tallied = talliedList(call, known, (field) => !isOverridden(call, field, storeId));
  const exact = known.length === groups.length ? tallied : undefined;
  const ofCategory = isOfCategory(request);
  const sorted = orders[0]?.field ?? 'id';
  const isSorted = ofCategory
    ? indexed.has(sorted) && !isSortedInCategory(call, fields, sorted, storeId)
    : indexed.has(sorted) || ids.has(sorted);
  return { tallied, exact, ofCategory, mayBeWalked: exact !== undefined && groups.length > 0 && isSorted };
}

/** The inputs of a list's source besides its plan. */
interface ListPlace {
  readonly storeId: number;
  /** The category of the list, if its plan has one. */
  readonly categoryId: number | undefined;
  /** Whether its rows are read in order until the page is full. */
  readonly inOrder: boolean;
}

/** The source of a list with a plan. */
export function sourceOf(
  call: Call,
  fields: Fields,
  { tallied, ofCategory: isOfOne }: ListPlan,
  { storeId, categoryId, inOrder }: ListPlace,
): Source {
  if (!isOfOne) {
    const base = call.db.selectFrom('catalog_product as p') as Base;
    return { base, key: 'p.id', fields: inOrder ? unindexed(fields) : fields };
  }
  const ofCategory: Fields = (name) =>
    name === 'category_id' ? { kind: 'integer', column: 's.category_id' } : fields(name);
  // SQLite runs cross joins in the order in which they are written.
  if (inOrder) {
    const base = call.db
      .selectFrom('catalog_product as p')
      .crossJoin('category_shown as s')
      .whereRef('s.product_id', '=', 'p.id');
    return { base, key: 'p.id', fields: unindexed(ofCategory) };
  }
  if (!tallied || categoryId === undefined) {
    const base = call.db.selectFrom('catalog_product as p').innerJoin('category_shown as s', 's.product_id', 'p.id');
    return { base, key: 'p.id', fields: ofCategory };
  }
  const base = call.db
    .selectFrom('category_shown as s')
    .crossJoin('catalog_product as p')
    .whereRef('p.id', '=', 's.product_id');
  const visibleFields = onWebsite(fromShown(call, ofCategory, storeId), tallied.websiteId, categoryId);
  return { base, key: 's.product_id', fields: visibleFields };
}

/** Whether reading in order reaches the end of the page sooner than finding all matches first. */
export function isWalked(
  { page, pageSize }: Pick<ListRequest, 'page' | 'pageSize'>,
  { matches, visibleCount, all }: ListTally,
): boolean {
  if (pageSize === undefined) return false;
  const looks = (page * pageSize * all) / Math.max(matches, 1);
  return looks < visibleCount;
}

function isOfCategory({ groups }: Pick<ListRequest, 'groups'>): boolean {
  const [group, ...others] = groups.filter((one) => one.some(({ field }) => field === 'category_id'));
  if (!group || others.length > 0) return false;
  const [condition, ...alternatives] = group;
  return alternatives.length === 0 && condition?.type === 'eq' && /^\d+$/.test(condition.value);
}

/**
 * Keeps the database from using indexes for conditions that many products meet: it should read in order. PostgreSQL
 * detects that by itself.
 */
function unindexed(fields: Fields): Fields {
  return (name) => {
    const field = fields(name);
    if (!field || !isTallied(name)) return field;
    const column = sql.ref(`p.${name}`);
    const hidden = perDialect<unknown>({ sqlite: sql`+${column}`, postgres: column });
    return { ...field, filter: ({ on }) => on(hidden) };
  };
}

/** Fields with values in a product's row of `category_shown`. */
function fromShown(call: Call, fields: Fields, storeId: number): Fields {
  return (name) => {
    if (name === 'position') return { kind: 'integer', column: 's.position', newestFirst: true };
    const field = fieldOf(fields, name);
    if (!field) return undefined;
    if (ids.has(name)) return { ...field, column: 's.product_id' };
    if (!isSortedInCategory(call, fields, name, storeId)) return field;
    if (name === 'name')
      return { kind: 'code', column: 's.name', notNull: true, filter: ({ on }) => on('p.name', { kind: field.kind }) };
    return { ...field, order: () => 's.charged_price', notNull: true };
  };
}

/** Whether the rows of `category_shown` are in the order of a field: the global name, and the price for visitors. */
function isSortedInCategory(call: Call, fields: Fields, name: string, storeId: number): boolean {
  if (name === 'name') return !isOverridden(call, name, storeId);
  const field = name === 'price' ? fieldOf(fields, name) : undefined;
  return field !== undefined && (field.order ? field.order(call) : field.column) === chargedPrice;
}

/** Website conditions of a list whose total comes from the tally. */
const websiteFields = new Set(['store_id', 'website_id']);

/**
 * Checks a product's website only if the category shows one of another website, as the tally knows. In a large
 * catalogue, that look-up takes longer than all others. PostgreSQL would no longer join, so its condition stays.
 */
function onWebsite(fields: Fields, websiteId: number, categoryId: number): Fields {
  const areAllThere = sql`(select sum(case when t.website_id = 0 then t.n else -t.n end) from catalog_product_tally t
    where t.category_id = ${categoryId} and t.website_id in (0, ${websiteId})) = 0`;
  return (name) => {
    const field = fields(name);
    if (!field?.filter || websiteId === 0 || !websiteFields.has(name)) return field;
    const { filter } = field;
    return {
      ...field,
      filter: (condition, call) => {
        const isThere = filter(condition, call);
        return perDialect({ sqlite: sql`${areAllThere} or ${isThere}`, postgres: isThere });
      },
    };
  };
}

/** The ids to which a list is narrowed by equality with a field. */
export function filteredIds({ groups }: Pick<ListRequest, 'groups'>, field: string): number[] {
  return groups
    .flat()
    .filter((condition) => condition.field === field && ['eq', 'in'].includes(condition.type))
    .flatMap((condition) => condition.value.split(','))
    .map(Number)
    .filter(Number.isSafeInteger);
}
