import * as t from '../../../kernel/types.ts';

/** A choice of an attribute; `options` where choices stand under a heading. */
export interface AttributeChoice {
  readonly label: string;
  readonly value?: string;
  readonly options?: readonly AttributeChoice[];
}

const Option: t.ObjectType = t.object('customer-data-option-interface', {
  label: t.string,
  value: t.optional(t.string),
  options: t.optional(t.array(t.lazy<AttributeChoice>(() => Option))),
});

const ValidationRule = t.object('customer-data-validation-rule-interface', { name: t.string, value: t.string });

/** Form metadata of an attribute of customers or addresses. */
export const AttributeMetadata = t.object('customer-data-attribute-metadata-interface', {
  frontend_input: t.string,
  input_filter: t.string,
  store_label: t.string,
  validation_rules: t.array(ValidationRule),
  multiline_count: t.integer,
  visible: t.boolean,
  required: t.boolean,
  data_model: t.string,
  options: t.array(t.lazy<AttributeChoice>(() => Option)),
  frontend_class: t.string,
  user_defined: t.boolean,
  sort_order: t.integer,
  frontend_label: t.string,
  note: t.string,
  system: t.boolean,
  backend_type: t.string,
  is_used_in_grid: t.optional(t.boolean),
  is_visible_in_grid: t.optional(t.boolean),
  is_filterable_in_grid: t.optional(t.boolean),
  is_searchable_in_grid: t.optional(t.boolean),
  attribute_code: t.string,
});
