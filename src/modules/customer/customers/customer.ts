import type { StoredAddress } from '../addresses/address.ts';
import type { CustomValues } from '../custom-values.ts';

/** A stored customer with its address book. */
export interface StoredCustomer {
  readonly id: number;
  readonly website_id: number;
  readonly store_id: number;
  readonly group_id: number;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly middlename: string | null;
  readonly prefix: string | null;
  readonly suffix: string | null;
  /** `YYYY-MM-DD` */
  readonly dob: string | null;
  readonly gender: number | null;
  readonly taxvat: string | null;
  /** Key that confirms the account; null: nothing to confirm. */
  readonly confirmation: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_in: string;
  /** Ids of addresses of the customer. */
  readonly default_billing: number | null;
  readonly default_shipping: number | null;
  readonly disable_auto_group_change: number;
  readonly is_subscribed: boolean;
  /** Counted up by every change. */
  readonly version: number;
  /** Values of added attributes by code. */
  readonly custom: CustomValues;
  /** In order of ids. */
  readonly addresses: readonly StoredAddress[];
}

/** The document of a customer's row. */
export interface CustomerDocument {
  readonly custom?: CustomValues;
}

/** All fields of a customer's row, except those that the database sets. */
export type CustomerFields = Omit<
  StoredCustomer,
  'id' | 'version' | 'addresses' | 'default_billing' | 'default_shipping'
>;
