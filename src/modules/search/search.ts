import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { In, Out } from '../../kernel/types.ts';
import { compileOrder, compileTruth } from '../../storage/criteria/compile.ts';
import { readCriteria, type Condition, type ListRequest } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import type { SqlTruth } from '../../storage/criteria/sql.ts';
import { perDialect } from '../../storage/dialects.ts';
import { readFirst } from '../../storage/read-first.ts';
import { allOf, limitTo } from '../../storage/sql.ts';
import type { ComponentTest, ProductMatches } from '../catalog/service.ts';
import { aggregate } from './aggregations.ts';
import { searchErrors } from './errors.ts';
import type { RankedProduct } from './layers/cached-results.ts';
import { withComponents } from './layers/filters.ts';
import { matching } from './matches.ts';
import type { TextColumn } from './scores.ts';
import { searchRequests, type SearchRequest } from './requests.ts';
import { countSearch } from './terms/count-search.ts';
import type { SearchRequestCriteria, SearchResult } from './types.ts';

/** Maximum number of products of a search without pages; source: the interface's search engine. */
const MAX_RESULTS = 10_000;
/** Each text is looked for by itself, and all of them have to be found. */
const MAX_TEXTS = 32;
const TERM = 'search_term';
/** Names under which results can be sorted by how well they match. */
const RELEVANCE = new Set(['relevance', '_score']);
/** `visibility` of products that neither lists nor searches show. */
const NOT_VISIBLE = '1';

/** SQL of the products that a search finds. */
interface FoundProducts {
  /** The products alone, in no order. */
  readonly from: RawBuilder<unknown>;
  /** With the scores of the matches, the best first if the list is sorted by score. */
  readonly scored: RawBuilder<unknown>;
  readonly where: SqlTruth;
  readonly score: RawBuilder<unknown>;
  /** The order by score, the best first. */
  readonly byScore: RawBuilder<unknown>;
}

/**
 * Searches the products of the call's store view. All filters must match, in any grouping. Fields that no product has
 * are ignored, as in the interface. One query for a search that is cached; otherwise at most six, plus those for labels of options, and
 * one per text if there are several.
 */
export async function searchProducts(
  call: Call,
  criteria: In<typeof SearchRequestCriteria>,
): Promise<Out<typeof SearchResult>> {
  const name = criteria.request_name ?? '';
  if (name === '') throw platformErrors.required({ fieldName: 'requestName' });
  const request = Object.hasOwn(searchRequests, name) ? searchRequests[name] : undefined;
  if (!request) throw searchErrors.unknownRequest([name]);
  const list = readCriteria(call, criteria);
  const page = criteria.current_page ?? 0;
  const componentCounts = call.services.availability.countsAsComponent(call);
  const fields = fieldsOf(call, list, componentCounts);
  let finding: ReturnType<typeof find> | undefined;
  const found = () => (finding ??= find(call, request, list, fields, componentCounts));
  const parts = { result: [name, list.groups], page: [list.orders, page, list.pageSize] };
  const { total, buckets, products } = await call.services.cachedResults.searchOf(call, parts, {
    async count() {
      const matches = await found();
      const n = matches ? await count(call, matches) : 0;
      return {
        total: n,
        buckets: await aggregate(call, () => idsOf(call, matches), n, request.counted, componentCounts),
      };
    },
    async readPage() {
      const matches = await found();
      return matches ? readPage(call, list, page, matches, fields) : [];
    },
  });
  countTerm(call, list, page, request, total);
  return {
    items: products.map(({ id, score }) => ({
      id,
      custom_attributes: [{ attribute_code: '_score', value: score }],
    })),
    aggregations: { buckets: [...buckets], bucket_names: buckets.map((bucket) => bucket.name ?? '') },
    search_criteria: { request_name: name, ...list.echo },
    total_count: total,
  };
}

