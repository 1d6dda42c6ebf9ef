import { createReadStream } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Call } from '../../kernel/call.ts';
import type { FileImportSettings, ImportedRows, RefusedRow } from '../../kernel/file-imports.ts';
import { tryOut } from '../../kernel/undo.ts';
import { openLineIndex } from '../../storage/line-index.ts';
import { readCsv } from './csv.ts';
import { CellFault, type ImportRow } from './rows.ts';
import { refusalOf, type ImportBehavior } from './within.ts';

/** Numbers of records that rows have changed. */
export interface SavedCounts {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
}

/** How rows are saved, and who hears of those that are refused. */
export interface RowSaving {
  readonly behavior: ImportBehavior;
  refuse(row: ImportRow, error: unknown): void;
  isRefused(row: ImportRow): boolean;
}

/** Records that are imported by rows, such as customers. */
export interface RowKind {
  /** Returns the test of the columns; others are refused. */
  columns(call: Call): Promise<(name: string) => boolean> | ((name: string) => boolean);
  readonly required: readonly string[];
  /** What names a row in messages, such as its SKU; empty if it has none. */
  keyOf(row: ImportRow): string;
  /**
   * Completes a row that continues the record of the row before, which may have a fault: by what names the record, and by that row.
   * Undefined: each row is about a record of its own.
   */
  continue?(row: ImportRow, before: ImportRow | undefined): ImportRow;
  /** Rows with the same identity as an earlier one are refused; undefined: rows may repeat. */
  identityOf?(row: ImportRow): string | undefined;
  /** Rows of a transaction. */
  readonly batch: number;
  /** Saves rows in the open transaction. A row that is refused changes nothing. */
  save(call: Call, rows: readonly ImportRow[], saving: RowSaving): Promise<SavedCounts>;
}

/**
 * Imports a CSV file, some rows in a transaction. It is read twice: first for faults of the whole file, which are thrown, then to save
 * its rows. A trial is one transaction, and is undone.
 */
export async function importRowFile(
  call: Call,
  file: string,
  settings: FileImportSettings,
  kind: RowKind,
): Promise<ImportedRows> {
  const isColumn = await kind.columns(call);
  const format = { encoding: settings.encoding, separator: settings.separator, required: kind.required };
  const read = (): AsyncIterable<ImportRow> => readCsv(() => createReadStream(file), format, isColumn);
  let rows = 0;
  for await (const _ of read()) rows++;
  settings.onStart?.(rows);
  let counts = { created: 0, updated: 0, refused: 0 };
  const onRefused = (row: RefusedRow): void => {
    counts = { ...counts, refused: counts.refused + 1 };
    settings.onRefused?.(row);
  };
  const saving = rowSaving(kind, 'append', onRefused);
  const save = async (outer: Call): Promise<void> => {
    for await (const batch of batchesOf(acceptedRows(read(), kind, saving), kind.batch)) {
      const saved = await outer.transaction((inside) => kind.save(inside, batch, saving));
      counts = { ...counts, created: counts.created + saved.created, updated: counts.updated + saved.updated };
      settings.onProgress?.(batch.length);
      // SQLite answers at once: without a pause nothing else would get its turn.
      await nextTurn();
    }
  };
  await (settings.isTrial ? tryOut(call, save) : save(call));
  return { rows, ...counts };
}

/** The saving of a kind's rows. */
export function rowSaving(kind: RowKind, behavior: ImportBehavior, onRefused: (row: RefusedRow) => void): RowSaving {
  const refused = new WeakSet<ImportRow>();
  return {
    behavior,
    refuse: (row, error) => {
      refused.add(row);
      onRefused(refusalOf(row, kind.keyOf(row), error));
    },
    isRefused: (row) => refused.has(row),
  };
}

/** The rows that can be read; refuses the others, and those that repeat an earlier one. */
export async function* acceptedRows(
  rows: AsyncIterable<ImportRow>,
  kind: RowKind,
  { refuse }: RowSaving,
): AsyncGenerator<ImportRow> {
  const lines = openLineIndex();
  try {
    let before: ImportRow | undefined;
    for await (const readRow of rows) {
      const row = readRow.fault === undefined && kind.continue ? kind.continue(readRow, before) : readRow;
      before = row;
      const identity = row.fault === undefined ? kind.identityOf?.(row) : undefined;
      const earlier = identity === undefined ? undefined : lines.add(identity, row.line);
      if (row.fault !== undefined) refuse(row, new CellFault('', row.fault));
      else if (earlier !== undefined) refuse(row, new CellFault('', `line ${earlier} is about the same record`));
      else yield row;
    }
  } finally {
    lines.close();
  }
}

async function* batchesOf(rows: AsyncIterable<ImportRow>, size: number): AsyncGenerator<readonly ImportRow[]> {
  let batch: ImportRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Saves rows one after another, each in a savepoint; refuses those that continue the record of a refused one. */
export async function saveEach(
  call: Call,
  rows: readonly ImportRow[],
  { refuse, isRefused }: RowSaving,
  save: (inside: Call, row: ImportRow) => Promise<keyof SavedCounts>,
): Promise<SavedCounts> {
  const counts = { created: 0, updated: 0, deleted: 0 };
  for (const row of rows) {
    try {
      const { continues } = row;
      if (continues && isRefused(continues)) {
        throw new CellFault('', `the row continues line ${continues.line}, which is refused`);
      }
      counts[await call.savepoint((inside) => save(inside, row))]++;
    } catch (error) {
      refuse(row, error);
    }
  }
  return counts;
}
