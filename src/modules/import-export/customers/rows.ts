import type { Call } from '../../../kernel/call.ts';
import { foldText } from '../../../kernel/fold.ts';
import type { In } from '../../../kernel/types.ts';
import { saveEach, type RowKind, type SavedCounts } from '../../../platform/row-import/row-kind.ts';
import { CellFault, keyText, type ImportRow } from '../../../platform/row-import/rows.ts';
import { flagOf, integerOf, textOf, timeOf } from '../../../platform/row-import/values.ts';
import type { Customer } from '../../customer/customers/types.ts';
import { EMPTY_TEXT } from '../empty-text.ts';
import { customerColumns, genders } from './columns.ts';

type CustomerInput = In<typeof Customer>;

const columns: ReadonlySet<string> = new Set(customerColumns);
const textColumns = [
  'firstname',
  'lastname',
  'middlename',
  'prefix',
  'suffix',
  'taxvat',
  'confirmation',
  'created_in',
] as const;

/** Accounts of customers, by e-mail address and website; to replace is to change. */
export const customerRows: RowKind = {
  columns: () => (name) => columns.has(name),
  required: ['email', '_website'],
  keyOf: (row) => keyText(row, 'email'),
  identityOf: (row) => `${keyText(row, '_website')}\n${foldText(keyText(row, 'email'))}`,
  batch: 128,
  save: (call, rows, saving) =>
    saveEach(call, rows, saving, (inside, row) => saveCustomer(inside, row, saving.behavior)),
};

async function saveCustomer(call: Call, row: ImportRow, behavior: string): Promise<keyof SavedCounts> {
  const email = keyText(row, 'email');
  if (email === '') throw new CellFault('email', 'the row has no e-mail address');
  const website_id = customerWebsite(call, row);
  if (behavior === 'delete') {
    const known = await call.services.customer.customerByEmail(call, email, website_id);
    if (!known) throw new CellFault('email', `there is no customer "${email}" on this website`);
    await call.services.customer.deleteCustomer(call, known.id);
    return 'deleted';
  }
  const hash = row.cells.get('password_hash');
  if (row.cells.has('password')) throw new CellFault('password', 'passwords in clear text are not imported');
  return await call.services.customer.importAccount(call, {
    customer: { ...accountInput(call, row), email, website_id },
    passwordHash: hash === undefined ? undefined : textOf('password_hash', hash),
  });
}

/** The website of a row by its code. Throws for an unknown one. */
export function customerWebsite(call: Call, row: ImportRow): number {
  const code = keyText(row, '_website');
  const website = call.services.store.website(code);
  if (!website || website.id === 0) throw new CellFault('_website', `there is no website "${code}"`);
  return website.id;
}

function accountInput(call: Call, { cells }: ImportRow): CustomerInput {
  const input: CustomerInput = {};
  for (const column of textColumns) {
    const cell = cells.get(column);
    if (cell !== undefined) input[column] = cell === EMPTY_TEXT ? '' : textOf(column, cell);
  }
  const read = <T>(column: string, set: (cell: unknown) => T): void => {
    const cell = cells.get(column);
    if (cell !== undefined) set(cell);
  };
  read('_store', (cell) => (input.store_id = storeOf(call, textOf('_store', cell))));
  read('created_at', (cell) => (input.created_at = timeOf('created_at', cell)));
  read('dob', (cell) => (input.dob = timeOf('dob', cell).slice(0, 10)));
  read('group_id', (cell) => (input.group_id = integerOf('group_id', cell)));
  read('gender', (cell) => (input.gender = genderOf(textOf('gender', cell))));
  read('disable_auto_group_change', (cell) => {
    input.disable_auto_group_change = Number(flagOf('disable_auto_group_change', cell));
  });
  return input;
}

function storeOf({ services: { store } }: Call, code: string): number {
  const view = store.view(code);
  if (!view) throw new CellFault('_store', `there is no store view "${code}"`);
  return view.id;
}

function genderOf(text: string): number {
  const found = [...genders].find(([value, label]) => String(value) === text || foldText(label) === foldText(text));
  if (!found) throw new CellFault('gender', `"${text}" is not one of ${[...genders.values()].join(', ')}`);
  return found[0];
}
