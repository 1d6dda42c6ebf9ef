import { createReadStream } from 'node:fs';
import type { Call } from '../../kernel/call.ts';
import type { FileImportSettings, ImportedRows } from '../../kernel/file-imports.ts';
import { replaceByFile } from '../../platform/row-import/replace-by-file.ts';
import { tableConditions, tableRates } from './configuration.ts';
import { offlineShippingErrors } from './errors.ts';
import { openTable, rateReader } from './read-table-rates.ts';
import { deleteTableRates, insertTableRates } from './table-rates.ts';

/** The rates that a file replaces. */
interface ReplacedRates {
  readonly websiteId: number;
  /** Undefined: the condition of the website's setting. */
  readonly condition?: string | undefined;
}

/**
 * Replaces the table rates of a website for one condition by a CSV file. Rates of other conditions are unchanged. Throws for a file
 * with a faulty row, before any change.
 */
export async function importTableRates(
  call: Call,
  file: string,
  settings: FileImportSettings,
  { websiteId, condition }: ReplacedRates,
): Promise<ImportedRows> {
  const condition_name = condition ?? call.config.of(tableRates.condition, { websiteId });
  if (!Object.hasOwn(tableConditions, condition_name)) throw offlineShippingErrors.tableCondition([condition_name]);
  const place = { website_id: websiteId, condition_name };
  return await replaceByFile(call, settings, {
    rows: () => openTable(() => createReadStream(file), settings),
    reader: () => rateReader(call),
    keyOf: ({ cells }) => cells.slice(0, 3).join(' ').trim(),
    clear: (inside) => deleteTableRates(inside, place),
    insert: (inside, rates) =>
      insertTableRates(
        inside,
        rates.map((rate) => ({ ...place, ...rate })),
      ),
  });
}
