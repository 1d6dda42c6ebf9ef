import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { fold } from '../../../storage/sql.ts';
import { urlSuffix } from '../url-suffixes.ts';
import { pathIds, type CategoryPlace } from './category.ts';
import { urlPath } from './sql.ts';

/** The store views that show a category below their root. */
export function viewsBelow(call: Call, { path }: Pick<CategoryPlace, 'path'>): number[] {
  const { store } = call.services;
  const above = new Set(pathIds(path).slice(0, -1));
  return store.views().flatMap(({ id }) => (id !== 0 && above.has(store.rootCategoryOf(id)) ? [id] : []));
}

/**
 * Redirects the paths of a category and its descendants in some store views to their future paths. Call it before they
 * move; one statement per store view. `input`: the setting of the save for former paths.
 */
export async function rememberPaths(
  call: Call,
  { path }: Pick<CategoryPlace, 'path'>,
  storeIds: readonly number[],
  input?: unknown,
): Promise<void> {
  const { urlRewrite } = call.services;
  for (const storeId of storeIds) {
    if (!urlRewrite.keepsHistory(call, input, storeId)) continue;
    const suffix = urlSuffix(call, 'category', storeId).toLowerCase();
    const moved = sql`select c.id, ${fold(urlPath(storeId))} || cast(${suffix} as text) as path
      from category c where c.path >= ${path} and c.path < ${`${path}0`}`;
    await urlRewrite.rememberAll(call, 'CATEGORY', storeId, moved);
  }
}
