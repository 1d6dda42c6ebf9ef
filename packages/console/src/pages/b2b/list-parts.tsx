import { Loaded, type Load } from '../../load.tsx';
import { Field } from '../../parts/field.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Table, type TableProperties } from '../../parts/table.tsx';
import { TextInput } from '../../parts/text-input.tsx';

/** Entries of a page of a list. */
export const PAGE_SIZE = 20;

/** Changes filters in the address of the page (`useFilters`). */
type ChangeFilters = (changes: Readonly<Record<string, string>>) => void;

/** A filter by one of several values. `name`: that of the filter in the address. */
interface Choice {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

/** The filters of a list: a choice, and a text. Each change leads to the first page. */
export function ListFilters({
  choice: { label, name, value, options },
  searchLabel,
  search,
  change,
}: {
  choice: Choice;
  searchLabel: string;
  search: string;
  change: ChangeFilters;
}) {
  return (
    <div class="filters">
      <Field label={label}>
        <select value={value} onChange={(event) => change({ [name]: event.currentTarget.value, page: '' })}>
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      </Field>
      <Field label={searchLabel}>
        <TextInput type="search" value={search} enter={(text) => change({ search: text, page: '' })} />
      </Field>
    </div>
  );
}

/** A page of a list. `total`: entries of all pages. */
interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** The loaded page of a list: its count, a table, and a pager if there are further pages. `E`: further data for the columns. */
export function PagedTable<T, E>({
  of,
  page,
  change,
  countText,
  columnsOf,
  ...table
}: Omit<TableProperties<T>, 'rows' | 'columns'> & {
  of: Load<ListPage<T> & E>;
  page: number;
  change: ChangeFilters;
  countText: (total: number) => string;
  columnsOf: (loaded: E) => TableProperties<T>['columns'];
}) {
  return (
    <Loaded of={of}>
      {(loaded) => (
        <>
          <p class="quiet" role="status">
            {countText(loaded.total)}
          </p>
          <Table {...table} rows={loaded.items} columns={columnsOf(loaded)} />
          {loaded.total > PAGE_SIZE && (
            <Pager page={page} isLast={page * PAGE_SIZE >= loaded.total} go={(to) => change({ page: String(to) })} />
          )}
        </>
      )}
    </Loaded>
  );
}
