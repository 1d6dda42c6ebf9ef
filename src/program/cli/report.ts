import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { csvLine } from '../../kernel/csv-text.ts';
import type { RefusedRow } from '../../kernel/file-imports.ts';

/** A CSV file with the rows that were refused. */
interface ImportReport {
  add(row: RefusedRow): void;
  close(): Promise<void>;
}

/** Opens a report; without a file, rows are not written. Throws if the file cannot be written. */
export async function openReport(file: string | undefined): Promise<ImportReport> {
  if (file === undefined) return { add: () => {}, close: () => Promise.resolve() };
  const stream: WriteStream = createWriteStream(file);
  await once(stream, 'open');
  const write = (cells: readonly (string | number)[]): void => void stream.write(csvLine(cells));
  write(['line', 'sku', 'column', 'reason']);
  return {
    add: ({ line, key, column, reason }) => write([line, key, column, reason]),
    async close() {
      stream.end();
      await finished(stream);
    },
  };
}
