import * as t from '../../kernel/types.ts';
import { ImageContent } from '../catalog/products/types.ts';

/** A choice or an entry for a custom option; several values are joined by commas. */
const CustomOptionChoice = t.object('catalog-data-custom-option-interface', {
  option_id: t.string,
  option_value: t.string,
  extension_attributes: t.optional(
    t.extension('catalog-data-custom-option-extension-interface', { file_info: t.optional(ImageContent) }),
  ),
});

/**
 * Choices for products of each type. Modules with product types add theirs by declaration merging, and by `extends` to
 * the types from `productOptionExtension`.
 */
export interface ProductOptionFields {
  custom_options: t.OptionalType<t.ArrayType<typeof CustomOptionChoice>>;
}

/** Creates the extension type of a product option, for carts and for orders. */
export function productOptionExtension<N extends string>(name: N) {
  const extension = t.extension(name, { custom_options: t.optional(t.array(CustomOptionChoice)) });
  // Modules add the other fields.
  return extension as unknown as t.ObjectType<{ [K in keyof ProductOptionFields]: ProductOptionFields[K] }, N>;
}

/** The fields of a product option; modules with product types add theirs by `extends` and `ProductOptionFields`. */
export const ProductOptionExtension = productOptionExtension('quote-data-product-option-extension-interface');

/** The choices of the buyer of a product. */
export const ProductOption = t.object('quote-data-product-option-interface', {
  extension_attributes: t.optional(ProductOptionExtension),
});
/** A product option in a request. */
export type ProductOptionInput = t.In<typeof ProductOption>;
/** The choices of a product option. */
export type ChosenOptions = t.In<typeof ProductOptionExtension>;

/** The stored choices; modules with product types add theirs by declaration merging. */
export interface ProductChoices {
  readonly custom_options?: { readonly option_id: string; readonly option_value: string }[];
}
