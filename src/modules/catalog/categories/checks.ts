import { isAllowed } from '../../../platform/access/check.ts';
import type { Call } from '../../../kernel/call.ts';
import { platformErrors, PlatformError } from '../../../kernel/errors.ts';
import { acl } from '../../../kernel/route.ts';
import type { Attribute } from '../../eav/service.ts';
import { productLists } from '../configuration.ts';
import type { CategoryValues } from './category.ts';
import { categoryErrors } from './errors.ts';

/** Permission to change the design of a category. */
const editDesign = acl('Magento_Catalog::edit_category_design');
const designAttributes = [
  'custom_design',
  'custom_design_from',
  'custom_design_to',
  'page_layout',
  'custom_layout_update',
  'custom_layout_update_file',
  'custom_apply_to_products',
  'custom_use_parent_settings',
];

/** The greatest position that fits into the interface's own tables. */
const MAX_POSITION = 2_147_483_647;

/** Attributes that are marked as required but may be empty: then the configuration applies. */
const configurable = new Set(['available_sort_by', 'default_sort_by', 'filter_price_range']);

/** Whether a category must have a value of an attribute. */
export function isNeeded(attribute: Attribute): boolean {
  return attribute.isRequired && !configurable.has(attribute.code);
}

/** Runs checks of a category; an error of theirs becomes the interface's error of saving categories. */
export async function checked<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind === 'unauthorized' || error.isTemporary) throw error;
    throw categoryErrors.notSaved([error.text], { cause: error });
  }
}

/** Throws 401 when a caller without the permission changes the design of a category. */
export function checkCategoryDesign(call: Call, before: CategoryValues, after: CategoryValues): void {
  if (isAllowed(call.caller, editDesign)) return;
  if (designAttributes.some((code) => (before[code] ?? '') !== (after[code] ?? ''))) {
    throw categoryErrors.designNotAllowed();
  }
}

/** Throws 400 when products are sorted by an attribute that the category does not offer. */
export function checkSorting(call: Call, values: CategoryValues): void {
  const { available_sort_by: available, default_sort_by: chosen } = values;
  if (!available) return;
  const sorting = chosen || call.config.of(productLists.sortedBy, { storeId: call.scope.storeId });
  if (!available.split(',').includes(sorting)) throw categoryErrors.sortByUnavailable();
}

/** Checks the position of an input. Throws 400 when it is out of range. */
export function checkPosition(position: number): number {
  if (Math.abs(position) > MAX_POSITION) throw platformErrors.invalidValue({ value: position, fieldName: 'position' });
  return position;
}
