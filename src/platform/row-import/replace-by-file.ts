import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Call } from '../../kernel/call.ts';
import type { PlatformError } from '../../kernel/errors.ts';
import type { FileImportSettings, ImportedRows } from '../../kernel/file-imports.ts';
import { tryOut } from '../../kernel/undo.ts';
import { fileErrors } from './errors.ts';
import type { ImportRow } from './rows.ts';
import { refusalOf } from './within.ts';

/** Records that are inserted at once. */
const BATCH = 1000;

/** A file that replaces all records of a kind, or of a part of it, such as the rates of a website. */
interface ReplacingFile<R extends Pick<ImportRow, 'line'>, T> {
  /** Reads the rows; called twice. */
  rows(): AsyncIterable<R>;
  /** Returns a reader of rows, which throws a CellFault for a faulty one, and returns undefined for one to skip. */
  reader(): (row: R) => T | undefined;
  /** The name of a row in messages; empty if it has none. */
  keyOf(row: R): string;
  /** Deletes the records that the file replaces. */
  clear(inside: Call): Promise<void>;
  insert(inside: Call, records: readonly T[]): Promise<void>;
  /** The error for a file without records; undefined: it only deletes. */
  withoutRecords?(): PlatformError;
}

/**
 * Replaces records by those of a file, in one transaction. The file is read twice: first for its faults, which are all reported, and
 * then nothing is changed. Throws 400 for a file with faults.
 */
export async function replaceByFile<R extends Pick<ImportRow, 'line'>, T>(
  call: Call,
  settings: FileImportSettings,
  file: ReplacingFile<R, T>,
): Promise<ImportedRows> {
  const rows = await checkRows(settings, file);
  if (rows === 0 && file.withoutRecords) throw file.withoutRecords();
  settings.onStart?.(rows);
  const work = async (inside: Call): Promise<void> => {
    await file.clear(inside);
    for await (const batch of batchesOf(file)) {
      await file.insert(inside, batch);
      settings.onProgress?.(batch.length);
      // SQLite answers at once: without a pause nothing else would get its turn.
      await nextTurn();
    }
  };
  await (settings.isTrial ? tryOut(call, work) : call.transaction(work));
  return { rows, created: rows, updated: 0, refused: 0 };
}

/** Returns the number of rows with records. Throws 400 if there are faulty rows, after reporting them. */
async function checkRows<R extends Pick<ImportRow, 'line'>, T>(
  { onRefused }: FileImportSettings,
  { rows, reader, keyOf }: ReplacingFile<R, T>,
): Promise<number> {
  const read = reader();
  let [count, refused] = [0, 0];
  for await (const row of rows()) {
    try {
      if (read(row) !== undefined) count++;
    } catch (error) {
      count++;
      refused++;
      onRefused?.(refusalOf(row, keyOf(row), error));
    }
  }
  if (refused > 0) throw fileErrors.refusedWhole([refused, count]);
  return count;
}

async function* batchesOf<R extends Pick<ImportRow, 'line'>, T>({
  rows,
  reader,
}: ReplacingFile<R, T>): AsyncGenerator<readonly T[]> {
  const read = reader();
  let batch: T[] = [];
  for await (const row of rows()) {
    const record = read(row);
    if (record !== undefined) batch.push(record);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
