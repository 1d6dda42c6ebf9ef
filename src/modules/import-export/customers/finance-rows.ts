import type { Call } from '../../../kernel/call.ts';
import { foldText } from '../../../kernel/fold.ts';
import type { FileExportSettings } from '../../../kernel/file-exports.ts';
import { saveEach, type RowKind, type SavedCounts } from '../../../platform/row-import/row-kind.ts';
import { CellFault, keyText, type ImportRow } from '../../../platform/row-import/rows.ts';
import { accountSettings } from '../../customer/configuration.ts';
import { pagesOfCustomers } from './export.ts';
import { customerOfRow, websiteOfRow } from './rows.ts';

/** The first columns of the interface's file of customers' finances. Source: the merchant guide. */
const keyColumns = ['_email', '_website', '_finance_website'] as const;

/**
 * What customers have on websites: store credit and reward points. A row names the customer by the website of the account; its amounts
 * are those on `_finance_website`. To delete a row is to set its amounts to 0.
 */
export const financeRows: RowKind = {
  columns: ({ contributions }) => {
    const known = new Set<string>([...keyColumns, ...contributions.customerFinances.map(({ column }) => column)]);
    return (name) => known.has(name);
  },
  required: keyColumns,
  keyOf: (row) => keyText(row, '_email'),
  identityOf: (row) =>
    [keyText(row, '_website'), keyText(row, '_finance_website'), foldText(keyText(row, '_email'))].join('\n'),
  batch: 128,
  save: (call, rows, saving) =>
    saveEach(call, rows, saving, (inside, row) => saveFinances(inside, row, saving.behavior)),
};

async function saveFinances(call: Call, row: ImportRow, behavior: string): Promise<keyof SavedCounts> {
  const customer = await customerOfRow(call, row);
  const websiteId = websiteOfRow(call, row, '_finance_website');
  if (customer.website_id !== websiteId && call.config.of(accountSettings.scope) !== 'allWebsites') {
    throw new CellFault('_finance_website', 'the account is on another website');
  }
  const key = { customerId: customer.id, websiteId };
  const isDeleted = behavior === 'delete';
  const finances = call.contributions.customerFinances.filter(({ column }) => isDeleted || row.cells.has(column));
  if (finances.length === 0) throw new CellFault('', 'the row has no amount');
  for (const one of finances) await one.set(call, key, isDeleted ? '0' : row.cells.get(one.column));
  return isDeleted ? 'deleted' : 'updated';
}

/** Customers' finances, in order of customers and websites; without those that have nothing. */
export async function* exportFinances(call: Call, settings: FileExportSettings): AsyncGenerator<readonly string[]> {
  const { store } = call.services;
  const { customerFinances: finances } = call.contributions;
  yield [...keyColumns, ...finances.map(({ column }) => column)];
  for await (const page of pagesOfCustomers(call, settings)) {
    const ids = page.map(({ id }) => id);
    const amounts = await Promise.all(finances.map((one) => one.read(call, ids)));
    for (const { id, email, website_id } of page) {
      for (const website of store.websites()) {
        const cells = amounts.map((all) => all.get(id)?.get(website.id) ?? '');
        if (cells.some((cell) => cell !== '')) {
          yield [email, store.website(website_id)?.code ?? '', website.code, ...cells];
        }
      }
    }
  }
}
