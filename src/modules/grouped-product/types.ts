import * as t from '../../kernel/types.ts';

/** The product type of grouped products. */
export const GROUPED = 'grouped';

/** The wanted quantity of a product of a group. */
export const GroupedChoice = t.object('grouped-product-data-grouped-options-interface', {
  id: t.optional(t.integer),
  qty: t.optional(t.integer),
  extension_attributes: t.optional(t.extension('grouped-product-data-grouped-options-extension-interface', {})),
});
