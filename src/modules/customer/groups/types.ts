import * as t from '../../../kernel/types.ts';
import { searchResults } from '../../../storage/criteria/criteria.ts';

/** Extension attributes of a customer group. */
const CustomerGroupExtensionAttributes = t.extension('customer-data-group-extension-interface', {
  exclude_website_ids: t.optional(t.array(t.integer)),
  // Of the storefront compatibility package; lists show it.
  uid: t.optional(t.string),
});

/** A group of customers: who pays which prices and taxes. */
export const Group = t.object('customer-data-group-interface', {
  id: t.optional(t.integer),
  code: t.string,
  tax_class_id: t.integer,
  tax_class_name: t.optional(t.string),
  extension_attributes: t.optional(CustomerGroupExtensionAttributes),
});

/** The input of a customer group. */
export type GroupInput = t.In<typeof Group>;
/** A customer group for a response. */
export type GroupOutput = t.Out<typeof Group>;

/** A page of customer groups. */
export const GroupSearchResults = searchResults('customer-data-group-search-results-interface', Group);
