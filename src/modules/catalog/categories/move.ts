import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { noteCategories } from '../changes.ts';
import { lockCategoryProducts, refreshCategoryContents } from '../listing/category-contents.ts';
import { pathIds, type CategoryPlace } from './category.ts';
import { categoryErrors } from './errors.ts';
import { allCategoryOverrides, getCategory, getPlace } from './load.ts';
import { countBelow, lastPositionIn, lockTree } from './rows.ts';
import { hasTwin, takePaths, categoryUrlKeys } from './url-keys.ts';
import { rememberPaths, viewsBelow } from './former-paths.ts';

/**
 * Moves a category with all below it to another parent, or among its siblings: to the front if `afterId` is 0, behind that child
 * of the parent, otherwise to the end. Throws 404 for an unknown category or parent, and 400 when the parent lies below the
 * category.
 */
export async function moveCategory(
  call: Call,
  categoryId: number,
  parentId: number,
  afterId?: number | null,
): Promise<void> {
  await lockTree(call);
  const category = await getPlace(call, categoryId);
  const parent = await getPlace(call, parentId);
  if (`${parent.path}/`.startsWith(`${category.path}/`)) throw categoryErrors.cyclicMove();
  if (parent.id !== category.parent_id) await takeUrlKey(call, category, parent);
  const from = pathIds(category.path).slice(0, -1);
  const to = pathIds(parent.path);
  const left = from.filter((id) => !to.includes(id));
  const entered = to.filter((id) => !from.includes(id));
  if (parent.id !== category.parent_id) {
    await rememberPaths(call, category, viewsBelow(call, category));
    await lockCategoryProducts(call, category.path);
  }
  await closeGap(call, category);
  const position = await placeAfter(call, category, parent, afterId ?? undefined);
  await openGap(call, parent, position);
  await moveSubtree(call, category, parent, position);
  await refreshCategoryContents(call, `${parent.path}/${category.id}`, [...left, ...entered]);
  const moved = category.children_count + 1;
  await countBelow(call, left, -moved);
  await countBelow(call, entered, moved);
  await noteMove(call, category, parent);
}

/** Notifies about the moved category and its descendants, whose paths have changed by now. */
async function noteMove(call: Call, category: CategoryPlace, parent: CategoryPlace): Promise<void> {
  if (parent.id === category.parent_id) return noteCategories(call, [category.id], 'changed', ['position']);
  noteCategories(call, [category.id], 'changed', ['parent_id', 'path', 'level', 'position']);
  const path = `${parent.path}/${category.id}`;
  const below = await call.db
    .selectFrom('category')
    .select('id')
    .where('path', '>', `${path}/`)
    .where('path', '<', `${path}0`)
    .execute();
  noteCategories(
    call,
    below.map(({ id }) => id),
    'changed',
    ['path', 'level'],
  );
}

/** Throws 400 when another child of the new parent has the same URL key, or a product has the URL key of its new path. */
async function takeUrlKey(call: Call, { id }: CategoryPlace, parent: CategoryPlace): Promise<void> {
  const { values } = await getCategory(call, id, 0);
  const keys = categoryUrlKeys(values, await allCategoryOverrides(call, id));
  if ((await hasTwin(call, parent, id, keys)) || !(await takePaths(call, parent.id, id, keys))) {
    throw categoryErrors.notMoved();
  }
}

/** Moves the siblings behind a category that leaves one place up. */
async function closeGap(call: Call, { parent_id, position }: CategoryPlace): Promise<void> {
  await call.db
    .updateTable('category')
    .set((eb) => ({ position: eb('position', '-', 1) }))
    .where('parent_id', '=', parent_id)
    .where('position', '>', position)
    .execute();
}

async function placeAfter(
  call: Call,
  category: CategoryPlace,
  parent: CategoryPlace,
  afterId: number | undefined,
): Promise<number> {
  if (afterId === 0) return 1;
  const sister = afterId === undefined ? undefined : await findChild(call, parent.id, afterId);
  if (sister && sister.id !== category.id) return sister.position + 1;
  return (await lastPositionIn(call.db, parent.id, category.id)) + 1;
}

async function findChild(
  call: Call,
  parentId: number,
  id: number,
): Promise<{ id: number; position: number } | undefined> {
  return await call.db
    .selectFrom('category')
    .select(['id', 'position'])
    .where('id', '=', id)
    .where('parent_id', '=', parentId)
    .executeTakeFirst();
}

/** Moves the children of a category from a position on one place down. */
async function openGap(call: Call, { id }: CategoryPlace, position: number): Promise<void> {
  await call.db
    .updateTable('category')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('parent_id', '=', id)
    .where('position', '>=', position)
    .execute();
}

/** Moves a category to its new place, and updates the paths of all categories below it, in one statement. */
async function moveSubtree(
  call: Call,
  { id, path, level }: CategoryPlace,
  parent: CategoryPlace,
  position: number,
): Promise<void> {
  await sql`update category set
      path = cast(${`${parent.path}/${id}`} as text) || substr(path, ${path.length + 1}),
      level = level + ${parent.level + 1 - level},
      parent_id = case when id = ${id} then ${parent.id} else parent_id end,
      position = case when id = ${id} then ${position} else position end,
      updated_at = ${formatTime(call.clock.now())}
    where path >= ${path} and path < ${`${path}0`}`.execute(call.db);
}
