import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Call, Tables } from '../../../kernel/call.ts';
import { compileOrder, compileTruth, compileWhere } from '../../../storage/criteria/compile.ts';
import type { Condition, ListOrder, ListRequest, SortDirection } from '../../../storage/criteria/criteria.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import {
  CHUNK,
  countAll,
  findPage,
  keysQuery,
  rowsBefore,
  totalBy,
  type CachedTotal,
} from '../../../storage/criteria/list.ts';
import { formatTime } from '../../../kernel/time.ts';
import type { Params } from '../../../storage/prepared.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { readFirst } from '../../../storage/read-first.ts';
import { chargeDue, isAnyDue } from '../pricing/charged-price.ts';
import { openConditions, unlessValueNeeded } from './open-conditions.ts';
import { isWalked, planOf, productSource, sourceOf } from './list-source.ts';
import { salableOnly, withSalable } from '../availability/salable.ts';
import { seenOnly, withSeen } from '../assortments/assortment.ts';
import { inIds, limitTo } from '../../../storage/sql.ts';
import { countTallied, isTallied } from './tally.ts';
import { isOverridden, productFields } from '../products/search-fields.ts';
import type { ProductTable } from '../products/tables.ts';
import { chargedPriceIn } from '../products/website-sales.ts';

type Fields = (name: string) => SearchField | undefined;

/** Queries of the products that match a search text, each product once. */
export interface ProductMatches {
  /** `product_id` alone, for queries without relevance. */
  readonly unscored: RawBuilder<unknown>;
  /** `product_id` and `score`. */
  readonly scored: RawBuilder<unknown>;
  /**
   * `scored`, sorted by that and then by `product_id`. A list in the same order of these columns looks at no more products than its page
   * takes; otherwise it would look at all of them before it sorts.
   */
  sorted(byScore: SortDirection, byId: SortDirection): RawBuilder<unknown>;
}

/** A visitor's request for products that are visible in a store view. */
interface VisibleProductsRequest {
  /** Conditions on fields of products; at least one of each group must hold. */
  readonly groups: ListRequest['groups'];
  readonly orders: readonly ListOrder[];
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Accepted values of `visibility`: in catalogues, or in searches. */
  readonly visibilities: readonly number[];
  /** Derives the fields of the list from those of products. */
  readonly fields: (fields: Fields) => Fields;
  /**
   * A cache key for `fields`, where it depends on settings, metadata and scope alone: the statement is cached as long
   * as these.
   */
  readonly fieldsAs?: string | undefined;
  /** The products that match the search text; absent without one. The field `relevance` is their score. */
  readonly found?: ProductMatches | undefined;
  /** Caches the number of all matches, where they have to be counted. */
  readonly cachedTotal?: CachedTotal;
  /** Caches the ids of a page by search text, whose matches all have to be scored. */
  readonly cachedPage?: CachedPage;
}

/** Returns the cached ids of a page while they are valid, otherwise the result of `read`. */
type CachedPage = (read: () => Promise<readonly number[]>) => Promise<readonly number[]>;

/** A page of products, and all that match. */
interface VisibleProducts {
  /** Of the page, in order. */
  readonly ids: readonly number[];
  count(): Promise<number>;
  /** A query of all that match: `id`, and the `price` that the caller is charged. It may be part of any statement. */
  all(): Promise<RawBuilder<unknown>>;
}

type Joined = Tables & { p: ProductTable };
type Base = SelectQueryBuilder<Joined, 'p', object>;

/**
 * Finds products that the call's store view shows: enabled, on its website, visible, and salable where it hides the
 * others. At most three queries: for the page, its total, and the aggregates of all matches.
 */
export async function visibleProducts(call: Call, request: VisibleProductsRequest): Promise<VisibleProducts> {
  // Computing due prices may change how a list is read.
  return (await findVisible(call, request, true)) ?? (await findVisible(call, request, false))!;
}

