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

/** What was chosen in an option of a bundle. */
const BundleChoice = t.object('bundle-data-bundle-option-interface', {
  option_id: t.integer,
  option_qty: t.integer,
  option_selections: t.array(t.integer),
  extension_attributes: t.optional(t.extension('bundle-data-bundle-option-extension-interface', {})),
});

const DownloadableChoice = t.object('downloadable-data-downloadable-option-interface', {
  downloadable_links: t.array(t.integer),
});

/** The value that was chosen for an attribute of a configurable product. */
const ConfigurableChoice = t.object('configurable-product-data-configurable-item-option-value-interface', {
  option_id: t.string,
  option_value: t.optional(t.integer),
  extension_attributes: t.optional(
    t.extension('configurable-product-data-configurable-item-option-value-extension-interface', {}),
  ),
});

/** How many of a product of a group are wanted. */
const GroupedChoice = t.object('grouped-product-data-grouped-options-interface', {
  id: t.optional(t.integer),
  qty: t.optional(t.integer),
  extension_attributes: t.optional(t.extension('grouped-product-data-grouped-options-extension-interface', {})),
});

/** The fields of a product option: what the buyer of a product has chosen, by kind. Shared by carts and orders. */
export const productOptionFields = {
  custom_options: t.optional(t.array(CustomOptionChoice)),
  bundle_options: t.optional(t.array(BundleChoice)),
  downloadable_option: t.optional(DownloadableChoice),
  configurable_item_options: t.optional(t.array(ConfigurableChoice)),
  grouped_options: t.optional(t.array(GroupedChoice)),
};

/** What the buyer of a product has chosen. */
export const ProductOption = t.object('quote-data-product-option-interface', {
  extension_attributes: t.optional(t.extension('quote-data-product-option-extension-interface', productOptionFields)),
});
export type ProductOptionInput = t.In<typeof ProductOption>;

/** The choices as they are kept and shown. */
export interface Choices {
  readonly custom_options?: readonly { readonly option_id: string; readonly option_value: string }[];
  readonly bundle_options?: readonly {
    readonly option_id: number;
    readonly option_qty: number;
    readonly option_selections: number[];
  }[];
  readonly downloadable_option?: { readonly downloadable_links: number[] };
  readonly configurable_item_options?: readonly { readonly option_id: string; readonly option_value: number }[];
}
