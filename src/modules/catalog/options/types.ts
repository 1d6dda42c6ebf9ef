import * as t from '../../../kernel/types.ts';

/** A type of custom options, in a group of types that have the same fields. */
export const CustomOptionType = t.object('catalog-data-product-custom-option-type-interface', {
  label: t.string,
  code: t.string,
  group: t.string,
  extension_attributes: t.optional(t.extension('catalog-data-product-custom-option-type-extension-interface', {})),
});
