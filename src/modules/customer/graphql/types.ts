import type { StoredAddress } from '../addresses/address.ts';
import type { StoredCustomer } from '../customers/customer.ts';

/** A customer as storefronts see it: the caller, or a colleague. */
export interface CustomerSource {
  readonly customer: StoredCustomer;
  /**
   * Id of the company in which the customer is a colleague of the caller: only fields with the option `isOpen` are shown then.
   * Absent: the customer is the caller.
   */
  readonly colleagueIn?: number;
}

/** An address of a customer as storefronts see it. */
export interface CustomerAddressSource {
  readonly address: StoredAddress;
  readonly customer: StoredCustomer;
}
