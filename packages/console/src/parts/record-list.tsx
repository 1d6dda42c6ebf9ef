import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Client, Page as ListPage, RawCriteria } from '../../../client/src/index.ts';
import { criteriaOf, type Filter } from '../criteria.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { useSession } from '../session.ts';
import { Field } from './field.tsx';
import { ListExport, readAllPages } from './list-export.tsx';
import { Page } from './page.tsx';
import { ListPager } from './pager.tsx';
import { RowActionBar } from './row-action-bar.tsx';
import type { RowAction } from './row-actions.ts';
import { SavedFilters } from './saved-filters.tsx';
import { selectionColumn, useSelection } from './selection.tsx';
import { Table } from './table.tsx';
import { TextInput } from './text-input.tsx';
import { t } from '../texts/text.ts';
import { countText } from '../texts/format.ts';

/** A column of a list of records. */
export interface RecordColumn<T> {
  readonly title: string;
  /** The field to sort by; absent: the list cannot be sorted by the column. */
  readonly sort?: string;
  readonly isNumber?: boolean;
  /** The value in the CSV file; absent: the file omits the column. */
  value?(row: T): unknown;
  show(row: T): ComponentChildren;
}

/** A filter of a list of records. */
export interface RecordFilter {
  /** Its name in the address of the page. */
  readonly name: string;
  readonly label: string;
  readonly field: string;
  /** Default: `eq`. */
  readonly condition?: string;
  /** The values to choose from; absent: a text, or a date. */
  readonly options?: readonly (readonly [value: string, label: string, country?: string])[];
  readonly isDate?: boolean;
}

/** A list of records that is searched, filtered, sorted and exported. */
export interface RecordListProperties<T> {
  readonly title: string;
  /** Name of the list in the browser's storage, and of the exported file. */
  readonly name: string;
  /** The noun that is counted. */
  readonly noun: readonly [one: string, many: string];
  /** Calls the list; `signal` ends it. */
  readonly list: (shop: Client, criteria: RawCriteria, signal?: AbortSignal) => Promise<ListPage<T>>;
  /** Fields that a word of the search can be in; empty: no search. */
  readonly search: readonly string[];
  readonly searchLabel?: string;
  readonly filters?: readonly RecordFilter[];
  readonly columns: readonly RecordColumn<T>[];
  /** Further columns of the CSV file. */
  readonly exported?: readonly Pick<RecordColumn<T>, 'title' | 'value'>[];
  /** The field to sort by at first; `-field`: descending. */
  readonly sort: string;
  readonly keyOf: (row: T) => string | number;
  readonly none: string;
  readonly actions?: ComponentChildren;
  /** Actions on selected records, which the caller may take; none: records cannot be selected. */
  readonly rowActions?: readonly RowAction<T>[];
  /** The name of a record for people; default: its key. */
  readonly nameOf?: (row: T) => string;
  /** Stands between the title and the filters. */
  readonly head?: ComponentChildren;
}

const sizes = ['20', '50', '100', '200'];

