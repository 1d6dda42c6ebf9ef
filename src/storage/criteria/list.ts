import { sql, type Expression, type SelectQueryBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { StreamedList, streamed } from '../../kernel/encode.ts';
import { isWanted, type WantedFields } from '../../kernel/fields-filter.ts';
import { parseJson, type JsonText } from '../../kernel/json-text.ts';
import { elementAt } from '../../kernel/lists.ts';
import { perDialect } from '../dialects.ts';
import { compileOrder, compileWhere } from './compile.ts';
import {
  narrowedTo,
  readCriteria,
  type CriteriaEcho,
  type ListRequest,
  type ListOrder,
  type SearchCriteria,
} from './criteria.ts';
import type { SearchFields } from './fields.ts';
import type { SqlTruth } from './sql.ts';

/** Number of rows whose documents are read at once for responses that are too long for one page in memory. */
export const CHUNK = 200;

/** Returns a cached number of rows while it is valid, otherwise the result of `count`. */
export type CachedTotal = (count: () => Promise<number>) => Promise<number>;

/** Loads the items of a list. */
interface ItemSource<K, I> {
  /** Loads the items of these keys, in one query or a few: by key, or as a list in the order of `keys`. */
  readonly load: (call: Call, keys: readonly K[]) => Promise<ReadonlyMap<K, I> | readonly I[]>;
}

/** The rows of a list, with its searchable fields. */
export interface ListSource<DB, TB extends keyof DB, K, I> extends ItemSource<K, I> {
  /** The rows without a selection, each key once: `call.db.selectFrom('cms_block')`, filtered or joined if needed. */
  readonly base: SelectQueryBuilder<DB, TB, object>;
  /** Column of the key: `cms_block.block_id`. */
  readonly key: string;
  readonly fields: SearchFields;
  /** The default order; by default ascending by key. */
  readonly defaultSort?: readonly ListOrder[];
  /** The number of all rows of `base`, if it is known without counting. Used when there are no filters. */
  readonly total?: (call: Call) => Promise<number>;
  /** The number of rows that match these conditions, if it is known without counting; otherwise undefined. */
  readonly knownTotal?: (call: Call, groups: ListRequest['groups']) => Promise<number> | undefined;
  /** Caches the number of rows after counting. */
  readonly cachedTotal?: CachedTotal | undefined;
}

/** A found page. Its parts are read on demand. */
export interface FoundList<I> {
  readonly criteria: CriteriaEcho;
  /**
   * More items than a chunk are a `streamed` list: they are read in chunks while the response is written, so that memory use
   * stays constant.
   */
  items(): Promise<I[]>;
  /** The number of all matches; not counted if the page already shows it. */
  count(): Promise<number>;
}

/** Finds a page of a list with at most three queries (keys, items, count), for any page size. */
export async function findList<DB, TB extends keyof DB, K, I>(
  call: Call,
  criteria: SearchCriteria,
  source: ListSource<DB, TB, K, I>,
): Promise<FoundList<I>> {
  return await findPage(call, readCriteria(call, criteria), source);
}

/** As `findList`, for parsed criteria; with the keys of the page. */
export async function findPage<DB, TB extends keyof DB, K, I>(
  call: Call,
  request: ListRequest,
  source: ListSource<DB, TB, K, I>,
): Promise<FoundList<I> & { readonly keys: readonly K[] }> {
  const where = compileWhere(call, source.fields, request.groups);
  const keys = await readKeys(call, source, request, where);
  return {
    keys,
    criteria: request.echo,
    items: () => readItems(call, source, keys),
    count: async () => totalBy(request, keys.length) ?? (await countAll(call, source, request, where)),
  };
}

/** The items of a page of any length, as one list. */
export async function allItems<I>(list: { items(): Promise<readonly I[]> }): Promise<readonly I[]> {
  const items = await list.items();
  return items instanceof StreamedList ? ((await items.collect()) ?? []) : items;
}

/** The response of a list. */
export interface ListAnswer<I> {
  items: I[];
  search_criteria: CriteriaEcho;
  total_count: number;
}

/** Converts items for the response: one result per item, in the same order. Called for each chunk of a long list. */
type Show<I, O> = (items: readonly I[]) => readonly O[] | Promise<readonly O[]>;

/** The requested parts of a page for the response; `show` converts the items. */
export async function answerList<I>(list: FoundList<I>, requestedFields: WantedFields): Promise<ListAnswer<I>>;
export async function answerList<I, O>(
  list: FoundList<I>,
  requestedFields: WantedFields,
  show: Show<I, O>,
): Promise<ListAnswer<O>>;
export async function answerList<I, O>(
  list: FoundList<I>,
  requestedFields: WantedFields,
  show?: Show<I, O>,
): Promise<ListAnswer<I | O>> {
  const total = isWanted(requestedFields, 'total_count') ? await list.count() : 0;
  const found = isWanted(requestedFields, 'items') ? await list.items() : [];
  const items = show ? await showItems(found, show) : found;
  return { items, search_criteria: list.criteria, total_count: total };
}

/** The converted items of a page; those of a long list are converted while it is read. */
export async function showItems<I, O>(items: I[], show: Show<I, O>): Promise<O[]> {
  if (items instanceof StreamedList) return streamed(shownChunks<I, O>(items.chunks, show));
  return items.length > 0 ? [...(await show(items))] : [];
}

async function* shownChunks<I, O>(chunks: AsyncIterable<readonly I[]>, show: Show<I, O>): AsyncGenerator<readonly O[]> {
  for await (const chunk of chunks) yield await show(chunk);
}

/** All records of one parent, as a list filtered by `field`. */
export function listOf<I>(items: readonly I[], field: string, value: number): FoundList<I> {
  return {
    criteria: narrowedTo(field, String(value)),
    items: () => Promise.resolve([...items]),
    count: () => Promise.resolve(items.length),
  };
}

async function readKeys<DB, TB extends keyof DB, K, I>(
  call: Call,
  source: ListSource<DB, TB, K, I>,
  request: ListRequest,
  where: SqlTruth | undefined,
): Promise<K[]> {
  const { pageSize } = request;
  const query = keysQuery(call, source, request, where);
  if (pageSize === undefined) return readManyKeys(call, query);
  const offset = rowsBefore({ page: request.page, pageSize });
  if (offset === undefined) return [];
  const page = query.limit(pageSize).offset(offset);
  if (pageSize > CHUNK) return readManyKeys(call, page);
  return (await page.execute()).map((row) => (row as { key: K }).key);
}

/** The query of a list's keys (`key`), in their order. */
export function keysQuery<DB, TB extends keyof DB, K>(
  call: Call,
  { base, key, fields, defaultSort }: Pick<ListSource<DB, TB, K, unknown>, 'base' | 'key' | 'fields' | 'defaultSort'>,
  { groups, orders }: Pick<ListRequest, 'groups' | 'orders'>,
  where: SqlTruth | undefined,
) {
  const order = compileOrder(call, fields, orders.length > 0 ? orders : (defaultSort ?? []), key, groups);
  const query = base.select(sql.ref<K>(key).as('key')).orderBy(order);
  return where ? query.where(where) : query;
}

/** The number of rows before a page; undefined beyond the end of any list. */
export function rowsBefore({
  page,
  pageSize,
}: {
  readonly page: number;
  readonly pageSize: number;
}): number | undefined {
  const offset = (page - 1) * pageSize;
  return Number.isSafeInteger(offset) ? offset : undefined;
}

/** Reads keys as one JSON text, which takes a tenth of the memory of separate rows. */
async function readManyKeys<K>(call: Call, query: Expression<unknown>): Promise<K[]> {
  const keys = perDialect<string>({
    sqlite: sql`(select json_group_array(k.key) from ${query} as k)`,
    postgres: sql`array_to_json(array${query})`,
  });
  const { rows } = await sql<{ keys: JsonText<K[]> }>`select ${keys} as keys`.execute(call.db);
  return parseJson(elementAt(rows, 0).keys);
}

/** The number of all matches, if a page with `found` keys shows it: the last page, or the only one. */
export function totalBy({ page, pageSize }: Pick<ListRequest, 'page' | 'pageSize'>, found: number): number | undefined {
  if (pageSize === undefined) return found;
  if (found === pageSize || (found === 0 && page > 1)) return undefined;
  return (page - 1) * pageSize + found;
}

/** The number of all matches. */
export async function countAll<DB, TB extends keyof DB, K>(
  call: Call,
  { base, fields, total, knownTotal, cachedTotal }: Omit<ListSource<DB, TB, K, unknown>, 'load'>,
  { groups }: Pick<ListRequest, 'groups'>,
  where = compileWhere(call, fields, groups),
): Promise<number> {
  if (!where && total) return total(call);
  const known = knownTotal?.(call, groups);
  if (known) return known;
  const query = base.select(sql<number>`count(*)`.as('total'));
  const counted = async (): Promise<number> => {
    const rows = await (where ? query.where(where) : query).execute();
    return (rows[0] as { total: number }).total;
  };
  return cachedTotal ? cachedTotal(counted) : counted();
}

/** The items of a page by their keys, in order; as a `streamed` list if there are many. */
export async function readItems<K, I>(call: Call, source: ItemSource<K, I>, keys: readonly K[]): Promise<I[]> {
  if (keys.length <= CHUNK) return loadItems(call, source, keys);
  return streamed(chunks(call, source, keys));
}

async function* chunks<K, I>(call: Call, source: ItemSource<K, I>, keys: readonly K[]): AsyncGenerator<I[]> {
  for (let start = 0; start < keys.length; start += CHUNK) {
    yield await loadItems(call, source, keys.slice(start, start + CHUNK));
  }
}

/** Items in the order of `keys`, without those that were deleted after their key was read. */
async function loadItems<K, I>(call: Call, { load }: ItemSource<K, I>, keys: readonly K[]): Promise<I[]> {
  if (keys.length === 0) return [];
  const items = await load(call, keys);
  if (!('get' in items)) return [...items];
  return keys.flatMap((key) => {
    const item = items.get(key);
    return item === undefined ? [] : [item];
  });
}
