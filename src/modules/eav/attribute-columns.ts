/**
 * The columns of an attribute, stated once. Fields and types, reads and writes of rows, omitted defaults of a fresh
 * installation, and search columns of lists follow from them. A new column also needs a migration.
 */

/** Marks, each on or off; off where nothing is said. */
export const flags = {
  isRequired: 'is_required',
  isUserDefined: 'is_user_defined',
  isUnique: 'is_unique',
  isVisible: 'is_visible',
  isUsedInGrid: 'is_used_in_grid',
  isVisibleInGrid: 'is_visible_in_grid',
  isFilterableInGrid: 'is_filterable_in_grid',
  // Off for customer attributes.
  isSearchable: 'is_searchable',
  isFilterableInSearch: 'is_filterable_in_search',
  isComparable: 'is_comparable',
  isVisibleOnFront: 'is_visible_on_front',
  isHtmlAllowedOnFront: 'is_html_allowed_on_front',
  isVisibleInAdvancedSearch: 'is_visible_in_advanced_search',
  isUsedForPromoRules: 'is_used_for_promo_rules',
  isWysiwygEnabled: 'is_wysiwyg_enabled',
  usedInProductListing: 'used_in_product_listing',
  usedForSortBy: 'used_for_sort_by',
} as const;

/** Numbers that catalog attributes have. */
export const numbers = {
  /** 0: no, 1: with results, 2: without results. */
  isFilterable: 'is_filterable',
  position: 'position',
  searchWeight: 'search_weight',
} as const;

/** Numbers where nothing is said. */
export const initialNumbers = { is_filterable: 0, position: 0, search_weight: 1 } as const satisfies Record<
  NumberColumn,
  number
>;

/** Texts that may be missing. */
export const texts = {
  backendModel: 'backend_model',
  /** `text`, `select`, `multiselect`, `boolean`, `date`, … or a type that a module adds (`weee`); null for none. */
  frontendInput: 'frontend_input',
  /** Label of the default scope. */
  label: 'frontend_label',
  frontendClass: 'frontend_class',
  /** Source model as stored; `shownSourceModel` of options.ts has the fallback for selects. */
  sourceModel: 'source_model',
  defaultValue: 'default_value',
  note: 'note',
} as const;

/** Names of boolean columns. */
export type FlagColumn = (typeof flags)[keyof typeof flags];
/** Names of number columns. */
export type NumberColumn = (typeof numbers)[keyof typeof numbers];
/** Names of text columns. */
export type TextColumn = (typeof texts)[keyof typeof texts];

/** The fields of an attribute that are columns. */
export type ColumnFields = { readonly [Name in keyof typeof flags]: boolean } & {
  readonly [Name in keyof typeof numbers]: number;
} & { readonly [Name in keyof typeof texts]: string | null };