/** As `visibleProducts`; undefined if `mayCharge`, and products were due that are computed now. */
async function findVisible(
  call: Call,
  request: VisibleProductsRequest,
  mayCharge: boolean,
): Promise<VisibleProducts | undefined> {
  const { storeId } = call.scope;
  const groups = [...request.groups, ...visibilityConditions(call, request), ...(await seenOnly(call))];
  const list = { ...request, groups, echo: { filter_groups: [] } };
  const further = (fields: Fields): Fields => withPrice(call, request.fields(internalFields(fields)));
  const whole = async (words = request.found?.unscored) => {
    const source = words
      ? foundSource(call, words, further(productFields(call, storeId, [])))
      : await productSource(call, list, storeId, further);
    return { ...source, fields: withLastPositions(source.fields), cachedTotal: request.cachedTotal };
  };
  const foundPage = async (found: ProductMatches): Promise<StatementPage> => {
    const read = async (): Promise<readonly number[]> => {
      const source = await whole(inOrderOf(found, request.orders));
      return (await findPage(call, list, { ...source, load: loadNothing })).keys;
    };
    const keys = await (request.cachedPage ? request.cachedPage(read) : read());
    return { keys, count: async () => totalBy(list, keys.length) };
  };
  let wholeList: ReturnType<typeof whole> | undefined;
  const source = () => (wholeList ??= whole());
  const byStatement = await pageByCachedStatement(call, request, groups, further);
  if (mayCharge && (!byStatement || byStatement.mayBeDue) && (await chargeDue(call))) return undefined;
  const page =
    byStatement ??
    (request.found
      ? await foundPage(request.found)
      : await findPage(call, list, { ...(await source()), load: loadNothing }));
  return {
    ids: page.keys,
    count: async () => (await page.count()) ?? (await countAll(call, await source(), list)),
    async all() {
      const { base, key, fields } = await source();
      const where = compileWhere(call, fields, groups);
      const price = priceOf(call);
      const matches = (where ? base.where(where) : base).select([sql.ref<number>(key).as('id'), price.as('price')]);
      const found = await readFirst(call.db, sql`${matches}`, ['id']);
      const sqlite = sql`select p.id, ${price} as price from ${found} m
        cross join catalog_product p where p.id = m.id`;
      return sql`${perDialect<unknown>({ sqlite, postgres: sql`select m.id, m.price from ${found} m` })}`;
    },
  };
}

/** The fields of products, with those that lists add. */
function internalFields(fields: Fields): Fields {
  return withSeen(withSalable(fields));
}

function priceOf(call: Call): RawBuilder<number> {
  const price = chargedPriceIn(call);
  return typeof price === 'string' ? sql.ref<number>(price) : price;
}

const loadNothing = (_: Call, ids: readonly number[]) => Promise.resolve(ids);

/** A page with the number of all matches, if it is known without counting. */
interface StatementPage {
  readonly keys: readonly number[];
  /** Whether products may be due that are not computed yet. */
  readonly mayBeDue?: boolean;
  count(): Promise<number | undefined>;
}

/**
 * A page by a cached statement, built once for all requests of its shape. Undefined where statements are not cached:
 * requests with a search text, with values in the statement's text, and in transactions, which see metadata of their
 * own.
 */
