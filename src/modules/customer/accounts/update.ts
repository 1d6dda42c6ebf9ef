import type { Call } from '../../../kernel/call.ts';
import { replaceAddresses, type AddressBook } from '../addresses/save.ts';
import type { StoredCustomer } from '../customers/customer.ts';
import { getCustomer } from '../customers/load.ts';
import { groupByExtensions, saveExtensions, withSubscription } from '../customers/extending.ts';
import { managesCustomers, readChangedCustomer } from '../customers/read.ts';
import { writeCustomer } from '../customers/rows.ts';
import type { CustomerInput } from '../customers/types.ts';
import { groupByVat, withVatAnswers, type VatAnswers } from '../vat/group.ts';
import { mailChangedEmail } from './mails.ts';
import { forgetResetToken, setPasswordHash } from './secrets.ts';

/**
 * Changes the customer with the input's id. Missing fields stay unchanged; a list of addresses replaces all addresses.
 * `passwordHash` is accepted only from callers who manage customers. Throws 404. Opens its own transaction.
 */
export function updateCustomer(call: Call, input: CustomerInput, passwordHash?: string): Promise<StoredCustomer> {
  return withVatAnswers(call, (inside, answers) => change(inside, input, passwordHash, answers));
}

async function change(
  call: Call,
  input: CustomerInput,
  passwordHash: string | undefined,
  answers: VatAnswers | undefined,
): Promise<StoredCustomer> {
  const before = await getCustomer(call, input.id ?? 0);
  const changed = await readChangedCustomer(call, input, before);
  const read = changed.email === before.email ? changed : await withSubscription(call, changed, input);
  const book = chooseDefaults(
    input,
    input.addresses
      ? await replaceAddresses(call, { id: before.id, store_id: read.store_id }, before, input.addresses)
      : before,
  );
  const isOtherBook =
    input.addresses ||
    book.default_billing !== before.default_billing ||
    book.default_shipping !== before.default_shipping;
  const groupId = await groupByExtensions(
    call,
    { id: before.id, store_id: read.store_id },
    input.extension_attributes ?? {},
  );
  const group_id = groupId ?? (isOtherBook ? await groupByVat(call, read, book, answers) : read.group_id);
  const fields = { ...read, group_id };
  const version = await writeCustomer(call, before, fields, book);
  const after: StoredCustomer = { ...fields, ...book, id: before.id, version };
  if (input.extension_attributes) await saveExtensions(call, after, input.extension_attributes);
  if (after.email !== before.email) {
    await forgetResetToken(call, after.id);
    await mailChangedEmail(call, before, after);
  }
  if (passwordHash !== undefined && managesCustomers(call)) await setPasswordHash(call, after.id, passwordHash);
  return after;
}

/** The customer's default ids in the input apply where the input's addresses have no flags of their own. */
function chooseDefaults(input: CustomerInput, book: AddressBook): AddressBook {
  const choose = (field: 'default_billing' | 'default_shipping'): number | null => {
    const value = input[field];
    if (value === undefined || input.addresses?.some((address) => typeof address[field] === 'boolean'))
      return book[field];
    if (!value || value === '0') return null;
    return book.addresses.find(({ id }) => String(id) === value)?.id ?? book[field];
  };
  return {
    addresses: book.addresses,
    default_billing: choose('default_billing'),
    default_shipping: choose('default_shipping'),
  };
}
