import { Table, type TableProperties } from './table.tsx';

/** A page of a long list, and the way to the next: what comes behind the last row. */
export function PagedTable<T>({
  size,
  nextTitle = 'Older',
  next,
  ...table
}: TableProperties<T> & {
  /** Rows of a page; where there are fewer, it is the last. */
  size: number;
  nextTitle?: string;
  next: (last: T) => void;
}) {
  const last = table.rows.at(-1);
  return (
    <>
      <Table {...table} />
      {last !== undefined && table.rows.length === size && (
        <button type="button" onClick={() => next(last)}>
          {nextTitle}
        </button>
      )}
    </>
  );
}
