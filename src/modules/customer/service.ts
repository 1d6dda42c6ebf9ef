import type { Call } from '../../kernel/call.ts';
import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import type { Files } from '../../kernel/files.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { createMediaFiles, type MediaFiles } from '../../storage/files/media.ts';
import { FILES, isCustomerFile } from './files/values.ts';
import { importAccount, passwordHashes } from './accounts/import.ts';
import { deleteCustomer } from './customers/delete.ts';
import { createAccount } from './accounts/create.ts';
import { createMovedAccount } from './accounts/moved.ts';
import { isKnownHash } from './accounts/imported-passwords.ts';
import { offerPasswordHash, unlock } from './accounts/secrets.ts';
import { requireEntry, signInCustomer } from './accounts/sign-in.ts';
import { findAddress } from './addresses/addresses.ts';
import { addAddress } from './customers/add-address.ts';
import { showAddress } from './addresses/show.ts';
import { readAddressValues, showCustomValues } from './attributes.ts';
import type { StoredCustomer } from './customers/customer.ts';
import { findAddressee } from './customers/addressee.ts';
import {
  customerIdsAfter,
  findCustomer,
  findCustomerByEmail,
  findCustomers,
  getCustomer,
  websiteOf,
} from './customers/load.ts';
import { showCustomer, showCustomers } from './customers/show.ts';
import { updateCustomer } from './accounts/update.ts';
import { isEmailAddress } from './email-address.ts';
import { readStorefrontAddress } from './graphql/addresses.ts';
import { sentValues, shownValues } from './graphql/custom-attributes.ts';
import { register } from './graphql/customer-type.ts';
import { lockCustomer, moveGroup, moveToGroup, subscribeCustomer } from './customers/rows.ts';
import { formAttributes } from './metadata/metadata.ts';
import { defaultGroupId, groupTaxClass, loadGroups, type CustomerGroup, type CustomerGroups } from './groups/groups.ts';
import { deleteGroup, saveGroup } from './groups/save.ts';

export type { CustomValues } from './custom-values.ts';
export type { StoredAddress } from './addresses/address.ts';
export type { StoredCustomer } from './customers/customer.ts';

/** Customers, addresses and groups for later modules. */
interface CustomerService {
  readonly groups: SharedCache<CustomerGroups>;
  /** Every group that customers or visitors can be in, from memory, in order of ids. */
  allGroups(): readonly CustomerGroup[];
  /** Id of the group that new customers of a store view come into. */
  readonly defaultGroupId: typeof defaultGroupId;
  /** Tax class of a group, from memory; that of visitors for an unknown one. */
  taxClassIdOf(groupId: number): number;
  readonly groupTaxClass: typeof groupTaxClass;
  /** Creates or changes a group; within a transaction. */
  readonly saveGroup: typeof saveGroup;
  /** Deletes a group; within a transaction. */
  readonly deleteGroup: typeof deleteGroup;

  /** The customer with an id, with group and addresses; undefined for an unknown one. One query. */
  readonly customer: typeof findCustomer;
  /** As `customer`; throws 404 for an unknown one. */
  readonly requireCustomer: typeof getCustomer;
  /** Customers by id, in one query. */
  readonly customers: typeof findCustomers;
  /** A customer as the recipient of an email about a website; undefined for an unknown one. */
  readonly addressee: typeof findAddressee;
  /** Ids of the customers behind one, in order: to go through all of them. */
  readonly idsAfter: typeof customerIdsAfter;
  /** The account with an e-mail address on a website, or on any where accounts are shared. */
  readonly customerByEmail: typeof findCustomerByEmail;
  readonly ofCaller: typeof ofCaller;
  /** The customer group whose prices the calling customer pays: of the company of the request, else of the account; undefined for other callers. */
  groupOfCaller(call: Call): Promise<number | undefined>;
  /** Website that customers of the call belong to: that of its store view, the default one in the global scope. */
  readonly websiteOf: typeof websiteOf;

  /** Customers and addresses as the wire has them. */
  readonly show: typeof showCustomer;
  readonly showMany: typeof showCustomers;
  readonly showAddress: typeof showAddress;
  /** Values of added attributes as the wire has them, and as storefronts send and see them. */
  readonly showValues: typeof showCustomValues;
  readonly sentValues: typeof sentValues;
  readonly shownValues: typeof shownValues;
  /** Reads the attribute values of an address outside an address book. */
  readonly readAddressValues: typeof readAddressValues;