async function pageByCachedStatement(
  call: Call,
  request: VisibleProductsRequest,
  groups: ListRequest['groups'],
  further: (fields: Fields) => Fields,
): Promise<StatementPage | undefined> {
  const { found, orders, pageSize, fieldsAs } = request;
  const open = openConditions(request.groups);
  if (fieldsAs === undefined || found || call.inTransaction || pageSize > CHUNK || !open) return undefined;
  const offset = rowsBefore(request);
  if (offset === undefined) return undefined;
  const { storeId, websiteId } = call.scope;
  const fieldsOf = (categoryIds: readonly number[]): Fields => further(productFields(call, storeId, categoryIds));
  const plan = planOf(call, { groups, orders }, storeId, fieldsOf([]));
  let tally: ReturnType<typeof countTallied> | undefined;
  const { exact } = plan;
  const counted = exact && (() => (tally ??= countTallied(call, exact, fieldsOf([]))));
  const inOrder = counted !== undefined && plan.mayBeWalked && isWalked(request, await counted());
  const shape = JSON.stringify([
    fieldsAs,
    storeId,
    websiteId,
    pageSize,
    inOrder,
    plan.ofCategory,
    orders,
    open.shape,
    groups.slice(request.groups.length),
  ]);
  const parameters = { values: open.values, offset, now: formatTime(call.clock.now()) };
  const build = (p: Params<typeof parameters>) => {
    const { groups: opened, categoryIds } = open.opened(p.values);
    const place = { storeId, inOrder, categoryId: categoryIds[0] };
    const source = sourceOf(call, fieldsOf(categoryIds), plan, place);
    const listed = {
      groups: [...opened, ...groups.slice(opened.length)],
      orders,
      pageSize,
      offset: p.offset,
      now: p.now,
    };
    return openQuery(call, { ...source, fields: withLastPositions(source.fields) }, listed);
  };
  const rows = await call.services.listing.cachedStatements.rows(call.db, shape, parameters, build);
  if (!rows) return undefined;
  const { length } = rows;
  const [first] = rows;
  return {
    keys: rows.map(({ key }) => key),
    mayBeDue: !first || first.due === 1,
    count: async () => totalBy(request, length) ?? (await counted?.())?.matches,
  };
}

interface PlaceInList {
  readonly pageSize: number;
  readonly offset: number;
  readonly now: string;
}

/**
 * The statement for the ids of a page with open conditions, and whether products are due: then the page is read again.
 * Undefined where its text depends on the values.
 */
function openQuery(
  call: Call,
  source: Parameters<typeof keysQuery<Joined, 'p', number>>[1],
  request: Pick<ListRequest, 'groups' | 'orders'> & PlaceInList,
) {
  return unlessValueNeeded(() =>
    keysQuery(call, source, request, compileWhere(call, source.fields, request.groups))
      .select(isAnyDue(request.now).as('due'))
      .limit(request.pageSize)
      .offset(request.offset)
      .compile(),
  );
}

function visibilityConditions(
  call: Call,
  {
    visibilities,
    withUnsold = false,
  }: Pick<VisibleProductsRequest, 'visibilities'> & { readonly withUnsold?: boolean },
): [ofStore: Condition[], ...others: Condition[][]] {
  return [
    [{ field: 'store_id', type: 'eq', value: String(call.scope.storeId) }],
    [{ field: 'status', type: 'eq', value: '1' }],
    [{ field: 'visibility', type: 'in', value: visibilities.join(',') }],
    ...(withUnsold ? [] : salableOnly(call)),
  ];
}

/** How many products each of these categories lists, or would list if all could be sold (`withUnsold`); one query. */
export async function countListed(
  call: Call,
  categoryIds: readonly number[],
  { withUnsold = false } = {},
): Promise<Map<number, number>> {
  const { storeId, websiteId } = call.scope;
  const [ofStore, ...others] = visibilityConditions(call, { visibilities: inCatalogue, withUnsold });
  const conditions = [...others, ...(await seenOnly(call))];
  const fields = internalFields(productFields(call, storeId, []));
  const isCounted = conditions.every((group) => group.every(({ field }) => isTallied(field)));
  const isOwn = ['status', 'visibility'].some((field) => isOverridden(call, field, storeId));
  const query =
    isCounted && !isOwn
      ? sql`select p.category_id as id, sum(p.n) as n from catalog_product_tally p
        where ${inIds('p.category_id', categoryIds)} and p.website_id = ${websiteId}
          and ${compileTruth(call, fields, conditions)} group by p.category_id`
      : sql`select s.category_id as id, count(*) as n from category_shown s join catalog_product p on p.id = s.product_id
        where ${inIds('s.category_id', categoryIds)}
          and ${compileTruth(call, fields, [ofStore, ...conditions])} group by s.category_id`;
  const { rows } = await sql<{ id: number; n: number }>`${query}`.execute(call.db);
  return new Map(rows.map(({ id, n }) => [Number(id), Number(n)]));
}

