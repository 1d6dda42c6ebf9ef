import * as t from '../../../kernel/types.ts';
import { searchResults } from '../../../storage/criteria/criteria.ts';
import { Address } from '../addresses/types.ts';

/** Extension attributes of a customer. */
export const CustomerExtensionAttributes = t.extension('customer-data-customer-extension-interface', {
  is_subscribed: t.optional(t.boolean),
});

/** An account, with its address book. */
export const Customer = t.object('customer-data-customer-interface', {
  id: t.optional(t.integer),
  group_id: t.optional(t.integer),
  default_billing: t.optional(t.string),
  default_shipping: t.optional(t.string),
  confirmation: t.optional(t.secret(t.string)),
  created_at: t.optional(t.string),
  updated_at: t.optional(t.string),
  created_in: t.optional(t.string),
  dob: t.optional(t.string),
  email: t.string,
  firstname: t.string,
  lastname: t.string,
  middlename: t.optional(t.string),
  prefix: t.optional(t.string),
  suffix: t.optional(t.string),
  gender: t.optional(t.integer),
  store_id: t.optional(t.integer),
  taxvat: t.optional(t.string),
  website_id: t.optional(t.integer),
  addresses: t.optional(t.array(Address)),
  disable_auto_group_change: t.optional(t.integer),
  extension_attributes: t.optional(CustomerExtensionAttributes),
  custom_attributes: t.optional(t.customAttributes('customer')),
});

/** The input of a customer. */
export type CustomerInput = t.In<typeof Customer>;
/** A customer for a response. */
export type CustomerOutput = t.Out<typeof Customer>;

/** A page of customers. */
export const CustomerSearchResults = searchResults('customer-data-customer-search-results-interface', Customer);

/** Errors of a customer that was validated without a save. */
export const ValidationResults = t.object('customer-data-validation-results-interface', {
  valid: t.boolean,
  messages: t.array(t.string),
});
