import type { ComponentChildren } from 'preact';

/** A column of a table. */
export interface Column<T> {
  readonly title: string;
  /** Numbers stand to the right. */
  readonly isNumber?: boolean;
  show(row: T): ComponentChildren;
}

/** A list of things, one a row; where there are none, a sentence says so. */
export function Table<T>({
  caption,
  columns,
  rows,
  keyOf,
  none,
}: {
  /** Says what is listed, to those who hear the page. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
  none: string;
}) {
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
