import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { freeId, freeIds } from '../../../storage/rows.ts';
import { readAddress } from '../addresses/read.ts';
import { insertAddresses } from '../addresses/save.ts';
import type { StoredCustomer } from '../customers/customer.ts';
import { saveExtensions } from '../customers/extending.ts';
import { readNewCustomer } from '../customers/read.ts';
import { insertCustomer, writeCustomer } from '../customers/rows.ts';
import type { CustomerInput } from '../customers/types.ts';
import { insertSecret } from './secrets.ts';
import { isKnownHash } from './imported-passwords.ts';

/** A customer of another shop. */
interface MovedAccount {
  readonly customer: CustomerInput;
  /** Whether the customer and the addresses keep their ids, unless other ones here have them. */
  readonly keepsIds: boolean;
  /** Hash of the password in the form of that shop; undefined: the customer chooses a new one. */
  readonly passwordHash?: string | undefined;
}

/**
 * Stores a customer of another shop unchanged, with time of creation and all addresses, and without emails. The stored addresses
 * have the order of the input. Within a transaction. Throws the errors of a new account, and 400 for a hash of an unknown form.
 */
export async function createMovedAccount(
  call: Call,
  { customer: input, keepsIds, passwordHash }: MovedAccount,
): Promise<StoredCustomer> {
  if (passwordHash !== undefined && !isKnownHash(passwordHash)) {
    throw platformErrors.invalidValue({ fieldName: 'password_hash', value: `${passwordHash.slice(0, 4)}…` });
  }
  const read = await readNewCustomer(call, input);
  // A customer who has confirmed the address in that shop need not do so again.
  const fields = { ...read, confirmation: input.confirmation || null };
  const keptId = keepsIds ? await freeId(call.db, 'customer_entity', 'id', input.id) : undefined;
  const id = await insertCustomer(call, fields, keptId);
  await insertSecret(call, id, passwordHash ?? null);
  const inputs = input.addresses ?? [];
  const book = [];
  for (const address of inputs) book.push(await readAddress(call, address, undefined, fields.store_id));
  const addressIds = keepsIds
    ? await freeIds(
        call.db,
        'customer_address',
        'id',
        inputs.map((address) => address.id),
      )
    : undefined;
  const addresses = await insertAddresses(call, id, book, addressIds);
  const defaultOf = (field: 'default_billing' | 'default_shipping'): number | null =>
    addresses[inputs.findLastIndex((address) => address[field])]?.id ?? null;
  const defaults = { default_billing: defaultOf('default_billing'), default_shipping: defaultOf('default_shipping') };
  const version = await writeCustomer(call, { id, version: 1 }, fields, defaults);
  const customer = { ...fields, ...defaults, id, version, addresses };
  if (input.extension_attributes) await saveExtensions(call, customer, input.extension_attributes);
  return customer;
}
