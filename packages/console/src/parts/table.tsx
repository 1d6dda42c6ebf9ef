import type { ComponentChildren } from 'preact';

/** A column of a table. */
interface Column<T> {
  readonly title: string;
  /** Numbers stand to the right. */
  readonly isNumber?: boolean;
  show(row: T): ComponentChildren;
}

/** What a table shows. */
export interface TableProperties<T> {
  /** Says what is listed, to those who hear the page. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
  /** Says that there are none. */
  readonly none: string;
}

/** A list of things, one a row; where there are none, a sentence says so. */
export function Table<T>({ caption, columns, rows, keyOf, none }: TableProperties<T>) {
  if (rows.length === 0) return <p class="quiet">{none}</p>;
  return (
    // Can be scrolled by keyboard where the window is narrower than the table.
    <div class="scrolled" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
                {title}
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
