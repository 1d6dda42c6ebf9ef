import { searchResults } from '../../../storage/criteria/criteria.ts';
import * as t from '../../../kernel/types.ts';

/** A category with the values of one store view. */
export const Category = t.object('catalog-data-category-interface', {
  id: t.optional(t.integer),
  parent_id: t.optional(t.integer),
  name: t.optional(t.string),
  is_active: t.optional(t.boolean),
  position: t.optional(t.integer),
  level: t.optional(t.integer),
  children: t.optional(t.string),
  created_at: t.optional(t.string),
  updated_at: t.optional(t.string),
  path: t.optional(t.string),
  available_sort_by: t.optional(t.array(t.string)),
  include_in_menu: t.optional(t.boolean),
  extension_attributes: t.optional(t.extension('catalog-data-category-extension-interface', {})),
  custom_attributes: t.optional(t.customAttributes('catalog_category')),
});
/** The input of a category. */
export type CategoryInput = t.In<typeof Category>;
/** A category for a response. */
export type CategoryOutput = t.Out<typeof Category>;

/** A page of categories. */
export const CategorySearchResults = searchResults('catalog-data-category-search-results-interface', Category);

/** A node of the category tree, down to the requested level. */
export interface CategoryNode {
  readonly id?: number;
  readonly parent_id: number;
  readonly name: string | null;
  readonly is_active: boolean | null;
  readonly position: number;
  readonly level: number;
  /** Number of products in the category; for an anchor category, also of all categories below it. */
  readonly product_count: number;
  readonly children_data: CategoryNode[];
}

/** The type of a category tree: each node has its children. */
export const CategoryTree = t.object('catalog-data-category-tree-interface', {
  id: t.optional(t.integer),
  parent_id: t.integer,
  name: t.string,
  is_active: t.boolean,
  position: t.integer,
  level: t.integer,
  product_count: t.integer,
  children_data: t.array(t.lazy<CategoryNode>((): t.ObjectType => CategoryTree)),
});

/** The position of a product in a category. */
export const CategoryProductLink = t.object('catalog-data-category-product-link-interface', {
  sku: t.optional(t.string),
  position: t.optional(t.integer),
  category_id: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-category-product-link-extension-interface', {})),
});
/** The input of a product's position in a category. */
export type CategoryProductLinkInput = t.In<typeof CategoryProductLink>;
/** The position of a product in a category, for a response. */
export type CategoryProductLinkOutput = t.Out<typeof CategoryProductLink>;
