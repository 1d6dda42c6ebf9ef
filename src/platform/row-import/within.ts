import type { Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import type { RefusedRow } from '../../kernel/file-imports.ts';
import { Undone, undoable } from '../../kernel/undo.ts';
import { CellFault, type ImportRow } from './rows.ts';

/** What an import does with records that exist: change them, replace them, or delete them. */
export type ImportBehavior = 'append' | 'replace' | 'delete';

/** The result of importing rows of one kind. */
export interface ImportedEntities {
  /** Records that were created, changed or deleted. */
  readonly processed: number;
  readonly refused: readonly RefusedRow[];
  /** Whether nothing was imported, because too many rows were refused. */
  readonly isStopped: boolean;
}

/** The refusal of a row for an error. Throws errors that are not about the row. */
export function refusalOf(row: Pick<ImportRow, 'line'>, key: string, error: unknown): RefusedRow {
  if (error instanceof CellFault) return { line: row.line, key, column: error.column, reason: error.message };
  if (!(error instanceof PlatformError) || error.isTemporary) throw error;
  return { line: row.line, key, column: '', reason: error.text };
}

/**
 * Runs an import within the open transaction, and undoes it once more than `mostRefused` rows were refused. `work` reports refused
 * rows, and returns the number of processed records.
 */
export async function importWithin(
  call: Call,
  mostRefused: number,
  work: (inside: Call, refuse: (row: RefusedRow) => void) => Promise<number>,
): Promise<ImportedEntities> {
  const refused: RefusedRow[] = [];
  const refuse = (row: RefusedRow): void => {
    refused.push(row);
    if (refused.length > mostRefused) throw new Undone();
  };
  let processed = 0;
  const isStopped = await undoable(call, async (inside) => {
    processed = await work(inside, refuse);
  });
  return { processed: isStopped ? 0 : processed, refused, isStopped };
}
