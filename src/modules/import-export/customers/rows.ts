import type { Call } from '../../../kernel/call.ts';
import { foldText } from '../../../kernel/fold.ts';
import type { In } from '../../../kernel/types.ts';
import { saveEach, type RowKind, type SavedCounts } from '../../../platform/row-import/row-kind.ts';
import { CellFault, keyText, type ImportRow } from '../../../platform/row-import/rows.ts';
import { flagOf, integerOf, textOf, timeOf } from '../../../platform/row-import/values.ts';
import type { Customer } from '../../customer/customers/types.ts';
import type { StoredCustomer } from '../../customer/service.ts';
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
  columns: ({ contributions }) => {
    const added = new Set(contributions.customerFileColumns.flatMap(({ names }) => names));
    return (name) => columns.has(name) || added.has(name);
  },
  required: ['email', '_website'],
  keyOf: (row) => keyText(row, 'email'),
  identityOf: (row) => `${keyText(row, '_website')}\n${foldText(keyText(row, 'email'))}`,
  batch: 128,
  save: (call, rows, saving) =>
    saveEach(call, rows, saving, (inside, row) => saveCustomer(inside, row, saving.behavior)),
};

/** Saves the account of a row, or deletes it. Throws for a row that cannot be saved. */
export async function saveCustomer(call: Call, row: ImportRow, behavior: string): Promise<keyof SavedCounts> {
  const email = keyText(row, 'email');
  if (email === '') throw new CellFault('email', 'the row has no e-mail address');
  const website_id = websiteOfRow(call, row, '_website');
  if (behavior === 'delete') {
    const known = await call.services.customer.customerByEmail(call, email, website_id);
    if (!known) throw new CellFault('email', `there is no customer "${email}" on this website`);
    await call.services.customer.deleteCustomer(call, known.id);
    return 'deleted';
  }
  const hash = row.cells.get('password_hash');
  if (row.cells.has('password')) throw new CellFault('password', 'passwords in clear text are not imported');
  const outcome = await call.services.customer.importAccount(call, {
    customer: { ...accountInput(call, row), email, website_id },
    passwordHash: hash === undefined ? undefined : textOf('password_hash', hash),
  });
  await saveAddedColumns(call, row, { email, website_id });
  return outcome;
}

/** Saves the cells of columns that other modules add. */
async function saveAddedColumns(
  call: Call,
  { cells }: ImportRow,
  { email, website_id }: { readonly email: string; readonly website_id: number },
): Promise<void> {
  const added = call.contributions.customerFileColumns.filter(({ names }) => names.some((name) => cells.has(name)));
  const saved = added.length > 0 ? await call.services.customer.customerByEmail(call, email, website_id) : undefined;
  if (saved) for (const one of added) await one.save(call, saved.id, cells);
}

/** The customer that a row names by `_email` and `_website`. Throws for an unknown one. */
export async function customerOfRow(call: Call, row: ImportRow): Promise<StoredCustomer> {
  const email = keyText(row, '_email');
  const customer = await call.services.customer.customerByEmail(call, email, websiteOfRow(call, row, '_website'));
  if (!customer) throw new CellFault('_email', `there is no customer "${email}" on this website`);
  return customer;
}

/** The website whose code is in a column. Throws for an unknown one. */
export function websiteOfRow(call: Call, row: ImportRow, column: string): number {
  const code = keyText(row, column);
  const website = call.services.store.website(code);
  if (!website || website.id === 0) throw new CellFault(column, `there is no website "${code}"`);
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

/** A gender by its label or number; 0, as the interface exports it, is none. */
function genderOf(text: string): number | null {
  if (text === '0') return null;
  const found = [...genders].find(([value, label]) => String(value) === text || foldText(label) === foldText(text));
  if (!found) throw new CellFault('gender', `"${text}" is not one of ${[...genders.values()].join(', ')}`);
  return found[0];
}
