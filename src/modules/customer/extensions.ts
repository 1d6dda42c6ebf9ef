import type { Call } from '../../kernel/call.ts';
import type { SearchField } from '../../search/fields.ts';

/** Fields of `extension_attributes` by name, as on the wire. */
export type ExtensionFields = Readonly<Record<string, unknown>>;

/** What identifies a customer to those who add to it. */
export interface CustomerHead {
  readonly id: number;
  readonly email: string;
  readonly website_id: number;
}

/** A customer whose group is asked for. */
interface GroupedCustomer {
  /** Undefined: the customer is being made. */
  readonly id: number | undefined;
  readonly store_id: number;
}

/** A module's extension of customers: fields of their extension attributes, kept in the module's own tables. */
export interface CustomerExtension {
  /** The names of the fields that `load` makes, so that it is asked where one of them is wanted. Default: where any is. */
  readonly fields?: readonly string[];
  /** The fields of many customers, in one query; by customer id. */
  load?(call: Call, customers: readonly CustomerHead[]): Promise<ReadonlyMap<number, ExtensionFields>>;
  /** Saves what was sent (an absent or null field is to stay as it is), in the transaction of the customer and after its row. */
  save?(call: Call, customer: CustomerHead, fields: ExtensionFields): Promise<void>;
  /**
   * The group that a module puts a customer into, whatever was sent for the group; undefined: none. Asked at each change, before the
   * row is written, with the extension attributes that were sent.
   */
  groupOf?(call: Call, customer: GroupedCustomer, fields: ExtensionFields): Promise<number | undefined>;
  /**
   * Whether an e-mail address has the newsletter without an account; asked when it becomes that of one, which has the newsletter
   * from then on. `website_id` is undefined where accounts are shared.
   */
  takeSubscription?(
    call: Call,
    address: { readonly email: string; readonly website_id: number | undefined },
  ): Promise<boolean>;
  /** Throws where a customer who has told the right password may not sign in. */
  admit?(call: Call, customer: CustomerHead): Promise<void>;
  /** Removes, or lets go of, what belongs to a customer that is being deleted; before its row goes. */
  remove?(call: Call, customer: CustomerHead): Promise<void>;
  /** Fields that lists of customers can be searched by; `customer_entity as c` is the table they are about. */
  readonly searchFields?: Readonly<Record<string, SearchField>>;
}

/** A module's extension of customer groups: fields of their extension attributes that follow from the group. */
interface CustomerGroupExtension {
  show(group: { readonly id: number; readonly code: string }): ExtensionFields;
}

/** Hears of customers who are made or changed, with their addresses; in the transaction of the change. */
type CustomerFollower = (call: Call, ids: readonly number[]) => Promise<void>;

/** A tax class that customer groups can have. */
export interface CustomerTaxClass {
  readonly id: number;
  readonly name: string;
}

/** Knows the tax classes of customers; the module that has taxes does. */
export interface CustomerTaxClasses {
  /** Every tax class of customers. */
  list(call: Call): Promise<readonly CustomerTaxClass[]>;
}

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    customerExtensions: CustomerExtension;
    customerFollowers: CustomerFollower;
    customerGroupExtensions: CustomerGroupExtension;
    customerTaxClasses: CustomerTaxClasses;
  }
}
