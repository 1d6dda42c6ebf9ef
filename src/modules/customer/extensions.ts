import type { Call } from '../../kernel/call.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';

/** Fields of `extension_attributes` by name, as on the wire. */
export type ExtensionFields = Readonly<Record<string, unknown>>;

/** The identity of a customer for extending modules. */
export interface CustomerHead {
  readonly id: number;
  readonly email: string;
  readonly website_id: number;
}

/** A customer whose group is being decided. */
interface GroupedCustomer {
  /** Undefined for a new customer. */
  readonly id: number | undefined;
  readonly store_id: number;
}

/** A module's extension of customers: fields of their extension attributes, stored in the module's own tables. */
export interface CustomerExtension {
  /** The names of the fields that `load` returns: it runs when one of them is requested. Default: when any field is. */
  readonly fields?: readonly string[];
  /** The fields of many customers, in one query; by customer id. */
  load?(call: Call, customers: readonly CustomerHead[]): Promise<ReadonlyMap<number, ExtensionFields>>;
  /** Saves the input (absent or null fields stay unchanged), in the transaction of the customer and after its row. */
  save?(call: Call, customer: CustomerHead, fields: ExtensionFields): Promise<void>;
  /**
   * The group that a module assigns to a customer, instead of the input's group; undefined: none. Runs at each change,
   * before the row is written, with the extension attributes of the input.
   */
  groupOf?(call: Call, customer: GroupedCustomer, fields: ExtensionFields): Promise<number | undefined>;
  /**
   * Whether an e-mail address has the newsletter without an account. Called when an account takes the address; the
   * account has the newsletter from then on. `website_id` is undefined where accounts are shared.
   */
  takeSubscription?(
    call: Call,
    address: { readonly email: string; readonly website_id: number | undefined },
  ): Promise<boolean>;
  /** Throws where a customer with the right password may not sign in. */
  admit?(call: Call, customer: CustomerHead): Promise<void>;
  /** Removes or detaches the data of a customer that is being deleted; runs before its row is deleted. */
  remove?(call: Call, customer: CustomerHead): Promise<void>;
  /** Fields that lists of customers can be searched by; `customer_entity as c` is the table they are about. */
  readonly searchFields?: Readonly<Record<string, SearchField>>;
}

/** A module's extension of customer groups: fields of their extension attributes that follow from the group. */
interface CustomerGroupExtension {
  show(group: { readonly id: number; readonly code: string }): ExtensionFields;
}

/** Whether a module needs a customer group, which therefore cannot be deleted. */
type CustomerGroupUse = (call: Call, groupId: number) => Promise<boolean>;

/** Observes new and changed customers and their addresses; in the transaction of the change. */
type CustomerFollower = (call: Call, ids: readonly number[]) => Promise<void>;

/** Observes customers who are moved into a group together; in the transaction of the change. */
type CustomerMoveFollower = (call: Call, ids: readonly number[], groupId: number) => Promise<void>;

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

/** Columns that a module adds to files of customers. */
export interface CustomerFileColumns {
  readonly names: readonly string[];
  /** The cells of customers by column and customer id; columns without a value are left out. */
  read(call: Call, customerIds: readonly number[]): Promise<ReadonlyMap<number, Readonly<Record<string, string>>>>;
  /** Saves the cells of a customer's row, of which it may have none; within a transaction. Throws for cells that cannot be read. */
  save(call: Call, customerId: number, cells: ReadonlyMap<string, unknown>): Promise<void>;
}

/** An amount that customers have on websites, such as store credit, as a column of files of customers' finances. */
export interface CustomerFinance {
  readonly column: string;
  /** The cells of customers by customer id and website id; amounts of nothing are left out. */
  read(call: Call, customerIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<number, string>>>;
  /**
   * Makes the amount of a cell the customer's amount on the website; within a transaction. Throws for a cell that is no such amount.
   */
  set(call: Call, key: { readonly customerId: number; readonly websiteId: number }, cell: unknown): Promise<void>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    customerExtensions: CustomerExtension;
    customerFollowers: CustomerFollower;
    customerFileColumns: CustomerFileColumns;
    customerFinances: CustomerFinance;
    customerMoveFollowers: CustomerMoveFollower;
    customerGroupExtensions: CustomerGroupExtension;
    customerGroupUses: CustomerGroupUse;
    customerTaxClasses: CustomerTaxClasses;
  }
}
