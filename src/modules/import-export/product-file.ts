import { createReadStream } from 'node:fs';
import type { Call } from '../../kernel/call.ts';
import type { FileImportSettings, ImportedRows } from '../../kernel/file-imports.ts';
import { readCsv } from './csv/rows.ts';
import { importProducts } from './products/import.ts';
import { mediaSource } from './products/media-source.ts';

/** Text that stands for "no value" in a cell. */
export const EMPTY_TEXT = '__EMPTY__VALUE__';

/** Creates and changes the products of a CSV file; see docs/import.md. Throws for a file that cannot be read. */
export function importProductFile(call: Call, file: string, settings: FileImportSettings): Promise<ImportedRows> {
  return importProducts(call, (isColumn) => readCsv(() => createReadStream(file), settings, isColumn), {
    ...settings,
    behavior: 'append',
    valueSeparator: ',',
    emptyText: EMPTY_TEXT,
    media: mediaSource(call.config, settings.images),
  });
}
