import * as t from '../../kernel/types.ts';

/** A value of an option's attribute that variants have. */
const ConfigurableOptionValue = t.object('configurable-product-data-option-value-interface', {
  value_index: t.integer,
  extension_attributes: t.optional(t.extension('configurable-product-data-option-value-extension-interface', {})),
});

/** An attribute by which the variants of a configurable product differ. */
export const ConfigurableOption = t.object('configurable-product-data-option-interface', {
  id: t.optional(t.integer),
  attribute_id: t.optional(t.string),
  label: t.optional(t.string),
  position: t.optional(t.integer),
  is_use_default: t.optional(t.boolean),
  values: t.optional(t.array(ConfigurableOptionValue)),
  extension_attributes: t.optional(t.extension('configurable-product-data-option-extension-interface', {})),
  product_id: t.optional(t.integer),
});

/** The product type of configurable products. */
export const CONFIGURABLE = 'configurable';

/** The chosen value of an attribute of a configurable product. */
export const ConfigurableChoice = t.object('configurable-product-data-configurable-item-option-value-interface', {
  option_id: t.string,
  option_value: t.optional(t.integer),
  extension_attributes: t.optional(
    t.extension('configurable-product-data-configurable-item-option-value-extension-interface', {}),
  ),
});
