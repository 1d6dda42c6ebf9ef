import { createReadStream } from 'node:fs';
import type { Call } from '../../kernel/call.ts';
import type { FileImportSettings, ImportedRows } from '../../kernel/file-imports.ts';
import { readCsv } from '../../platform/row-import/csv.ts';
import { EMPTY_TEXT } from './empty-text.ts';
import { importProducts } from './products/import.ts';
import { mediaSource } from './products/media-source.ts';

/** Creates and changes the products of a CSV file; see docs/import.md. Throws for a file that cannot be read. */
export async function importProductFile(call: Call, file: string, settings: FileImportSettings): Promise<ImportedRows> {
  return await importProducts(call, (isColumn) => readCsv(() => createReadStream(file), settings, isColumn), {
    ...settings,
    behavior: 'append',
    valueSeparator: ',',
    emptyText: EMPTY_TEXT,
    media: mediaSource(call.config, settings.images),
    downloadFolder: call.services.imports.downloadFolder,
  });
}
