/** The columns of the interface's file of customers, in its order. Source: the merchant guide and public samples. */
export const customerColumns = `
  email _website _store confirmation created_at created_in disable_auto_group_change dob failures_num first_failure firstname
  gender group_id lastname lock_expires middlename password_hash prefix rp_token rp_token_created_at store_id suffix taxvat
  updated_at website_id password`
  .trim()
  .split(/\s+/);

/** The columns of the interface's file of addresses, in its order. */
export const addressColumns = `
  _website _email _entity_id city company country_id fax firstname lastname middlename postcode prefix region region_id street
  suffix telephone vat_id vat_is_valid vat_request_date vat_request_id vat_request_success _address_default_billing_
  _address_default_shipping_`
  .trim()
  .split(/\s+/);

/** Texts of the attribute `gender`, by its values. */
export const genders: ReadonlyMap<number, string> = new Map([
  [1, 'Male'],
  [2, 'Female'],
  [3, 'Not Specified'],
]);
