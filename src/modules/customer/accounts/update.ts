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
export function updateCustomer(call: Call, sent: CustomerInput, passwordHash?: string): Promise<StoredCustomer> {
  return withVatAnswers(call, (inside, answers) => change(inside, sent, passwordHash, answers));
}

async function change(
  call: Call,
  sent: CustomerInput,
  passwordHash: string | undefined,
  answers: VatAnswers | undefined,
): Promise<StoredCustomer> {
  const before = await getCustomer(call, sent.id ?? 0);
  const changed = await readChangedCustomer(call, sent, before);
  const read = changed.email === before.email ? changed : await withSubscription(call, changed, sent);
  const book = chooseDefaults(
    sent,
    sent.addresses
      ? await replaceAddresses(call, { id: before.id, store_id: read.store_id }, before, sent.addresses)
      : before,
  );
  const isOtherBook =
    sent.addresses ||
    book.default_billing !== before.default_billing ||
    book.default_shipping !== before.default_shipping;
  const given = await groupByExtensions(
    call,
    { id: before.id, store_id: read.store_id },
    sent.extension_attributes ?? {},
  );
  const group_id = given ?? (isOtherBook ? await groupByVat(call, read, book, answers) : read.group_id);
  const fields = { ...read, group_id };
  const version = await writeCustomer(call, before, fields, book);
  const after: StoredCustomer = { ...fields, ...book, id: before.id, version };
  if (sent.extension_attributes) await saveExtensions(call, after, sent.extension_attributes);
  if (after.email !== before.email) {
    await forgetResetToken(call, after.id);
    await mailChangedEmail(call, before, after);
  }
  if (passwordHash !== undefined && managesCustomers(call)) await setPasswordHash(call, after.id, passwordHash);
  return after;
}

/** The customer's default ids in the input apply where the input's addresses have no flags of their own. */
function chooseDefaults(sent: CustomerInput, book: AddressBook): AddressBook {
  const choose = (field: 'default_billing' | 'default_shipping'): number | null => {
    const asked = sent[field];
    if (asked === undefined || sent.addresses?.some((address) => typeof address[field] === 'boolean'))
      return book[field];
    if (!asked || asked === '0') return null;
    return book.addresses.find(({ id }) => String(id) === asked)?.id ?? book[field];
  };
  return {
    addresses: book.addresses,
    default_billing: choose('default_billing'),
    default_shipping: choose('default_shipping'),
  };
}
