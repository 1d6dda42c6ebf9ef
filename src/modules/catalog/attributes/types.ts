import * as t from '../../../kernel/types.ts';
import { searchResults } from '../../../storage/criteria/criteria.ts';
import {
  AttributeExtension,
  AttributeFrontendLabel,
  AttributeOption,
  AttributeValidationRule,
} from '../../eav/types.ts';

/** Fields that only product and category attributes have. Flags that are typed as strings are "0" or "1" on the wire. */
export const catalogFields = {
  is_wysiwyg_enabled: t.optional(t.boolean),
  is_html_allowed_on_front: t.optional(t.boolean),
  used_for_sort_by: t.optional(t.boolean),
  is_filterable: t.optional(t.boolean),
  is_filterable_in_search: t.optional(t.boolean),
  is_used_in_grid: t.optional(t.boolean),
  is_visible_in_grid: t.optional(t.boolean),
  is_filterable_in_grid: t.optional(t.boolean),
  position: t.optional(t.integer),
  apply_to: t.optional(t.array(t.string)),
  is_searchable: t.optional(t.string),
  is_visible_in_advanced_search: t.optional(t.string),
  is_comparable: t.optional(t.string),
  is_used_for_promo_rules: t.optional(t.string),
  is_visible_on_front: t.optional(t.string),
  used_in_product_listing: t.optional(t.string),
  is_visible: t.optional(t.boolean),
  scope: t.optional(t.string),
};

/** Fields that attributes of every entity have. */
export const commonFields = {
  attribute_id: t.optional(t.integer),
  attribute_code: t.string,
  frontend_input: t.string,
  entity_type_id: t.string,
  is_required: t.boolean,
  options: t.optional(t.array(AttributeOption)),
  is_user_defined: t.optional(t.boolean),
  default_frontend_label: t.optional(t.string),
  frontend_labels: t.array(AttributeFrontendLabel),
  note: t.optional(t.string),
  backend_type: t.optional(t.string),
  backend_model: t.optional(t.string),
  source_model: t.optional(t.string),
  default_value: t.optional(t.string),
  is_unique: t.optional(t.string),
  frontend_class: t.optional(t.string),
  validation_rules: t.optional(t.array(AttributeValidationRule)),
  custom_attributes: t.optional(t.array(t.AttributeValue)),
};

/** An attribute of products. */
export const ProductAttribute = t.object('catalog-data-product-attribute-interface', {
  extension_attributes: t.optional(AttributeExtension),
  ...catalogFields,
  ...commonFields,
});
/** A page of product attributes. */
export const ProductAttributeSearchResults = searchResults(
  'catalog-data-product-attribute-search-results-interface',
  ProductAttribute,
);

const EavAttributeExtension = t.extension('catalog-data-eav-attribute-extension-interface', {});
/** An attribute of categories. */
export const CategoryAttribute = t.object('catalog-data-category-attribute-interface', {
  ...catalogFields,
  extension_attributes: t.optional(EavAttributeExtension),
  ...commonFields,
});
/** A page of category attributes. */
export const CategoryAttributeSearchResults = searchResults(
  'catalog-data-category-attribute-search-results-interface',
  CategoryAttribute,
);

const ProductAttributeTypeExtension = t.extension('catalog-data-product-attribute-type-extension-interface', {});
/** An input type that product attributes can have. */
export const ProductAttributeType = t.object('catalog-data-product-attribute-type-interface', {
  value: t.string,
  label: t.string,
  extension_attributes: t.optional(ProductAttributeTypeExtension),
});
