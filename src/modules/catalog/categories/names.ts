import type { Call } from '../../../kernel/call.ts';
import { loader } from '../../../kernel/loader.ts';
import { isCategorySeen } from '../assortments/assortment.ts';
import { pathIds, ROOT_LEVEL, shownValues } from './category.ts';
import { findCategories } from './load.ts';

/** The fields of a category in a list of choices. */
interface NamedCategory {
  readonly name: string;
  /** Steps of price ranges in it, where it has its own. */
  readonly priceStep: number | undefined;
}

/** Reads no fields that follow from other categories. */
const unread = { children: false, urlPath: false };

/**
 * The active ones of these categories, as the call's store view shows them, by id; one query for those that the call has not read
 * before.
 */
export async function categoryNames(call: Call, ids: readonly number[]): Promise<Map<number, NamedCategory>> {
  const named = await Promise.all(ids.map(async (id) => [id, await categoryName(call, id)] as const));
  return new Map(named.flatMap(([id, category]) => (category ? [[id, category]] : [])));
}

const categoryName = loader<number, NamedCategory | undefined>(async (ids, call) => {
  const found = await findCategories(call, ids, call.scope.storeId, unread, await isCategorySeen(call));
  return ids.map((id) => {
    const category = found.get(id);
    const { name, is_active, filter_price_range } = category ? shownValues(category) : {};
    const step = Number(filter_price_range ?? 0);
    return is_active === '1' ? { name: name ?? '', priceStep: step > 0 ? step : undefined } : undefined;
  });
});

/** The inherited names of categories and of those above them, without the root categories of stores; two queries. */
export async function categoryTrails(call: Call, ids: readonly number[]): Promise<Map<number, string[]>> {
  const own = await findCategories(call, ids, 0, unread);
  const above = await findCategories(
    call,
    [...new Set([...own.values()].flatMap(({ path }) => pathIds(path)))],
    0,
    unread,
  );
  const nameOf = (id: number): string[] => {
    const category = above.get(id);
    return category && category.level > ROOT_LEVEL ? [category.values.name ?? String(id)] : [];
  };
  return new Map([...own].map(([id, { path }]) => [id, pathIds(path).flatMap(nameOf)]));
}

/** The inherited names on the paths of all categories, from the root categories of stores down, by id. One query. */
export async function categoryNamePaths(call: Call): Promise<Map<number, string[]>> {
  const rows = await call.db
    .selectFrom('category')
    .select(['id', 'path', 'name'])
    .where('level', '>=', ROOT_LEVEL)
    .execute();
  const names = new Map(rows.map((row) => [row.id, row.name ?? '']));
  return new Map(rows.map(({ id, path }) => [id, pathIds(path).flatMap((one) => names.get(one) ?? [])]));
}
