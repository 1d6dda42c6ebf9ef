import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { elementAt, zip } from '../../../kernel/lists.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { encodeDocument } from '../../../storage/documents.ts';
import { insertRows, updateRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import { noteCustomers } from '../changes.ts';
import { customerErrors } from '../errors.ts';
import { removeFilesOf } from '../files/values.ts';
import { addressOf, type AddressFields, type StoredAddress } from './address.ts';
import { readAddress } from './read.ts';
import type { AddressInput } from './types.ts';

/** A customer's addresses, and which of them are used unless another is named. */
export interface AddressBook {
  readonly addresses: readonly StoredAddress[];
  readonly default_billing: number | null;
  readonly default_shipping: number | null;
}

/** The owner of the saved address book. */
interface AddressOwner {
  readonly id: number;
  /** Store view whose forms decide which fields are required. */
  readonly store_id: number;
}

/**
 * Replaces the customer's addresses by the input: entries with an id are changed, entries without are added, and
 * missing addresses are deleted. Throws for an id that is unknown or of another customer.
 */
export async function replaceAddresses(
  call: Call,
  owner: AddressOwner,
  before: AddressBook,
  inputs: readonly AddressInput[],
): Promise<AddressBook> {
  const existing = new Map<number, StoredAddress>();
  const entries: Entry[] = [];
  for (const input of inputs) {
    const known = input.id ? (existing.get(input.id) ?? (await ownAddress(call, owner, before, input.id))) : undefined;
    const fields = await readAddress(call, input, known, owner.store_id);
    if (known) existing.set(known.id, addressOf(known.id, owner.id, fields));
    entries.push({ input, id: known?.id, fields });
  }
  const goneAddresses = before.addresses.filter(({ id }) => !existing.has(id));
  await removeFilesOf(
    call,
    'customer_address',
    goneAddresses.map(({ custom }) => custom),
  );
  const gone = goneAddresses.map(({ id }) => id);
  if (gone.length > 0) await call.db.deleteFrom('customer_address').where(inIds('id', gone)).execute();
  await updateRows(
    call.db,
    'customer_address',
    ['id'],
    [...existing.values()].map(({ id, customer_id, ...fields }) =>
      Object.assign(columnsOf(customer_id, fields), { id }),
    ),
  );
  const added = await insertAddresses(
    call,
    owner.id,
    entries.filter(({ id }) => id === undefined).map(({ fields }) => fields),
  );
  if (existing.size > 0 || gone.length > 0) noteCustomers(call, [owner.id], ['addresses']);
  let next = 0;
  const saved = entries.map(({ input, id }): SavedEntry => {
    return { input, address: id === undefined ? elementAt(added, next++) : valueAt(existing, id) };
  });
  return bookOf(before, saved);
}

interface Entry {
  readonly input: AddressInput;
  /** Undefined for a new address. */
  readonly id: number | undefined;
  readonly fields: AddressFields;
}

interface SavedEntry {
  readonly input: AddressInput;
  readonly address: StoredAddress;
}

/** The address book with the defaults of its entries; defaults of deleted addresses are removed. */
function bookOf(before: AddressBook, entries: readonly SavedEntry[]): AddressBook {
  const addresses = [...new Set(entries.map(({ address }) => address))];
  const defaultOf = (field: 'default_billing' | 'default_shipping'): number | null => {
    let chosen = addresses.some(({ id }) => id === before[field]) ? before[field] : null;
    for (const { input, address } of entries) {
      if (input[field]) chosen = address.id;
      else if (input[field] === false && chosen === address.id) chosen = null;
    }
    return chosen;
  };
  return {
    addresses: addresses.sort((a, b) => a.id - b.id),
    default_billing: defaultOf('default_billing'),
    default_shipping: defaultOf('default_shipping'),
  };
}

async function ownAddress(call: Call, owner: AddressOwner, before: AddressBook, id: number): Promise<StoredAddress> {
  const own = before.addresses.find((address) => address.id === id);
  if (own) return own;
  const other = await call.db.selectFrom('customer_address').select('id').where('id', '=', id).executeTakeFirst();
  if (!other) throw platformErrors.noSuchEntity({ fieldName: 'addressId', fieldValue: id });
  throw customerErrors.addressOfOther({ customer_id: owner.id });
}

/** Adds addresses to a customer; in the order of `list`. `ids`: unused ids for all of them; absent: the next ones. */
export async function insertAddresses(
  call: Call,
  customerId: number,
  list: readonly AddressFields[],
  ids?: readonly number[],
): Promise<StoredAddress[]> {
  const rows = await insertRows(
    call.db,
    'customer_address',
    list.map((fields, at) => ({ ...(ids && { id: elementAt(ids, at) }), ...columnsOf(customerId, fields) })),
    { returning: ['id'] },
  );
  if (list.length > 0) noteCustomers(call, [customerId], ['addresses']);
  return zip(rows, list).map(([{ id }, fields]) => addressOf(id, customerId, fields));
}

function columnsOf(customerId: number, fields: AddressFields) {
  const { country_id, region, postcode, city, telephone, company } = fields;
  return {
    customer_id: customerId,
    country_id,
    region,
    postcode,
    city,
    telephone,
    company,
    document: encodeDocument(fields),
  };
}
