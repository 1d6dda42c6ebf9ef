import * as t from '../../../kernel/types.ts';

/** The region of an address: by id where the country's regions are known, otherwise by name alone. */
const Region = t.object('customer-data-region-interface', {
  region_code: t.string,
  region: t.string,
  region_id: t.integer,
  extension_attributes: t.optional(t.extension('customer-data-region-extension-interface', {})),
});

const AddressExtension = t.extension('customer-data-address-extension-interface', {});

/** An entry in a customer's address book. */
export const Address = t.object('customer-data-address-interface', {
  id: t.optional(t.integer),
  customer_id: t.optional(t.integer),
  region: t.optional(Region),
  region_id: t.optional(t.integer),
  country_id: t.optional(t.string),
  street: t.optional(t.array(t.string)),
  company: t.optional(t.string),
  telephone: t.optional(t.string),
  fax: t.optional(t.string),
  postcode: t.optional(t.string),
  city: t.optional(t.string),
  firstname: t.optional(t.string),
  lastname: t.optional(t.string),
  middlename: t.optional(t.string),
  prefix: t.optional(t.string),
  suffix: t.optional(t.string),
  vat_id: t.optional(t.string),
  default_shipping: t.optional(t.boolean),
  default_billing: t.optional(t.boolean),
  extension_attributes: t.optional(AddressExtension),
  custom_attributes: t.optional(t.customAttributes('customer_address')),
});

/** The input of a customer's address. */
export type AddressInput = t.In<typeof Address>;
/** An address of a customer for a response. */
export type AddressOutput = t.Out<typeof Address>;
