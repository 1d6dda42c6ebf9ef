import { foldText } from '../../../kernel/fold.ts';
import { isAllowed } from '../../../platform/access/check.ts';
import { randomText } from '../../../platform/access/random.ts';
import type { Call } from '../../../kernel/call.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { acl } from '../../../kernel/route.ts';
import { formatTime } from '../../../kernel/time.ts';
import { readTime } from '../../../storage/criteria/values.ts';
import { attributeProblems, nameProblems, readCustomValues, refuse } from '../attributes.ts';
import { accountSettings, confirmsSubscriptions, vatGroups } from '../configuration.ts';
import { readDate } from '../dates.ts';
import { customerErrors } from '../errors.ts';
import { defaultGroupId, findGroup } from '../groups/groups.ts';
import type { CustomerFields, StoredCustomer } from './customer.ts';
import { findCustomerByEmail, isShared } from './load.ts';
import type { CustomerInput } from './types.ts';

const manage = acl('Magento_Customer::manage');

/** Whether the caller manages customers; other callers cannot set an account's origin and confirmation. */
export function managesCustomers(call: Call): boolean {
  return isAllowed(call.caller, manage);
}

/** A new customer in its stored form. Throws its errors, in the interface's order. */
export async function readNewCustomer(call: Call, input: CustomerInput): Promise<CustomerFields> {
  const { store_id, website_id } = placeOf(call, input);
  const trusted = managesCustomers(call);
  const now = formatTime(call.clock.now());
  const fields: CustomerFields = {
    ...(await readPerson(call, input, undefined)),
    store_id,
    website_id,
    group_id: input.group_id ?? defaultGroupId(call, store_id),
    confirmation: needsConfirmation(call, website_id) ? newConfirmationKey() : (trusted && input.confirmation) || null,
    created_at: createdAt(trusted, input, now),
    updated_at: now,
    created_in: viewName(call, store_id),
    disable_auto_group_change: (input.disable_auto_group_change ?? keepsGroup(call, store_id)) ? 1 : 0,
    is_subscribed: subscription(call, input, undefined),
  };
  await check(call, fields, undefined);
  return fields;
}

function viewName(call: Call, storeId: number): string {
  return invariant(call.services.store.view(storeId), 'customers are in an existing store view').name;
}

/** A customer with the input applied: missing fields stay unchanged. Throws its errors. */
export async function readChangedCustomer(
  call: Call,
  input: CustomerInput,
  before: StoredCustomer,
): Promise<CustomerFields> {
  const trusted = managesCustomers(call);
  const { website_id, store_id } = changedPlace(call, input, before);
  const fields: CustomerFields = {
    ...(await readPerson(call, input, before)),
    website_id,
    store_id,
    group_id: input.group_id ?? before.group_id,
    confirmation: trusted && input.confirmation !== undefined ? input.confirmation || null : before.confirmation,
    created_at: createdAt(trusted, input, before.created_at),
    updated_at: formatTime(call.clock.now()),
    created_in: (trusted && input.created_in) || before.created_in || viewName(call, store_id),
    disable_auto_group_change: (input.disable_auto_group_change ?? before.disable_auto_group_change) ? 1 : 0,
    is_subscribed: subscription(call, input, before),
  };
  await check(call, fields, before);
  return !trusted && needsNewConfirmation(call, fields, before)
    ? { ...fields, confirmation: newConfirmationKey() }
    : fields;
}

function needsNewConfirmation(call: Call, fields: CustomerFields, before: StoredCustomer): boolean {
  return foldText(fields.email) !== foldText(before.email) && confirmsChangedEmail(call, fields.website_id);
}

function changedPlace(
  call: Call,
  input: CustomerInput,
  before: StoredCustomer,
): Pick<CustomerFields, 'website_id' | 'store_id'> {
  const website_id = input.website_id || before.website_id;
  const store_id = input.store_id || before.store_id;
  if (website_id !== before.website_id || store_id !== before.store_id) checkPlace(call, website_id, store_id);
  return { website_id, store_id };
}

function createdAt(trusted: boolean, input: CustomerInput, otherwise: string): string {
  return trusted && input.created_at ? readTime(input.created_at, 'created_at').slice(0, 19) : otherwise;
}

type Person = Pick<
  CustomerFields,
  'email' | 'firstname' | 'lastname' | 'middlename' | 'prefix' | 'suffix' | 'dob' | 'gender' | 'taxvat' | 'custom'
>;

/**
 * The person of a customer. Customers who change their own account send address and names each time, as the interface
 * requires. For other callers, missing fields stay unchanged.
 */
