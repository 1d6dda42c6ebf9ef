import { Table, type TableProperties } from './table.tsx';
import { t } from '../texts/text.ts';

/** A page of a long list, with a button for the next page. */
export function PagedTable<T>({
  size,
  nextTitle = t('Older'),
  next,
  ...table
}: TableProperties<T> & {
  /** Rows of a full page; a page with fewer rows is the last. */
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
