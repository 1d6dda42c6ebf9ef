import type { Call } from '../../../kernel/call.ts';
import { encodeDocument } from '../../../storage/documents.ts';
import type { EntityAttributes } from '../../eav/service.ts';
import type { CategoryTable } from './tables.ts';

/** Id of the root of the tree, which every other category lies below. */
export const TREE_ROOT = 1;
/** Level of the root categories of stores. */
export const ROOT_LEVEL = 1;

/** Values by attribute code, as texts in the form that their attributes store. */
export type CategoryValues = Readonly<Record<string, string>>;

/** Where a category is in the tree. */
export type CategoryPlace = Readonly<
  Pick<CategoryTable, 'id' | 'parent_id' | 'path' | 'level' | 'position' | 'children_count'>
>;

/** A category as it was read for one store view. */
export interface StoredCategory extends CategoryPlace {
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  /** Store view it was read for; 0: the values that all inherit. */
  readonly store_id: number;
  /** Values of scope 0. */
  readonly values: CategoryValues;
  /** What the store view overrides. */
  readonly overrides: CategoryValues;
  /** Ids of the children that the store view shows, joined by commas. */
  readonly children: string;
  /** URL keys from below the root category down to this one, joined by slashes; null for roots. */
  readonly url_path: string | null;
}

/** Which fields of categories are read that follow from others in the tree; those that are not are empty. */
export interface CategoryReads {
  readonly children: boolean;
  readonly urlPath: boolean;
}

type CategoryColumns = Pick<CategoryTable, 'name' | 'is_active' | 'is_anchor' | 'url_key'>;

/** Values of scope 0 of a row. */
export function categoryValues(columns: CategoryColumns, document: CategoryValues): CategoryValues {
  const values: Record<string, string> = { ...document };
  for (const code of ['name', 'is_active', 'is_anchor', 'url_key'] as const) {
    const value = columns[code];
    if (value !== null) values[code] = String(value);
  }
  return values;
}

/** Values of scope 0 as a row holds them. */
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
