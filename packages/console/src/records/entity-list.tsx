import type { ComponentChildren } from 'preact';
import { useLoad } from '../load.tsx';
import { RecordList, type RecordColumn } from '../parts/record-list.tsx';
import { rowActionTexts, type RowAction } from '../parts/row-actions.ts';
import { useSession } from '../session.ts';
import { textOf } from '../values.ts';
import type { Page } from '../../../client/src/index.ts';
import { isOfAdministration, readChoices } from './choices.ts';
import { argumentsFor, type Entity, type EntityColumn, type Options, type RecordFields } from './entity.ts';
import { choicesOf } from './form-shape.ts';
import { pageOf } from './whole-list.ts';
import { t } from '../texts/text.ts';
import { numberText, storedText } from '../texts/format.ts';

/** The list of the records of an entity; `place`: the address of the page that it is in. */
export function EntityList({ entity, place, head }: { entity: Entity; place: string; head: ComponentChildren }) {
  const { call, may } = useSession();
  const address = `${place}/${entity.name}`;
  const { permission, change = permission, routes } = entity;
  const names = entity.columns.filter(({ options }) => !options).map(({ field }) => field);
  const { value: choices } = useLoad((signal) => readChoices(call, choicesOf(entity), names, signal), [call, entity]);
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
            {t('New {record}', { record: entity.noun[0] })}
          </a>
        )
      }
      list={async (_, criteria, signal) => {
        const options = signal && { signal };
        if (entity.isWhole) {
          const records = await call<readonly RecordFields[]>(routes.list, {}, options);
          return pageOf(
            records.filter((record) => !isOfAdministration(routes.list, record)),
            criteria,
          );
        }
        return call<Page<RecordFields>>(routes.list, { searchCriteria: criteria }, options);
      }}
      search={entity.search}
      {...(entity.searchLabel !== undefined && { searchLabel: entity.searchLabel })}
      filters={entity.filters ?? []}
      columns={entity.columns.map((column, i) =>
        columnOf(
          { ...column, options: column.options ?? choices?.get(column.field) },
          i === 0 && isOpened(entity) ? address : undefined,
          entity,
        ),
      )}
      sort={entity.sort}
      nameOf={(record) => textOf(record[entity.label]) || textOf(record[entity.key])}
      rowActions={rowActionsOf(entity, may)}
      keyOf={(record) => textOf(record[entity.key])}
      none={t('No {records} yet.', { records: entity.noun[1] })}
    />
  );
}

/** The actions on selected records that the caller may take. */
function rowActionsOf(entity: Entity, may: (permission: string) => boolean): RowAction<RecordFields>[] {
  const { permission, change = permission, remove: removal = change, routes, enabledBy, argument, key } = entity;
  const { save, remove } = routes;
  const keyOf = (record: RecordFields): string => textOf(record[key]);
  const enabling = (texts: (typeof rowActionTexts)['enable' | 'disable'], isEnabled: boolean) =>
    save !== undefined && enabledBy !== undefined && argument !== undefined && may(change)
      ? [
          {
            ...texts,
            request: (record: RecordFields) => ({
              route: save,
              input: { ...argumentsFor(save, keyOf(record)), [argument]: { [enabledBy]: isEnabled } },
            }),
          },
        ]
      : [];
  return [
    ...enabling(rowActionTexts.enable, true),
    ...enabling(rowActionTexts.disable, false),
    ...(remove !== undefined && may(removal)
      ? [
          {
            ...rowActionTexts.delete,
            request: (record: RecordFields) => ({ route: remove, input: argumentsFor(remove, keyOf(record)) }),
          },
        ]
      : []),
  ];
}

/** Whether records have a page of their own. */
function isOpened({ routes }: Entity): boolean {
  return routes.read !== undefined;
}

/** A value as text; a number with the decimals of its column. */
function amountText(value: unknown, decimals: number | undefined): string {
  return typeof value === 'number' && decimals !== undefined ? numberText(value, decimals) : textOf(value);
}

/** A column with the labels of its values, if any. */
type LabeledColumn = Omit<EntityColumn, 'options'> & { readonly options: Options | undefined };

function columnOf(column: LabeledColumn, address: string | undefined, { key }: Entity): RecordColumn<RecordFields> {
  const { field, title, isNumber, isSorted = true, options, link, decimals } = column;
  const text = (record: RecordFields): string => {
    const value = record[field];
    const shown = typeof value === 'boolean' ? (value ? t('yes') : t('no')) : amountText(value, decimals);
    return options?.find(([one]) => one === textOf(typeof value === 'boolean' ? Number(value) : value))?.[1] ?? shown;
  };
  return {
    title,
    ...(isSorted && { sort: field }),
    ...(isNumber && { isNumber }),
    value: text,
    show: (record) => {
      const own = address && `${address}/${encodeURIComponent(textOf(record[key]))}`;
      const target = own ?? link?.(record);
      return target === undefined ? (
        storedText(text(record))
      ) : (
        <a href={target}>{text(record) || textOf(record[key])}</a>
      );
    },
  };
}
