import { isWanted, type WantedFields } from '../../../kernel/fields-filter.ts';
import type { CustomAttribute } from '../../../kernel/types.ts';
import type { EntityAttributes } from '../../eav/service.ts';
import { shownValues, type CategoryReads, type CategoryValues, type StoredCategory } from './category.ts';
import { fieldAttributes } from './change.ts';
import type { CategoryOutput } from './types.ts';

/** The reads that these fields of categories need. */
export function readsOf(requestedFields: WantedFields): CategoryReads {
  return { children: isWanted(requestedFields, 'children'), urlPath: isWanted(requestedFields, 'custom_attributes') };
}

/** A category for a response, with the values of the store view for which it was read. */
export function presentCategory(attributes: EntityAttributes, category: StoredCategory): CategoryOutput {
  const { id, parent_id, position, level, children, created_at, updated_at, path } = category;
  const values = shownValues(category);
  return {
    id,
    parent_id,
    name: values.name,
    is_active: flag(values.is_active),
    position,
    level,
    children,
    created_at,
    updated_at,
    path,
    available_sort_by: values.available_sort_by ? values.available_sort_by.split(',') : undefined,
    include_in_menu: flag(values.include_in_menu),
    custom_attributes: presentAttributes(attributes, category, values),
  };
}

function flag(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value === '1';
}

/** All other attributes that have a value, in order of their ids. */
function presentAttributes(
  { byId }: EntityAttributes,
  { path, children_count, url_path }: StoredCategory,
  values: CategoryValues,
): CustomAttribute[] {
  const all: Record<string, string | null | undefined> = {
    ...values,
    path,
    children_count: String(children_count),
    url_path,
  };
  return [...byId.values()]
    .filter(({ code }) => !fieldAttributes.has(code) && (all[code] ?? '') !== '')
    .sort((a, b) => a.id - b.id)
    .map(({ code }) => ({ attribute_code: code, value: all[code] }));
}
