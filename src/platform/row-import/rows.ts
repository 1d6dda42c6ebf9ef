/** A value of a row: a text, or for JSON what stands there. */
export type Cell = unknown;

/** A row of a file, or an object of a JSON list. */
export interface ImportRow {
  /** Line of the file where it begins, from 1; of a list, the number of the element. */
  readonly line: number;
  /** Values by column; without empty ones. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** Why the row cannot be read. */
  readonly fault?: string;
  /** The row whose record this one continues; without that one, it is refused. */
  readonly continues?: ImportRow | undefined;
}

/** The text of a column that names a row; empty if it has none. */
export function keyText({ cells }: ImportRow, column: string): string {
  const cell = cells.get(column);
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';
}

/** A cell that cannot be imported. */
export class CellFault extends Error {
  readonly column: string;

  constructor(column: string, reason: string) {
    super(reason);
    this.name = 'CellFault';
    this.column = column;
  }
}
