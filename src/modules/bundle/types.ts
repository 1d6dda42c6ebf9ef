import * as t from '../../kernel/types.ts';

/** The product type of bundles. */
export const BUNDLE = 'bundle';

/** A selection: a product that can be chosen in an option. */
export const BundleLink = t.object('bundle-data-link-interface', {
  id: t.optional(t.string),
  sku: t.optional(t.string),
  option_id: t.optional(t.integer),
  qty: t.optional(t.number),
  position: t.optional(t.integer),
  is_default: t.boolean,
  price: t.number,
  price_type: t.integer,
  can_change_quantity: t.optional(t.integer),
  extension_attributes: t.optional(t.extension('bundle-data-link-extension-interface', {})),
});
/** The input of a bundle's selection. */
export type LinkInput = t.In<typeof BundleLink>;
/** A selection of a bundle for a response. */
export type LinkOutput = t.Out<typeof BundleLink>;

/** An option of a bundle. */
export const BundleOption = t.object('bundle-data-option-interface', {
  option_id: t.optional(t.integer),
  title: t.optional(t.string),
  required: t.optional(t.boolean),
  type: t.optional(t.string),
  position: t.optional(t.integer),
  sku: t.optional(t.string),
  product_links: t.optional(t.array(BundleLink)),
  extension_attributes: t.optional(t.extension('bundle-data-option-extension-interface', {})),
});
/** The input of a bundle's option. `titles`: of single store views by their ids, from imports. */
export type OptionInput = t.In<typeof BundleOption> & { titles?: Readonly<Record<number, string>> };
/** An option of a bundle for a response. */
export type OptionOutput = t.Out<typeof BundleOption>;

/** A way to show the selections of an option. */
export const BundleOptionType = t.object('bundle-data-option-type-interface', {
  label: t.string,
  code: t.string,
  extension_attributes: t.optional(t.extension('bundle-data-option-type-extension-interface', {})),
});

/** The types of options, as the interface has them. */
export const optionTypes = [
  { label: 'Drop-down', code: 'select' },
  { label: 'Radio Buttons', code: 'radio' },
  { label: 'Checkbox', code: 'checkbox' },
  { label: 'Multiple Select', code: 'multi' },
] as const;

/** The choice for an option of a bundle. */
export const BundleChoice = t.object('bundle-data-bundle-option-interface', {
  option_id: t.integer,
  option_qty: t.integer,
  option_selections: t.array(t.integer),
  extension_attributes: t.optional(t.extension('bundle-data-bundle-option-extension-interface', {})),
});