/** Counts the search of a shopper: the first page of a term without filters. */
function countTerm(call: Call, { groups }: ListRequest, page: number, { hasTerm }: SearchRequest, total: number): void {
  const conditions = groups.flat().filter(({ field }) => field !== 'visibility');
  const [only] = conditions;
  const isCounted = hasTerm && page <= 0 && only?.field === TERM && conditions.length === 1;
  if (isCounted) countSearch(call, only.value, total);
}

/** A query of the ids of all products that were found, for any place in a statement. */
async function idsOf(call: Call, found: FoundProducts | undefined): Promise<RawBuilder<unknown>> {
  if (!found) return sql`select 0 as id`;
  const ids = await readFirst(call.db, sql`select p.id from ${found.from} where ${found.where}`, ['id']);
  return sql`select id from ${ids} found`;
}

type Fields = (name: string) => SearchField | undefined;

/** The fields of products, and how well they match. */
function fieldsOf(call: Call, { groups }: ListRequest, componentCounts: ComponentTest): Fields {
  const categoryIds = groups
    .flat()
    .filter(({ field, type }) => /^category_ids?$/.test(field) && (type === 'eq' || type === 'in'))
    .flatMap(({ value }) => value.split(',').map(Number))
    .filter(Number.isSafeInteger);
  const { listing } = call.services;
  const products = listing.withSeen(listing.searchFields(call, call.scope.storeId, categoryIds));
  return (name) => {
    if (RELEVANCE.has(name)) return { kind: 'number', column: sql.ref('score'), notNull: true };
    const field = products(name);
    return field && isSharedChoice(call, name) ? withComponents(call, name, field, componentCounts) : field;
  };
}

/** Whether a field is an attribute with choices as values, which products share with their components. */
function isSharedChoice(call: Call, name: string): boolean {
  const attribute = call.services.eav.current('catalog_product').byCode.get(name);
  return attribute !== undefined && attribute.isUserDefined && call.services.eav.hasStoredOptions(attribute);
}

/** The result of a search; undefined when nothing can match. */
async function find(
  call: Call,
  request: SearchRequest,
  { groups, orders }: ListRequest,
  fields: Fields,
  componentCounts: ComponentTest,
): Promise<FoundProducts | undefined> {
  const conditions: Condition[] = [];
  const texts: { value: string; column: TextColumn | undefined }[] = [];
  for (const condition of groups.flat()) {
    const { field, value } = condition;
    if (field === TERM) {
      if (request.hasTerm) texts.push({ value, column: undefined });
      continue;
    }
    const column = request.byWords && condition.type === 'eq' ? textColumn(call, field) : undefined;
    if (column) texts.push({ value, column });
    else conditions.push(...readCondition(condition, fields));
  }
  if (texts.length > MAX_TEXTS) throw searchErrors.tooManyTexts([MAX_TEXTS]);
  const matches: ProductMatches[] = [];
  for (const { value, column } of texts) {
    const match = await matching(call, value, column, componentCounts);
    if (!match) return undefined;
    matches.push(match);
  }
  const where = compileTruth(call, fields, [
    ...visible(call),
    ...(await call.services.listing.seenOnly(call)),
    ...choicesTogether(conditions),
  ]);
  return {
    ...(await fromMatches(call, matches, orders.length === 0)),
    where: allOf([isShown(call), where]),
  };
}

/** Requested values of one field are alternatives, in any group. All other conditions must match. */
function choicesTogether(conditions: readonly Condition[]): Condition[][] {
  const isChoice = ({ type }: Condition): boolean => type === 'eq' || type === 'in';
  const byField = Map.groupBy(conditions, (one) => (isChoice(one) ? one.field : one));
  return [...byField.values()];
}

/** SQLite joins in the order that is written, and looks at nothing of products that do not match. */
const joinNext = perDialect<unknown>({ sqlite: sql`cross join`, postgres: sql`join` });