  /** Reads and validates a storefront's address outside an address book. */
  readonly readStorefrontAddress: typeof readStorefrontAddress;

  /** An address with the defaults of its customer; undefined for an unknown one. */
  readonly address: typeof findAddress;
  /** Locks a customer against changes by others; within a transaction. Throws 404. */
  readonly lock: typeof lockCustomer;
  /** The files of attributes of customers and addresses, by their values. */
  readonly files: MediaFiles;
  /** Describes the attributes of customers, addresses and entities of other modules, as forms have to know them. */
  readonly formAttributes: typeof formAttributes;
  readonly isEmailAddress: typeof isEmailAddress;
  readonly moveToGroup: typeof moveToGroup;
  /** Puts all customers of a group into another one; within a transaction. */
  readonly moveGroup: typeof moveGroup;
  /** Subscribes a customer to the newsletter; within a transaction. */
  readonly subscribe: typeof subscribeCustomer;
  /** Adds an address to a customer's book; within a transaction. */
  readonly addAddress: typeof addAddress;
  /** Creates or changes an account of a file; within a transaction. */
  readonly importAccount: typeof importAccount;
  /** The hashes of customers' passwords, for exports alone. */
  readonly passwordHashes: typeof passwordHashes;
  /** Deletes a customer; within a transaction. */
  readonly deleteCustomer: typeof deleteCustomer;
  /** Creates an account; opens its own transaction. */
  readonly createAccount: typeof createAccount;
  /** Stores a customer of another shop, without emails; within a transaction. */
  readonly createMovedAccount: typeof createMovedAccount;
  /** Whether a password hash has a form that can be verified. */
  readonly isKnownHash: typeof isKnownHash;
  /** Gives a customer without a password one by its hash; within a transaction. */
  readonly offerPasswordHash: typeof offerPasswordHash;
  /** Changes a customer; opens its own transaction. */
  readonly updateCustomer: typeof updateCustomer;
  /** Checks e-mail address and password; returns the customer's id. Must not run in a transaction. */
  readonly signIn: typeof signInCustomer;
  /** Throws where a customer may not sign in, by any means. */
  readonly requireEntry: typeof requireEntry;
  /** Creates an account from a storefront's input; opens its own transaction. */
  readonly register: typeof register;
  /** Lifts the lock that wrong passwords have put on an account. */
  readonly unlock: typeof unlock;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    customer: CustomerService;
  }
}

/** A field of the customer who calls; undefined for other callers. */
async function ofCaller<K extends keyof StoredCustomer>(call: Call, field: K): Promise<StoredCustomer[K] | undefined> {
  if (call.caller.type !== 'customer') return undefined;
  return (await findCustomer(call, call.caller.id))?.[field];
}

/** Creates the module's service. */
export function createCustomerService(caches: SharedCaches, files: Files): CustomerService {
  const groups = caches.define('customer-groups', loadGroups);
  return {
    files: createMediaFiles(files, FILES, isCustomerFile),
    groups,
    allGroups: () => groups.current.list,
    defaultGroupId,
    taxClassIdOf: (groupId) => {
      const { byId } = groups.current;
      return (byId.get(groupId) ?? valueAt(byId, 0)).tax_class_id;
    },
    groupTaxClass,
    saveGroup,
    deleteGroup,
    customer: findCustomer,
    requireCustomer: getCustomer,
    customers: findCustomers,
    addressee: findAddressee,
    idsAfter: customerIdsAfter,
    customerByEmail: findCustomerByEmail,
    ofCaller,
    groupOfCaller: async (call) => call.caller.otherCompany?.groupId ?? (await ofCaller(call, 'group_id')),
    websiteOf,
    show: showCustomer,
    showMany: showCustomers,
    showAddress,
    showValues: showCustomValues,
    sentValues,
    shownValues,
    readAddressValues,
    readStorefrontAddress,
    address: findAddress,
    formAttributes,
    isEmailAddress,
    lock: lockCustomer,
    moveToGroup,
    moveGroup,
    subscribe: subscribeCustomer,
    addAddress,
    importAccount,
    passwordHashes,
    deleteCustomer,
    createAccount,
    createMovedAccount,
    isKnownHash,
    offerPasswordHash,
    updateCustomer,
    signIn: signInCustomer,
    requireEntry,
    register,
    unlock,
  };
}
