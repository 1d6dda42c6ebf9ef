import type { PresentedBlock } from '../../../../src/faces/console-server/module-pages/present.ts';
import { criteriaOf, type Filter } from '../criteria.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Field } from '../parts/field.tsx';
import { Pager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { useSession } from '../session.ts';
import { textOf, valueAt } from '../values.ts';
import { ActionButtons, useActions } from './module-action.tsx';
import type { BlockProperties } from './module-page.tsx';
import { isNumber, ModuleRecord, titleOf, Value } from './module-values.tsx';
import { t } from '../texts/text.ts';

type ListBlock = Extract<PresentedBlock, { kind: 'list' }>;
type Row = Readonly<Record<string, unknown>>;

const SIZE = 20;

/** A list of records of a module, or the record that is open. */
export function ModuleList(properties: BlockProperties<ListBlock>) {
  const { page, block, index, turn } = properties;
  const [query, , addressWith] = useFilters();
  const name = `${index}.open`;
  const row = query[name];
  if (block.record === undefined || row === undefined) return <Rows {...properties} />;
  return (
    <>
      <a href={addressWith({ [name]: '' })}>{t('Back to the list')}</a>
      <ModuleRecord page={page} view={block.record} title={block.title} row={JSON.parse(row)} turn={turn} />
    </>
  );
}

function Rows({ page, block, index, turn }: BlockProperties<ListBlock>) {
  const { call } = useSession();
  const [query, change, addressWith] = useFilters();
  // Of several lists of a page, each has its own filters in the address.
  const name = (part: string): string => `${index}.${part}`;
  const { filters = [], pageSize = SIZE, none = t('No entries.'), columns, actions: declared = [] } = block;
  const { call: route, criteria } = block.route;
  const number = Number(query[name('page')]) || 1;
  const filled = filters.flatMap(({ field, condition = 'eq' }): Filter[] => {
    const value = query[name(field)];
    return value === undefined ? [] : [{ field, condition, value: condition === 'like' ? `%${value}%` : value }];
  });
  const sent = criteria === undefined ? {} : { [criteria]: criteriaOf(filled, '', number, pageSize) };
  const read = useLoad((signal) => call(route, sent, { signal }), [call, route, JSON.stringify(sent), turn]);
  const actions = useActions(read.reload);
  return (
    <section>
      <h2>{block.title}</h2>
      {filters.length > 0 && (
        <div class="filters">
          {filters.map(({ field, label }) => (
            <Field key={field} label={label}>
              <TextInput
                type="search"
                value={query[name(field)] ?? ''}
                enter={(text) => change({ [name(field)]: text, [name('page')]: '' })}
              />
            </Field>
          ))}
        </div>
      )}
      {actions.outcome}
      <Loaded of={read} source={page.module}>
        {(response) => (
          <>
            <Table
              caption={block.title}
              none={none}
              rows={rowsOf(response)}
              keyOf={(row) => JSON.stringify(row)}
              columns={[
                ...columns.map((field, position) => ({
                  title: titleOf(field),
                  isNumber: isNumber(field),
                  show: (row: Row) => {
                    const value = <Value field={field} record={row} page={page} />;
                    if (position > 0 || block.record === undefined) return value;
                    const fields = JSON.stringify(keyFields(block, row));
                    return <a href={addressWith({ [name('open')]: fields })}>{value}</a>;
                  },
                })),
                ...(declared.length === 0
                  ? []
                  : [
                      {
                        title: t('Actions'),
                        show: (row: Row) => (
                          <div class="actions">
                            <ActionButtons
                              of={actions}
                              actions={declared}
                              record={row}
                              name={textOf(valueAt(row, columns[0]?.field))}
                            />
                          </div>
                        ),
                      },
                    ]),
              ]}
            />
            {criteria !== undefined && (
              <Pager
                page={number}
                isLast={number * pageSize >= Number(valueAt(response, 'total_count') ?? 0)}
                go={(to) => change({ [name('page')]: String(to) })}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** The records of a response: a list, or a page of one. */
function rowsOf(response: unknown): readonly Row[] {
  const rows = Array.isArray(response) ? response : valueAt(response, 'items');
  if (!Array.isArray(rows)) throw new TypeError(t('the response is no list'));
  return rows;
}

/** The fields of a row that its record and the actions on it take. */
function keyFields({ record }: ListBlock, row: Row): Row {
  const all = [record, ...(record?.actions ?? [])].flatMap((one) => Object.values(one?.arguments ?? {}));
  return Object.fromEntries(all.map((field) => [field, valueAt(row, field)]));
}
