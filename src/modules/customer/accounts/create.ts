import { hashPassword } from '../../../platform/access/passwords.ts';
import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { isAllowedCountry, readAddress } from '../addresses/read.ts';
import { insertAddresses } from '../addresses/save.ts';
import type { CustomerFields, StoredCustomer } from '../customers/customer.ts';
import { getCustomerByEmail, isShared } from '../customers/load.ts';
import { groupByExtensions, saveExtensions, withSubscription } from '../customers/extending.ts';
import { managesCustomers, readNewCustomer } from '../customers/read.ts';
import { insertCustomer, writeCustomer } from '../customers/rows.ts';
import type { CustomerInput } from '../customers/types.ts';
import { customerErrors } from '../errors.ts';
import { groupByVat, withVatAnswers, type VatAnswers } from '../vat/group.ts';
import { mailConfirmation, mailWelcome } from './mails.ts';
import { checkPassword } from './password-rules.ts';
import { insertSecret, newResetToken } from './secrets.ts';

/** Additional input of a new account. */
interface NewAccount {
  readonly customer: CustomerInput;
  /** Undefined: the customer chooses one later, by the link in the welcome email. */
  readonly password?: string | undefined;
  /** Target of the storefront link in the email; ignored outside the store. */
  readonly redirectUrl?: string | undefined;
}

/**
 * Creates an account and sends its email. Opens its own transaction, because hashing takes long. Throws errors in the
 * interface's order: permission for a group, the password, the customer, the addresses.
 */
export async function createAccount(call: Call, account: NewAccount): Promise<StoredCustomer> {
  const { customer: input, password } = account;
  if (typeof input.group_id === 'number' && !managesCustomers(call)) {
    throw platformErrors.notAuthorized({ resources: 'Magento_Customer::manage' });
  }
  if (password !== undefined) checkPassword(call, password, input.email ?? '');
  if (input.id) await refuseExisting(call, input);
  let hash: string | null = null;
  if (password !== undefined) {
    // Errors are thrown before the costly hashing; the transaction checks everything again.
    if (!call.inTransaction) await readNewCustomer(call, input);
    hash = await hashPassword(password);
  }
  return withVatAnswers(call, (inside, answers) => insertAccount(inside, account, hash, answers));
}

/** Rejects an input with an id: its account exists already. */
async function refuseExisting(call: Call, input: CustomerInput): Promise<never> {
  const { store } = call.services;
  const { website_id } = await getCustomerByEmail(call, input.email ?? '');
  const isThere = isShared(call) || store.websiteOf(input.store_id ?? 0) === website_id;
  throw isThere ? customerErrors.existsInStore() : customerErrors.storeNotInWebsite();
}

async function insertAccount(
  call: Call,
  account: NewAccount,
  hash: string | null,
  answers: VatAnswers | undefined,
): Promise<StoredCustomer> {
  const { customer: input, redirectUrl } = account;
  const read = await withSubscription(call, await readNewCustomer(call, input), input);
  const grouped = { id: undefined, store_id: read.store_id };
  const groupId = await groupByExtensions(call, grouped, input.extension_attributes ?? {});
  const fields = groupId === undefined ? read : { ...read, group_id: groupId };
  const id = await insertCustomer(call, fields);
  await insertSecret(call, id, hash);
  const keepsGroup = groupId !== undefined;
  const customer = await withAddresses(call, { id, keepsGroup }, fields, input, answers);
  if (input.extension_attributes) await saveExtensions(call, customer, input.extension_attributes);
  if (customer.confirmation) await mailConfirmation(call, customer, customer.confirmation, redirectUrl);
  else await mailWelcome(call, customer, { redirectUrl, token: hash ? undefined : await newResetToken(call, id) });
  return customer;
}

/**
 * Adds the addresses of the input to a new customer. Recorded behaviour of the interface: addresses in countries that
 * the store does not allow are skipped, and ids are ignored.
 */
async function withAddresses(
  call: Call,
  { id, keepsGroup }: { readonly id: number; readonly keepsGroup: boolean },
  fields: CustomerFields,
  customerInput: CustomerInput,
  answers: VatAnswers | undefined,
): Promise<StoredCustomer> {
  const inputs = (customerInput.addresses ?? []).filter(({ country_id }) =>
    isAllowedCountry(call, country_id, fields.store_id),
  );
  const read = [];
  for (const input of inputs) read.push(await readAddress(call, input, undefined, fields.store_id));
  const addresses = await insertAddresses(call, id, read);
  const defaultOf = (field: 'default_billing' | 'default_shipping'): number | null =>
    addresses[inputs.findLastIndex((input) => input[field])]?.id ?? null;
  const book = { default_billing: defaultOf('default_billing'), default_shipping: defaultOf('default_shipping') };
  const hasDefaults = book.default_billing !== null || book.default_shipping !== null;
  if (!hasDefaults) return { ...fields, ...book, id, version: 1, addresses };
  const group_id = keepsGroup ? fields.group_id : await groupByVat(call, fields, { ...book, addresses }, answers);
  const grouped = { ...fields, group_id };
  const version = await writeCustomer(call, { id, version: 1 }, grouped, book);
  return { ...grouped, ...book, id, version, addresses };
}
