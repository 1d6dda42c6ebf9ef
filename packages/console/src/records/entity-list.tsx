import type { ComponentChildren } from 'preact';
import { RecordList, type RecordColumn } from '../parts/record-list.tsx';
import { useSession } from '../session.ts';
import { textOf } from '../values.ts';
import type { Page } from '../../../client/src/index.ts';
import type { Entity, EntityColumn, RecordFields } from './entity.ts';
import { pageOf } from './whole-list.ts';

/** The list of the records of an entity; `place`: the address of the page that it is in. */
export function EntityList({ entity, place, head }: { entity: Entity; place: string; head: ComponentChildren }) {
  const { call, may } = useSession();
  const address = `${place}/${entity.name}`;
  const { permission, change = permission, routes } = entity;
  return (
    <RecordList<RecordFields>
      title={entity.title}
      name={entity.name}
      noun={entity.noun}
      head={head}
      actions={
        routes.create !== undefined &&
        may(change) && (
          <a class="button primary" href={`${address}/new`}>
            New {entity.noun[0]}
          </a>
        )
      }
      list={async (_, criteria, signal) => {
        const options = signal && { signal };
        if (entity.isWhole) return pageOf(await call<readonly RecordFields[]>(routes.list, {}, options), criteria);
        return call<Page<RecordFields>>(routes.list, { searchCriteria: criteria }, options);
      }}
      search={entity.search}
      {...(entity.searchLabel !== undefined && { searchLabel: entity.searchLabel })}
      filters={entity.filters ?? []}
      columns={entity.columns.map((column, i) =>
        columnOf(column, i === 0 && isOpened(entity) ? address : undefined, entity),
      )}
      sort={entity.sort}
      keyOf={(record) => textOf(record[entity.key])}
      none={`No ${entity.noun[1]} yet.`}
    />
  );
}

/** Whether records have a page of their own. */
function isOpened({ routes }: Entity): boolean {
  return routes.read !== undefined;
}

function columnOf(column: EntityColumn, address: string | undefined, { key }: Entity): RecordColumn<RecordFields> {
  const { field, title, isNumber, isSorted = true, options } = column;
  const text = (record: RecordFields): string => {
    const value = record[field];
    const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : textOf(value);
    return options?.find(([one]) => one === textOf(typeof value === 'boolean' ? Number(value) : value))?.[1] ?? shown;
  };
  return {
    title,
    ...(isSorted && { sort: field }),
    ...(isNumber && { isNumber }),
    value: text,
    show: (record) =>
      address === undefined ? (
        text(record)
      ) : (
        <a href={`${address}/${encodeURIComponent(textOf(record[key]))}`}>{text(record) || textOf(record[key])}</a>
      ),
  };
}
