import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';

const AttributeSetExtension = t.extension('eav-data-attribute-set-extension-interface', {});
/** A set of attributes. */
export const AttributeSet = t.object('eav-data-attribute-set-interface', {
  attribute_set_id: t.optional(t.integer),
  attribute_set_name: t.string,
  sort_order: t.integer,
  entity_type_id: t.optional(t.integer),
  extension_attributes: t.optional(AttributeSetExtension),
});
/** A page of attribute sets. */
export const AttributeSetSearchResults = searchResults('eav-data-attribute-set-search-results-interface', AttributeSet);

const AttributeGroupExtension = t.extension('eav-data-attribute-group-extension-interface', {
  attribute_group_code: t.optional(t.string),
  sort_order: t.optional(t.string),
});
/** A group of attributes within a set. */
export const AttributeGroup = t.object('eav-data-attribute-group-interface', {
  attribute_group_id: t.optional(t.string),
  attribute_group_name: t.optional(t.string),
  attribute_set_id: t.optional(t.integer),
  extension_attributes: t.optional(AttributeGroupExtension),
});
/** A page of attribute groups. */
export const AttributeGroupSearchResults = searchResults(
  'eav-data-attribute-group-search-results-interface',
  AttributeGroup,
);

/** Extension attributes of an attribute. */
export const AttributeExtension = t.extension('eav-data-attribute-extension-interface', {
  is_pagebuilder_enabled: t.optional(t.boolean),
});

/** The label of an attribute in a store view. */
export const AttributeFrontendLabel = t.object('eav-data-attribute-frontend-label-interface', {
  store_id: t.optional(t.integer),
  label: t.optional(t.string),
});

const AttributeOptionLabel = t.object('eav-data-attribute-option-label-interface', {
  store_id: t.optional(t.integer),
  label: t.optional(t.string),
});

/** A choice of an attribute. Where options are written, `value` is the id of an existing one, or the swatch of a new one. */
export const AttributeOption = t.object('eav-data-attribute-option-interface', {
  label: t.string,
  value: t.string,
  sort_order: t.optional(t.integer),
  is_default: t.optional(t.boolean),
  store_labels: t.optional(t.array(AttributeOptionLabel)),
});

/** A rule by which values of an attribute are checked. */
export const AttributeValidationRule = t.object('eav-data-attribute-validation-rule-interface', {
  key: t.string,
  value: t.string,
});
