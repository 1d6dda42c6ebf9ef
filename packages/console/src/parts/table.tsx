import type { ComponentChildren } from 'preact';

/** A column of a table. */
interface Column<T> {
  readonly title: string;
  /** Aligns the column to the right. */
  readonly isNumber?: boolean;
  /** The order of the rows by this column. */
  readonly order?: 'ascending' | 'descending' | undefined;
  /** Sorts the rows by this column. */
  readonly sortBy?: () => void;
  show(row: T): ComponentChildren;
}

/** The properties of a table. */
export interface TableProperties<T> {
  /** The name of the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
  /** The text of an empty table. */
  readonly none: string;
}

/** A table with one entry per row, or a text if it is empty. */
export function Table<T>({ caption, columns, rows, keyOf, none }: TableProperties<T>) {
  if (rows.length === 0) return <p class="quiet">{none}</p>;
  return (
    // The focus allows scrolling by keyboard in a narrow window.
    <div class="scrolled" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, order, sortBy }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : undefined} aria-sort={order}>
                {sortBy ? (
                  <button type="button" class="sort" onClick={sortBy}>
                    {title} <span aria-hidden="true">{order && (order === 'ascending' ? '▲' : '▼')}</span>
                  </button>
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, isNumber, show }) => (
                <td key={title} class={isNumber ? 'number' : undefined} data-title={title}>
                  <div>{show(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
