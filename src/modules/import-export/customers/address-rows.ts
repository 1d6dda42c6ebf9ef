import type { Call } from '../../../kernel/call.ts';
import type { In } from '../../../kernel/types.ts';
import { saveEach, type RowKind, type SavedCounts } from '../../../platform/row-import/row-kind.ts';
import { CellFault, keyText, type ImportRow } from '../../../platform/row-import/rows.ts';
import { flagOf, integerOf, textOf } from '../../../platform/row-import/values.ts';
import type { Address } from '../../customer/addresses/types.ts';
import type { StoredAddress, StoredCustomer } from '../../customer/service.ts';
import { EMPTY_TEXT } from '../empty-text.ts';
import { addressColumns } from './columns.ts';
import { customerOfRow } from './rows.ts';

type AddressInput = In<typeof Address>;

const columns: ReadonlySet<string> = new Set(addressColumns);
const textColumns = [
  'city',
  'company',
  'country_id',
  'fax',
  'firstname',
  'lastname',
  'middlename',
  'postcode',
  'prefix',
  'suffix',
  'telephone',
  'vat_id',
] as const;

/**
 * Addresses of customers. A row is about the customer's address with its id, else about the one that is the same in all columns, else
 * about a new one; to replace is to change.
 */
export const addressRows: RowKind = {
  columns: () => (name) => columns.has(name),
  required: ['_website', '_email'],
  keyOf: (row) => keyText(row, '_email'),
  batch: 128,
  save: (call, rows, saving) =>
    saveEach(call, rows, saving, (inside, row) => saveAddress(inside, row, saving.behavior)),
};

/** Saves the address of a row, or deletes it. Throws for a row that cannot be saved. */
export async function saveAddress(call: Call, row: ImportRow, behavior: string): Promise<keyof SavedCounts> {
  const { customer: customers } = call.services;
  const customer = await customerOfRow(call, row);
  const input = addressInput(row);
  const known = knownAddress(customer, row, input);
  const others = customer.addresses.filter((one) => one !== known).map(({ id }) => ({ id }));
  if (behavior === 'delete') {
    if (!known) throw new CellFault('_entity_id', 'the customer has no such address');
    await customers.updateCustomer(call, { id: customer.id, addresses: others });
    return 'deleted';
  }
  await customers.updateCustomer(call, {
    id: customer.id,
    addresses: [...others, known ? { ...input, id: known.id } : input],
  });
  return known ? 'updated' : 'created';
}

function knownAddress({ addresses }: StoredCustomer, row: ImportRow, input: AddressInput): StoredAddress | undefined {
  const id = keyText(row, '_entity_id');
  return (
    addresses.find((one) => String(one.id) === id && isSame(one, input, ['country_id', 'postcode'])) ??
    addresses.find((one) => isSame(one, input, textColumns) && one.street.join('\n') === input.street?.join('\n'))
  );
}

/** Whether an address has the values of a row; an empty cell is no value. */
function isSame(address: StoredAddress, input: AddressInput, fields: readonly (typeof textColumns)[number][]): boolean {
  return fields.every((field) => (address[field] ?? '') === (input[field] ?? ''));
}

function addressInput({ cells }: ImportRow): AddressInput {
  const input: AddressInput = {};
  for (const column of textColumns) {
    const cell = cells.get(column);
    if (cell !== undefined) input[column] = cell === EMPTY_TEXT ? null : textOf(column, cell);
  }
  const street = cells.get('street');
  if (street !== undefined) input.street = textOf('street', street).split('\n');
  const region = cells.get('region');
  if (region !== undefined) input.region = { region: textOf('region', region) };
  const regionId = cells.get('region_id');
  if (regionId !== undefined) input.region_id = integerOf('region_id', regionId);
  for (const field of ['default_billing', 'default_shipping'] as const) {
    const cell = cells.get(`_address_${field}_`);
    if (cell !== undefined) input[field] = flagOf(`_address_${field}_`, cell);
  }
  return input;
}
