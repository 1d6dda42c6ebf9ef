import { writeStoreId, type Call } from '../../../kernel/call.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { formatTime } from '../../../kernel/time.ts';
import { StoreValues, type WriteRules } from '../../../storage/store-values.ts';
import type { EntityAttributes } from '../../eav/service.ts';
import { noteCategories } from '../changes.ts';
import type { Attribute } from '../../eav/service.ts';
import { sentAttribute } from '../products/change.ts';
import { shownValues, type StoredCategory } from './category.ts';
import { fieldAttributes, readCategoryChange, type CategoryChange } from './change.ts';
import { checkCategoryDesign, checked, checkPosition, checkSorting, isNeeded } from './checks.ts';
import { categoryErrors } from './errors.ts';
import { lockCategoryProducts, refreshCategoryContents } from '../listing/category-contents.ts';
import { allCategoryOverrides, getCategory } from './load.ts';
import { lockTree, updateCategoryRow, writeCategoryOverrides } from './rows.ts';
import type { CategoryInput } from './types.ts';
import { hasTwin, takePaths, categoryUrlKey, categoryUrlKeys } from './url-keys.ts';
import { rememberPaths, viewsBelow } from './former-paths.ts';

const sortAttributes = ['available_sort_by', 'default_sort_by'];

/**
 * Changes a category. Missing fields stay unchanged; so does its place in the tree, because only `moveCategory` changes
 * that. Throws 404 when the category does not exist.
 */
export async function updateCategory(
  call: Call,
  attributes: EntityAttributes,
  id: number,
  input: CategoryInput,
): Promise<void> {
  const storeId = writeStoreId(call.scope, true);
  if (sentAttribute(input.custom_attributes, 'url_key') !== undefined) await lockTree(call);
  const before = await getCategory(call, id, storeId);
  const rules = categoryWriteRules(attributes, storeId);
  const change = await checked(() => readChangedValues(call, attributes, before, input));
  const values = new StoreValues<string>([
    [0, before.values],
    ...(storeId === 0 ? [] : [[storeId, before.overrides] as const]),
  ]);
  values.write(change, rules);
  await checked(() => checkResult(call, before, values, change));
  const wasAnchor = before.values.is_anchor === '1';
  const isAnchor = values.own(0).is_anchor === '1';
  if (wasAnchor !== isAnchor) await lockCategoryProducts(call, before.path);
  if ('url_key' in change) await rememberOld(call, before, input);
  await updateCategoryRow(call.db, {
    id,
    version: before.version,
    position: typeof input.position === 'number' ? checkPosition(input.position) : null,
    updated_at: formatTime(call.clock.now()),
    values: values.own(0),
  });
  const isMoved = typeof input.position === 'number' && input.position !== before.position;
  noteCategories(call, [id], 'changed', [...Object.keys(change), ...(isMoved ? ['position'] : [])]);
  if (wasAnchor !== isAnchor) await refreshCategoryContents(call, before.path, [id]);
  for (const [changedStoreId, overrides] of values.changes()) {
    if (changedStoreId !== 0) await writeCategoryOverrides(call.db, id, changedStoreId, overrides);
  }
}

/** Redirects the former paths of the category and its descendants in the written store views to the new ones. */
async function rememberOld(call: Call, before: StoredCategory, input: CategoryInput): Promise<void> {
  const overrides = before.store_id === 0 ? await allCategoryOverrides(call, before.id) : undefined;
  const views = viewsBelow(call, before).filter((id) =>
    overrides ? !overrides.get(id)?.url_key : id === before.store_id,
  );
  await rememberPaths(call, before, views, sentAttribute(input.custom_attributes, 'save_rewrites_history'));
}

/** Where changed values are written. Categories have no attribute with a value for each website. */
function categoryWriteRules({ byCode }: EntityAttributes, storeId: number): WriteRules {
  return {
    storeId,
    levelOf: (code) => byCode.get(code)?.scope ?? 'global',
    storesOfWebsite: (id) => [id],
  };
}

/**
 * The input values that differ from those of the written store view. A value that a client sends back unchanged does
 * not become the store view's own.
 */
function readChangedValues(
  call: Call,
  attributes: EntityAttributes,
  before: StoredCategory,
  input: CategoryInput,
): CategoryChange {
  const { eav } = call.services;
  const requestedValues = readCategoryChange(call, attributes, input);
  const current = shownValues(before);
  const name = requestedValues.name ?? current.name ?? '';
  const change: CategoryChange = {};
  for (const [code, value] of Object.entries(requestedValues)) {
    const attribute = valueAt(attributes.byCode, code);
    const isGlobal = before.store_id === 0 || attribute.scope === 'global';
    // Scope 0 inherits nothing, so a null changes nothing there.
    if (isGlobal && value === null && fieldAttributes.has(code)) continue;
    const stored = isGlobal ? value || attribute.defaultValue : value;
    // A URL key is never empty: an empty one is made from the name.
    const next = isEmptyKey(code, stored, isGlobal) ? categoryUrlKey(name, before.id) : stored;
    if (isMissing(call, attribute, next, isGlobal)) throw eav.emptyValue(attribute);
    if (next === null || next !== (current[code] ?? '')) change[code] = next;
  }
  return change;
}

/** Whether a value is an empty URL key; null in a store view inherits the key. */
function isEmptyKey(code: string, stored: unknown, isGlobal: boolean): boolean {
  return code === 'url_key' && (isGlobal ? !stored : stored === '');
}

/** Whether a value that the category must have is missing; null in a store view inherits it. */
function isMissing(call: Call, attribute: Attribute, value: unknown, isGlobal: boolean): boolean {
  return isNeeded(attribute) && (isGlobal || value !== null) && call.services.eav.isEmpty(value);
}

/** Checks the category after the change, and takes its URL keys. */
async function checkResult(
  call: Call,
  before: StoredCategory,
  values: StoreValues<string>,
  change: CategoryChange,
): Promise<void> {
  const after = values.in(before.store_id);
  checkCategoryDesign(call, shownValues(before), after);
  if (sortAttributes.some((code) => code in change)) checkSorting(call, after);
  if (!('url_key' in change)) return;
  const overrides = await allCategoryOverrides(call, before.id);
  if (before.store_id !== 0) overrides.set(before.store_id, values.own(before.store_id));
  const parent = { id: before.parent_id, level: before.level - 1 };
  const keys = categoryUrlKeys(values.own(0), overrides);
  if ((await hasTwin(call, parent, before.id, keys)) || !(await takePaths(call, parent.id, before.id, keys))) {
    throw categoryErrors.urlKeyExists();
  }
}