/** Products that match all of these texts; all products without a text. `isByScore`: whether the best come first. */
async function fromMatches(
  call: Call,
  matches: readonly ProductMatches[],
  isByScore: boolean,
): Promise<Omit<FoundProducts, 'where'>> {
  const [only] = matches;
  if (!only) {
    return { from: sql`catalog_product p`, scored: sql`catalog_product p`, score: sql`1.0`, byScore: sql`p.id` };
  }
  const joined = (found: RawBuilder<unknown>) => sql`${found} m ${joinNext} catalog_product p on p.id = m.product_id`;
  // As the matches are sorted.
  const order = { score: sql`m.score`, byScore: sql`m.score desc, m.product_id` };
  if (matches.length === 1) {
    const scored = isByScore ? only.sorted('DESC', 'ASC') : only.scored;
    return { from: joined(only.unscored), scored: joined(scored), ...order };
  }
  const parts: RawBuilder<unknown>[] = [];
  for (const { scored } of matches) {
    const found = await readFirst(call.db, sql`select product_id, score from ${scored} w`, ['product_id', 'score']);
    parts.push(sql`select product_id, score from ${found} w`);
  }
  const inAll = sql`(select product_id, sum(score) as score from (${sql.join(parts, sql` union all `)}) w
    group by product_id having count(*) = ${sql.lit(parts.length)})`;
  return { from: joined(inAll), scored: joined(inAll), ...order };
}

/** Whether the product `p` is enabled and, if the store view hides other products, in stock. */
function isShown(call: Call): SqlTruth {
  const { availability, inventory } = call.services;
  const stock = inventory.inStock(call);
  return stock ? sql`${availability.isEnabled(call)} and ${stock}` : availability.isEnabled(call);
}

/** Conditions for lists of the store view, besides visibility. */
function visible(call: Call): Condition[][] {
  return [
    [{ field: 'visibility', type: 'neq', value: NOT_VISIBLE }],
    [{ field: 'store_id', type: 'eq', value: String(call.scope.storeId) }],
  ];
}

/** The column of words for an attribute; undefined for one without searchable text. */
function textColumn(call: Call, code: string): TextColumn | undefined {
  if (code === 'name' || code === 'sku') return code;
  const attribute = call.services.eav.current('catalog_product').byCode.get(code);
  const isText = attribute?.backendType === 'text' || attribute?.backendType === 'varchar';
  return isText && attribute.isSearchable && attribute.frontendInput !== 'multiselect' ? 'words' : undefined;
}

/** A filter as a condition: `price.from` and `price.to` are the ends of a range. None for a field that products do not have. */
function readCondition(condition: Condition, fields: Fields): Condition[] {
  const [, range, end] = /^(.+)\.(from|to)$/.exec(condition.field) ?? [];
  const field = range ?? condition.field;
  if (!fields(field) || RELEVANCE.has(field)) return [];
  if (!range) return [condition];
  return condition.value === '' ? [] : [{ field, type: end === 'from' ? 'gteq' : 'lteq', value: condition.value }];
}

async function count(call: Call, { from, where }: FoundProducts): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${from} where ${where}`.execute(call.db);
  return Number(firstOf(rows).n);
}

/** A page of the result, by default the best first; pages start at 0. */
async function readPage(
  call: Call,
  { orders, pageSize = MAX_RESULTS }: ListRequest,
  page: number,
  { scored, where, score, byScore }: FoundProducts,
  fields: Fields,
): Promise<readonly RankedProduct[]> {
  const size = Math.min(pageSize, MAX_RESULTS);
  const offset = Math.max(page, 0) * size;
  if (!Number.isSafeInteger(offset)) return [];
  const order = orders.length > 0 ? compileOrder(call, fields, orders, 'p.id') : byScore;
  const { rows } = await sql<{ id: number; score: number }>`select p.id, ${score} as score from ${scored}
    where ${where} order by ${order} limit ${limitTo(size)} offset ${offset}`.execute(call.db);
  return rows.map((row) => ({ id: row.id, score: Number(row.score) }));
}
