import type { Call } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/time.ts';
import { nextId, raiseSequence } from '../../../storage/sequences.ts';
import type { EntityAttributes } from '../../eav/service.ts';
import { noteCategories } from '../changes.ts';
import { readTime } from '../saving/checks.ts';
import { pathIds, type CategoryPlace, type CategoryValues } from './category.ts';
import { isCategoryValue, readCategoryChange } from './change.ts';
import { checkCategoryDesign, checked, checkPosition, checkSorting, isNeeded } from './checks.ts';
import { categoryErrors } from './errors.ts';
import { getPlace } from './load.ts';
import { countBelow, insertCategory, lastPositionIn, lockTree } from './rows.ts';
import type { CategoryInput } from './types.ts';
import { hasTwin, takePaths, categoryUrlKey, categoryUrlKeys } from './url-keys.ts';

/**
 * Creates a category, with all values in scope 0, and behind its siblings unless it has a position. `keptId`: an unused
 * id; absent: the next one. Returns its id.
 */
export async function createCategory(
  call: Call,
  attributes: EntityAttributes,
  input: CategoryInput,
  keptId?: number,
): Promise<number> {
  await lockTree(call);
  const parent = await getPlace(call, input.parent_id || call.services.store.rootCategoryOf(call.scope.storeId));
  const id = keptId ?? (await nextId(call.db, 'category'));
  if (keptId !== undefined) await raiseSequence(call.db, 'category', keptId);
  const values = await checked(() => newValues(call, attributes, input, parent, id));
  checkCategoryDesign(call, {}, values);
  const now = formatTime(call.clock.now());
  await insertCategory(call.db, {
    id,
    parent_id: parent.id,
    path: `${parent.path}/${id}`,
    level: parent.level + 1,
    position: checkPosition(input.position ?? (await lastPositionIn(call.db, parent.id)) + 1),
    created_at: readTime(input.created_at, 'created_at') ?? now,
    updated_at: now,
    values,
  });
  if (!(await takePaths(call, parent.id, id, categoryUrlKeys(values, [])))) {
    throw categoryErrors.notSaved([categoryErrors.urlKeyExists.template]);
  }
  await countBelow(call, pathIds(parent.path), 1);
  noteCategories(call, [id], 'created');
  return id;
}

async function newValues(
  call: Call,
  attributes: EntityAttributes,
  input: CategoryInput,
  parent: CategoryPlace,
  id: number,
): Promise<CategoryValues> {
  const { eav } = call.services;
  const change = readCategoryChange(call, attributes, input);
  const values: Record<string, string> = {};
  for (const attribute of attributes.byCode.values()) {
    const { code, defaultValue } = attribute;
    const value = change[code] ?? (isCategoryValue(attribute) ? defaultValue : null);
    if (value !== null && !eav.isEmpty(value)) values[code] = value;
    else if (isNeeded(attribute)) throw eav.emptyValue(attribute);
  }
  values.url_key ??= categoryUrlKey(values.name ?? '', id);
  checkSorting(call, values);
  if (await hasTwin(call, parent, id, categoryUrlKeys(values, []))) throw categoryErrors.urlKeyExists();
  return values;
}
