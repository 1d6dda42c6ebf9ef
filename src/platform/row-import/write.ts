import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { csvLine } from '../../kernel/csv-text.ts';

/** Writes rows to a file or to standard output; returns their number without the header. A file that fails midway is removed. */
export async function writeCsvFile(rows: AsyncIterable<readonly string[]>, file: string | undefined): Promise<number> {
  if (file === undefined) return await writeTo(process.stdout, rows);
  // The file has its name once it is whole.
  const part = `${file}.part`;
  const stream = createWriteStream(part);
  try {
    await once(stream, 'open');
    const count = await writeTo(stream, rows);
    stream.end();
    await finished(stream);
    await rename(part, file);
    return count;
  } catch (error) {
    stream.destroy();
    await rm(part, { force: true });
    throw error;
  }
}

async function writeTo(stream: NodeJS.WritableStream, rows: AsyncIterable<readonly string[]>): Promise<number> {
  let count = -1;
  for await (const row of rows) {
    count++;
    if (!stream.write(csvLine(row))) await once(stream, 'drain');
  }
  return count;
}
