import type { StoredAddress } from '../addresses/address.ts';
import type { StoredCustomer } from '../customers/customer.ts';

/** A customer as storefronts see it: always the caller. */
export interface CustomerSource {
  readonly customer: StoredCustomer;
}

/** An address of a customer as storefronts see it. */
export interface CustomerAddressSource {
  readonly address: StoredAddress;
  readonly customer: StoredCustomer;
}