/** A page with a list of records. Search, filters, order and page are in the address. */
export function RecordList<T>(list: RecordListProperties<T>) {
  const { shop } = useSession();
  const [query, change] = useFilters();
  const { sort = list.sort, size = sizes[0]!, page = '1' } = query;
  const [number, limit] = [Number(page) || 1, Math.min(Number(size) || 20, 200)];
  const criteria = searched(list, query, criteriaOf(filtersOf(list, query), sort, number, limit));
  const read = useLoad((signal) => list.list(shop, criteria, signal), [shop, list.name, JSON.stringify(criteria)]);
  const isFiltered = criteria.filter_groups!.length > 0;
  const { rowActions = [], nameOf = (row) => String(list.keyOf(row)) } = list;
  const selection = useSelection(list.keyOf);
  // Records that the filters hide are not selected.
  useEffect(() => selection.replace([]), [JSON.stringify(criteria.filter_groups)]);
  return (
    <Page
      title={list.title}
      actions={
        <>
          {list.actions}
          <ListExport list={list} criteria={criteria} />
        </>
      }
    >
      {list.head}
      <Filters list={list} query={query} change={change} />
      {rowActions.length > 0 && (
        <RowActionBar
          actions={rowActions}
          selection={selection}
          noun={list.noun}
          nameOf={nameOf}
          page={read.value?.items ?? []}
          total={read.value?.total_count ?? 0}
          readAll={() => readAllPages(list, shop, criteria)}
          changed={read.reload}
        />
      )}
      <Loaded of={read}>
        {({ items, total_count: total = items.length }) => (
          <>
            <Table
              caption={list.title}
              rows={items}
              keyOf={list.keyOf}
              none={isFiltered ? t('No matching {records}.', { records: list.noun[1] }) : list.none}
              columns={[
                ...(rowActions.length > 0 ? [selectionColumn(selection, nameOf)] : []),
                ...list.columns.map((column) => ({
                  ...column,
                  ...(column.sort !== undefined && sorting(column.sort, sort, change)),
                })),
              ]}
            />
            <div class="actions paging">
              <span class="quiet" role="status">
                {countText(total, list.noun)}
              </span>
              <ListPager page={number} size={limit} total={total} go={(next) => change({ page: String(next) })} />
              <label>
                {t('Rows')}{' '}
                <select
                  value={String(limit)}
                  onChange={(event) => change({ size: event.currentTarget.value, page: '' })}
                >
                  {sizes.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </select>
              </label>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Query = Readonly<Record<string, string>>;
type Change = (changes: Query) => void;

function sorting(field: string, sort: string, change: Change) {
  const isDescending = sort === `-${field}`;
  const order = isDescending ? 'descending' : sort === field ? 'ascending' : undefined;
  return {
    order,
    sortBy: () => change({ sort: order === 'ascending' ? `-${field}` : field, page: '' }),
  } as const;
}

function filtersOf<T>({ filters = [] }: RecordListProperties<T>, query: Query): Filter[] {
  return filters.flatMap(({ name, field, condition = 'eq', isDate }) => {
    const value = query[name] ?? '';
    if (value === '') return [];
    // A day begins at midnight UTC, and ends a second before the next.
    const end = condition === 'lteq' ? ' 23:59:59' : ' 00:00:00';
    return [{ field, condition, value: isDate ? value + end : condition === 'like' ? `%${value}%` : value }];
  });
}

/** Criteria that each word of the search meets in one of the fields. */
function searched<T>({ search }: RecordListProperties<T>, query: Query, criteria: RawCriteria): RawCriteria {
  const words = (query.search ?? '').split(/\s+/).filter((word) => word !== '');
  const groups = words.map((word) => ({
    filters: search.map((field) => ({ field, condition_type: 'like', value: `%${word}%` })),
  }));
  return { ...criteria, filter_groups: [...criteria.filter_groups!, ...(search.length > 0 ? groups : [])] };
}

function Filters<T>({ list, query, change }: { list: RecordListProperties<T>; query: Query; change: Change }) {
  const { search, searchLabel = t('Search'), filters = [], name } = list;
  return (
    <div class="filters">
      {search.length > 0 && (
        <Field label={searchLabel}>
          <TextInput type="search" value={query.search ?? ''} enter={(text) => change({ search: text, page: '' })} />
        </Field>
      )}
      {filters.map((filter) => (
        <Field key={filter.name} label={filter.label}>
          <FilterInput
            filter={filter}
            value={query[filter.name] ?? ''}
            set={(value) => change({ [filter.name]: value, page: '' })}
          />
        </Field>
      ))}
      <SavedFilters
        list={name}
        query={Object.fromEntries(Object.entries(query).filter(([one]) => one !== 'page'))}
        names={['search', 'sort', 'size', 'page', ...filters.map((one) => one.name)]}
        apply={change}
      />
    </div>
  );
}

function FilterInput({
  filter: { options, isDate },
  value,
  set,
}: {
  filter: RecordFilter;
  value: string;
  set: (value: string) => void;
}) {
  if (options) {
    return (
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">{t('all')}</option>
        {options.map(([one, label]) => (
          <option key={one} value={one}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  if (isDate) return <input type="date" value={value} onChange={(event) => set(event.currentTarget.value)} />;
  return <TextInput value={value} enter={set} />;
}