/** `visibility` of products that catalogues list. */
const inCatalogue = [2, 4];

/** A visitor's request for pages of several categories at once. */
type CategoryPages = Pick<VisibleProductsRequest, 'orders' | 'page' | 'pageSize' | 'fields'>;

/**
 * Ids of the products that catalogues list in each of these categories, a page of each: one statement, which reads each category in the
 * order of positions as far as the page goes.
 */
export async function listedInCategories(
  call: Call,
  categoryIds: readonly number[],
  { orders, page, pageSize, fields: further }: CategoryPages,
): Promise<Map<number, number[]>> {
  await chargeDue(call);
  const offset = (page - 1) * pageSize;
  if (categoryIds.length === 0 || !Number.isSafeInteger(offset)) return new Map();
  const products = withPrice(call, further(internalFields(productFields(call, call.scope.storeId, []))));
  const fields: Fields = (name) =>
    name === 'position'
      ? { kind: 'integer', column: 's.position', nullsLast: true, newestFirst: true }
      : products(name);
  const where = compileTruth(call, fields, [
    ...visibilityConditions(call, { visibilities: inCatalogue }),
    ...(await seenOnly(call)),
  ]);
  const order = compileOrder(call, fields, orders, 's.product_id');
  const own = sql`select s.product_id from category_shown s cross join catalog_product p
    where p.id = s.product_id and s.category_id = asked.id and ${where}
    order by ${order} limit ${limitTo(pageSize)} offset ${offset}`;
  const query = perDialect<unknown>({
    sqlite: sql`select asked.id, (select json_group_array(page.product_id) from (${own}) page) as products
      from (select value as id from json_each(${categoryIds})) asked`,
    postgres: sql`select asked.id, array_to_json(array(${own}))::text as products from unnest(${categoryIds}::bigint[]) asked (id)`,
  });
  const { rows } = await sql<{ id: number; products: string }>`${query}`.execute(call.db);
  return new Map(rows.map(({ id, products }) => [Number(id), JSON.parse(products) as number[]]));
}

/** The matches with the sort columns of their list. */
function inOrderOf({ unscored, scored, sorted }: ProductMatches, orders: readonly ListOrder[]): RawBuilder<unknown> {
  const [first, ...others] = orders;
  if (!first || orders.every(({ field }) => field !== 'relevance')) return unscored;
  return others.length === 0 ? sorted(first.direction, first.direction) : scored;
}

/** Products by search text; with the cross join, SQLite reads matching products only. */
function foundSource(call: Call, found: RawBuilder<unknown>, fields: Fields) {
  const base = call.db
    .selectFrom(found.as('m') as never)
    .crossJoin('catalog_product as p')
    .where(sql<boolean>`p.id = m.product_id`);
  const relevance: SearchField = { kind: 'number', column: 'm.score', notNull: true };
  const withRelevance: Fields = (name) => (name === 'relevance' ? relevance : fields(name));
  return { base: base as unknown as Base, key: 'm.product_id', fields: withRelevance };
}

/** A list by price uses the price for the caller. */
function withPrice(call: Call, fields: Fields): Fields {
  const price: SearchField = { kind: 'number', column: chargedPriceIn(call), notNull: true };
  return (name) => (name === 'price' ? price : fields(name));
}

/** A category's own products come before those of its subcategories. */
function withLastPositions(fields: Fields): Fields {
  return (name) => {
    const field = fields(name);
    return name === 'position' && field ? { ...field, nullsLast: true } : field;
  };
}