async function readPerson(call: Call, input: CustomerInput, before: StoredCustomer | undefined): Promise<Person> {
  const fallback = call.caller.type === 'customer' ? undefined : before;
  const optional = <T>(value: T | undefined, stored: T | undefined): T | null =>
    value === undefined ? (stored ?? null) : value;
  const dob = optional(input.dob, before?.dob);
  return {
    ...requiredFields(input, fallback),
    middlename: optional(input.middlename, before?.middlename),
    prefix: optional(input.prefix, before?.prefix),
    suffix: optional(input.suffix, before?.suffix),
    taxvat: optional(input.taxvat, before?.taxvat),
    gender: optional(input.gender, before?.gender),
    // An invalid date stays as it came, so that validation rejects it together with all other errors.
    dob: dob ? (readDate(String(dob)) ?? String(dob)) : null,
    custom: await readCustomValues(call, 'customer', input.custom_attributes, before?.custom),
  };
}

function requiredFields(
  input: CustomerInput,
  fallback: StoredCustomer | undefined,
): Pick<CustomerFields, 'email' | 'firstname' | 'lastname'> {
  return {
    email: input.email ?? fallback?.email ?? '',
    firstname: input.firstname ?? fallback?.firstname ?? '',
    lastname: input.lastname ?? fallback?.lastname ?? '',
  };
}

/** Store view and website of a new customer. Recorded behaviour: the store code of the path does not count. */
function placeOf(call: Call, input: CustomerInput): { store_id: number; website_id: number } {
  const { store } = call.services;
  let store_id = input.store_id || 0;
  if (input.website_id && store_id && !store.view(store_id)) throw customerErrors.storeNotInWebsite();
  if (!store_id) {
    const website = input.website_id ? store.website(input.website_id) : undefined;
    if (input.website_id && !website) throw customerErrors.websiteNotFound([input.website_id]);
    const group = website && store.group(website.default_group_id);
    store_id = (website ? group?.default_store_id : store.defaultStoreView().id) || 0;
  }
  const website_id = input.website_id || store.websiteOf(store_id) || 0;
  checkPlace(call, website_id, store_id);
  return { store_id, website_id };
}

/** Throws unless website and store view exist and, where accounts are per website, belong together. */
function checkPlace(call: Call, websiteId: number, storeId: number): void {
  const { store } = call.services;
  if (!store.view(storeId)) throw customerErrors.storeNotFound();
  if (!store.website(websiteId)) throw customerErrors.websiteNotFound([websiteId]);
  if (!isShared(call) && store.websiteOf(storeId) !== websiteId) throw customerErrors.storeNotInWebsite();
}

async function check(call: Call, fields: CustomerFields, before: StoredCustomer | undefined): Promise<void> {
  if (fields.group_id !== before?.group_id && !(await findGroup(call, fields.group_id))) {
    throw customerErrors.groupUnknown();
  }
  if (!fields.email) throw customerErrors.emailMissing();
  if (fields.email !== before?.email || fields.website_id !== before.website_id) {
    const other = await findCustomerByEmail(call, fields.email, fields.website_id);
    if (other && other.id !== before?.id) throw customerErrors.emailTaken();
  }
  const { custom, store_id: storeId } = fields;
  refuse([
    ...(await attributeProblems(call, { entity: 'customer', fields, custom, storeId })),
    ...nameProblems(fields),
  ]);
}

/** Whether new customers of a website confirm their e-mail address before they sign in. */
export function needsConfirmation(call: Call, websiteId: number): boolean {
  return call.config.of(accountSettings.confirmsNew, { websiteId });
}

/** Whether customers of a website confirm a changed e-mail address. */
export function confirmsChangedEmail(call: Call, websiteId: number): boolean {
  return call.config.of(accountSettings.confirmsChanged, { websiteId });
}

/** Whether new customers of a store view stay in their group regardless of their VAT number. */
function keepsGroup(call: Call, storeId: number): boolean {
  return call.config.of(vatGroups.isOffForNew, { storeId });
}

function newConfirmationKey(): string {
  return randomText(32, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
}

/** Whether the customer gets the newsletter; where subscriptions are to be confirmed, asking for it is not enough. */
function subscription(call: Call, input: CustomerInput, before: StoredCustomer | undefined): boolean {
  const isSubscribed = input.extension_attributes?.is_subscribed;
  const current = before?.is_subscribed ?? false;
  if (typeof isSubscribed !== 'boolean') return current;
  return isSubscribed && !current ? !call.config.of(confirmsSubscriptions) : isSubscribed;
}
