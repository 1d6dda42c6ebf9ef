import type { Call } from '../../../kernel/call.ts';
import { saveEach, type RowKind, type SavedCounts } from '../../../platform/row-import/row-kind.ts';
import type { Cell, ImportRow } from '../../../platform/row-import/rows.ts';
import { saveAddress } from './address-rows.ts';
import { addressColumns } from './columns.ts';
import { customerRows, saveCustomer } from './rows.ts';

const PREFIX = '_address_';
/** Columns of the file of addresses by their names in this file. */
const addressNames: ReadonlyMap<string, string> = new Map(
  addressColumns
    .filter((column) => !['_website', '_email', '_entity_id'].includes(column))
    .map((column) => [column.startsWith(PREFIX) ? column : PREFIX + column, column]),
);

/**
 * Customers with their addresses in one file. A row has an account and its first address; rows without `email` have further addresses
 * of the account before. Source: the merchant guide and public samples.
 */
export const compositeRows: RowKind = {
  columns: async (call) => {
    const isCustomerColumn = await customerRows.columns(call);
    return (name) => addressNames.has(name) || isCustomerColumn(name);
  },
  required: customerRows.required,
  keyOf: (row) => customerRows.keyOf(row),
  continue: (row, before) => (row.cells.has('email') ? row : furtherAddress(row, before)),
  identityOf: (row) => (isFurther(row) ? undefined : customerRows.identityOf?.(row)),
  batch: 128,
  save: (call, rows, saving) => {
    // The addresses of an account are deleted with it.
    const saved = saving.behavior === 'delete' ? rows.filter((row) => !isFurther(row)) : rows;
    return saveEach(call, saved, saving, (inside, row) => saveRow(inside, row, saving.behavior));
  },
};

/** Whether a row has a further address of the account before. */
function isFurther({ cells }: ImportRow): boolean {
  return cells.has('_email');
}

function furtherAddress(row: ImportRow, before: ImportRow | undefined): ImportRow {
  if (!before) return { ...row, fault: 'the row has no e-mail address' };
  const continues = before.continues ?? before;
  const other = [...row.cells.keys()].find((column) => !addressNames.has(column) && column !== '_website');
  if (other !== undefined) return { ...row, continues, fault: `a row without an e-mail address has no "${other}"` };
  const names = new Map<string, Cell>([
    ['email', before.cells.get('email')],
    ['_email', before.cells.get('email')],
    ['_website', before.cells.get('_website')],
  ]);
  return { ...row, continues, cells: new Map([...row.cells, ...names]) };
}

async function saveRow(call: Call, row: ImportRow, behavior: string): Promise<keyof SavedCounts> {
  const address = addressRow(row);
  if (isFurther(row)) return await saveAddress(call, address, behavior);
  const outcome = await saveCustomer(call, { ...row, cells: accountCells(row) }, behavior);
  const hasAddress = [...row.cells.keys()].some((column) => addressNames.has(column));
  if (hasAddress && behavior !== 'delete') await saveAddress(call, address, behavior);
  return outcome;
}

function accountCells({ cells }: ImportRow): ReadonlyMap<string, Cell> {
  return new Map([...cells].filter(([column]) => !addressNames.has(column)));
}

/** The address of a row, as a row of the file of addresses. */
function addressRow({ line, cells }: ImportRow): ImportRow {
  const names = [
    ['_email', cells.get('email')],
    ['_website', cells.get('_website')],
  ] as const;
  const address = [...cells].flatMap(([column, cell]) => {
    const name = addressNames.get(column);
    return name === undefined ? [] : [[name, cell] as const];
  });
  return { line, cells: new Map([...names, ...address]) };
}
