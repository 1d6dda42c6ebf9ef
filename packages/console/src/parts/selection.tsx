import { useState } from 'preact/hooks';
import { t } from '../texts/text.ts';

type Key = string | number;

/** Records that a person selected in a list, on any of its pages. */
export interface Selection<T> {
  readonly rows: readonly T[];
  isSelected(row: T): boolean;
  /** Adds records to the selection, or removes them. */
  select(rows: readonly T[], isSelected: boolean): void;
  /** Selects exactly these records. */
  replace(rows: readonly T[]): void;
}

/** The selection of a list; `keyOf`: what identifies a record. */
export function useSelection<T>(keyOf: (row: T) => Key): Selection<T> {
  const [rows, setRows] = useState<ReadonlyMap<Key, T>>(new Map());
  const replace = (next: readonly T[]): void => setRows(new Map(next.map((row) => [keyOf(row), row])));
  return {
    rows: [...rows.values()],
    isSelected: (row) => rows.has(keyOf(row)),
    select: (changed, isSelected) => {
      const keys = new Set(changed.map(keyOf));
      const others = [...rows.values()].filter((row) => !keys.has(keyOf(row)));
      replace(isSelected ? [...others, ...changed] : others);
    },
    replace,
  };
}

/** The column of a list with the box that selects a record; `nameOf`: the name of a record for people. */
export function selectionColumn<T>(selection: Selection<T>, nameOf: (row: T) => string) {
  return {
    title: t('Select'),
    show: (row: T) => (
      <input
        type="checkbox"
        aria-label={t('Select {name}', { name: nameOf(row) })}
        checked={selection.isSelected(row)}
        onChange={(event) => selection.select([row], event.currentTarget.checked)}
      />
    ),
  };
}
