import { useLocation } from 'preact-iso';
import { addressOf, useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Field } from '../parts/field.tsx';
import { NoSuchPage, Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { callAddress } from '../sent.ts';
import { useSession } from '../session.ts';
import { criteriaOf, type Filter } from '../criteria.ts';
import { textOf } from '../values.ts';
import { conditions, kinds, type Fields, type Kind } from './data-kinds.ts';
import { Record } from './data-record.tsx';
import { t, tn } from '../texts/text.ts';
import { tx } from '../texts/elements.tsx';

const SIZE = 20;

/** Lists of records with a builder of search criteria, at `/console/data/products`, or one record, at `/console/data/products/mug`. */
export function Data() {
  const { me, may } = useSession();
  const { path } = useLocation();
  const [, , , name, id] = path.split('/');
  const known = kinds.filter(
    ({ module, permission }) => (module === undefined || me.modules?.includes(module)) && may(permission),
  );
  const kind = kinds.find((one) => one.name === name) ?? known[0] ?? kinds[0]!;
  if (name !== undefined && kind.name !== name) return <NoSuchPage />;
  if (id !== undefined) return <Record key={path} kind={kind} id={decodeURIComponent(id)} />;
  return <Records key={kind.name} kind={kind} known={known} />;
}

const placeOf = ({ name }: Kind): string => `/console/data/${name}`;

function Records({ kind, known }: { kind: Kind; known: readonly Kind[] }) {
  const { shop } = useSession();
  const { query, route } = useLocation();
  const [{ where = '[]', sort = '', page = '1' }, change] = useFilters();
  const filters = filtersOf(where);
  const asked = criteriaOf(filters, sort, Number(page) || 1, SIZE);
  const inputs = [shop, kind, JSON.stringify(asked)];
  const { value: url = '' } = useLoad(
    (signal) => callAddress(shop, (noting) => kind.list(noting, asked, { signal })),
    inputs,
  );
  const read = useLoad((signal) => kind.list(shop, asked, { signal }), inputs);
  return (
    <Page title={t('Data')}>
      <div class="filters">
        <Field label={t('Records')}>
          <select value={kind.name} onChange={({ currentTarget: { value } }) => route(`/console/data/${value}`)}>
            {known.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t('Sort by')} hint={t('A field; -field sorts in descending order.')}>
          <TextInput value={sort} enter={(text) => change({ sort: text, page: '' })} />
        </Field>
      </div>
      <Filters kind={kind} filters={filters} set={(next) => change({ where: JSON.stringify(next), page: '' })} />
      <p>
        {tx('Call: {call}', { call: <code>GET {decodeURIComponent(url)}</code> })}{' '}
        <button type="button" onClick={() => void navigator.clipboard.writeText(location.origin + url)}>
          {t('Copy URL')}
        </button>
      </p>
      <Loaded of={read}>
        {({ items, total_count: total = 0 }) => (
          <>
            <p class="quiet" role="status">
              {tn(total, '{count} record, page {page}', '{count} records, page {page}', { page })}
            </p>
            <RecordTable
              kind={kind}
              items={items}
              linkTo={(id) => addressOf(`${placeOf(kind)}/${encodeURIComponent(id)}`, query)}
            />
            <Pager
              page={Number(page)}
              isLast={Number(page) * SIZE >= total}
              go={(to) => change({ page: String(to) })}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function filtersOf(text: string): Filter[] {
  try {
    return JSON.parse(text) as Filter[];
  } catch {
    return [];
  }
}

function Filters({
  kind,
  filters,
  set,
}: {
  kind: Kind;
  filters: readonly Filter[];
  set: (next: readonly Filter[]) => void;
}) {
  const change = (i: number, changes: Partial<Filter>): void =>
    set(filters.map((one, at) => (at === i ? Object.assign({}, one, changes) : one)));
  return (
    <fieldset>
      <legend>{t('Filters')}</legend>
      {filters.map(({ field, condition, value }, i) => (
        <div class="filters" key={i}>
          <Field label={t('Field {number}', { number: i + 1 })}>
            <TextInput value={field} list={`fields-${kind.name}`} enter={(text) => change(i, { field: text })} />
          </Field>
          <Field label={t('Condition {number}', { number: i + 1 })}>
            <select value={condition} onChange={(event) => change(i, { condition: event.currentTarget.value })}>
              {[...conditions].map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>
          </Field>
          <Field label={t('Value {number}', { number: i + 1 })}>
            <TextInput value={value} enter={(text) => change(i, { value: text })} />
          </Field>
          <button type="button" onClick={() => set(filters.filter((_, at) => at !== i))}>
            {t('Remove filter {number}', { number: i + 1 })}
          </button>
        </div>
      ))}
      <datalist id={`fields-${kind.name}`}>
        {kind.columns.map((column) => (
          <option key={column} value={column} />
        ))}
      </datalist>
      <button type="button" onClick={() => set([...filters, { field: kind.columns[0]!, condition: 'eq', value: '' }])}>
        {t('Add filter')}
      </button>
    </fieldset>
  );
}

function RecordTable({
  kind,
  items,
  linkTo,
}: {
  kind: Kind;
  items: readonly Fields[];
  linkTo: (id: string) => string;
}) {
  const [first, ...others] = kind.columns;
  return (
    <Table
      caption={kind.title}
      rows={items}
      keyOf={(record) => JSON.stringify(kind.columns.map((column) => record[column]))}
      none={t('No matching records.')}
      columns={[
        {
          title: first!,
          show: (record) => <a href={linkTo(kind.key(record))}>{textOf(record[first!])}</a>,
        },
        ...others.map((column) => ({ title: column, show: (record: Fields) => textOf(record[column]) })),
      ]}
    />
  );
}
