import * as t from '../../kernel/types.ts';
import { ImageContent } from '../catalog/products/types.ts';

/** What was chosen or entered for a custom option; several values are joined by commas. */
const CustomOptionChoice = t.object('catalog-data-custom-option-interface', {
  option_id: t.string,
  option_value: t.string,
  extension_attributes: t.optional(
    t.extension('catalog-data-custom-option-extension-interface', { file_info: t.optional(ImageContent) }),
  ),
});

/**
 * What can be chosen with a product, by the fields of a product option; modules with product types add theirs by declaration
 * merging, and by `extends` of the extension types that `productOptionExtension` has made.
 */
export interface ProductOptionFields {
  custom_options: t.OptionalType<t.ArrayType<typeof CustomOptionChoice>>;
}

/** The extension type of a product option; carts and orders have one each. */
export function productOptionExtension(name: string) {
  const extension = t.extension(name, { custom_options: t.optional(t.array(CustomOptionChoice)) });
  // The other fields are there once modules have added them.
  return extension as unknown as t.ObjectType<{ [K in keyof ProductOptionFields]: ProductOptionFields[K] }>;
}

export const ProductOptionExtension = productOptionExtension('quote-data-product-option-extension-interface');

/** What the buyer of a product has chosen. */
export const ProductOption = t.object('quote-data-product-option-interface', {
  extension_attributes: t.optional(ProductOptionExtension),
});
export type ProductOptionInput = t.In<typeof ProductOption>;
/** What was chosen, as it is answered. */
export type ChosenOptions = t.Out<typeof ProductOptionExtension>;

/** The choices as they are kept and shown; modules with product types add theirs by declaration merging. */
export interface ProductChoices {
  readonly custom_options?: { readonly option_id: string; readonly option_value: string }[];
}
