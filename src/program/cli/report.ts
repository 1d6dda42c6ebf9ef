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

/** Opens a report, whose functions throw once it can no longer be written; without a file, rows are not written. Throws if the file cannot be written. */
export async function openReport(file: string | undefined): Promise<ImportReport> {
  if (file === undefined) return { add: () => {}, close: () => Promise.resolve() };
  const stream: WriteStream = createWriteStream(file);
  await once(stream, 'open');
  let fault: Error | undefined;
  stream.on('error', (error) => (fault ??= error));
  const write = (cells: readonly (string | number)[]): void => {
    if (fault) throw fault;
    stream.write(csvLine(cells));
  };
  write(['line', 'sku', 'column', 'reason']);
  return {
    add: ({ line, key, column, reason }) => write([line, key, column, reason]),
    async close() {
      if (fault) throw fault;
      stream.end();
      await finished(stream);
    },
  };
}
