import * as t from '../../kernel/types.ts';

/** Type of products that are groups of others. */
export const GROUPED = 'grouped';

/** How many of a product of a group are wanted. */
export const GroupedChoice = t.object('grouped-product-data-grouped-options-interface', {
  id: t.optional(t.integer),
  qty: t.optional(t.integer),
  extension_attributes: t.optional(t.extension('grouped-product-data-grouped-options-extension-interface', {})),
});
