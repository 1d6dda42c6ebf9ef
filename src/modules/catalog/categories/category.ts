import type { Call } from '../../../kernel/call.ts';
import { encodeDocument } from '../../../storage/documents.ts';
import type { EntityAttributes } from '../../eav/service.ts';
import type { CategoryTable } from './tables.ts';

/** Id of the root of the tree; all other categories lie below it. */
export const TREE_ROOT = 1;
/** Level of the categories that stores have as their root. */
export const ROOT_LEVEL = 1;

/** Values by attribute code, as texts in the stored form of their attributes. */
export type CategoryValues = Readonly<Record<string, string>>;

/** The place of a category in the tree. */
export type CategoryPlace = Readonly<
  Pick<CategoryTable, 'id' | 'parent_id' | 'path' | 'level' | 'position' | 'children_count'>
>;

/** A category as it was read for one store view. */
export interface StoredCategory extends CategoryPlace {
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  /** Store view for which it was read; 0: the values that all inherit. */
  readonly store_id: number;
  /** Values of scope 0. */
  readonly values: CategoryValues;
  /** Values that the store view overrides. */
  readonly overrides: CategoryValues;
  /** Ids of the children that are active in the store view, joined by commas. */
  readonly children: string;
  /** URL keys from the category below the root category down to this one, joined by slashes; null for roots. */
  readonly url_path: string | null;
}

/** The fields to read that follow from other categories; other such fields are empty. */
export interface CategoryReads {
  readonly children: boolean;
  readonly urlPath: boolean;
}

type CategoryColumns = Pick<CategoryTable, 'name' | 'is_active' | 'is_anchor' | 'url_key'>;

/** The values of scope 0 in a row. */
export function categoryValues(columns: CategoryColumns, document: CategoryValues): CategoryValues {
  const values: Record<string, string> = { ...document };
  for (const code of ['name', 'is_active', 'is_anchor', 'url_key'] as const) {
    const value = columns[code];
    if (value !== null) values[code] = String(value);
  }
  return values;
}

/** The values of scope 0 as columns and document of a row. */
export function columnsOf(values: CategoryValues): CategoryColumns & Pick<CategoryTable, 'document'> {
  const { name, is_active, is_anchor, url_key, ...rest } = values;
  return {
    name: name ?? null,
    is_active: is_active === undefined ? null : Number(is_active),
    is_anchor: is_anchor === undefined ? null : Number(is_anchor),
    url_key: url_key ?? null,
    document: encodeDocument(rest),
  };
}

/** The values that a store view shows. */
export function shownValues({ values, overrides }: Pick<StoredCategory, 'values' | 'overrides'>): CategoryValues {
  return { ...values, ...overrides };
}

/** The ids of a path, from the root of the tree down. */
export function pathIds(path: string): number[] {
  return path.split('/').map(Number);
}

/** The attributes of categories. */
export function categoryAttributes(call: Call): Promise<EntityAttributes> {
  return call.services.eav.entity(call, 'catalog_category');
}
