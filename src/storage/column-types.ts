import type { ColumnType } from 'kysely';

/** A column that is written once: an update cannot set it. */
export type FixedColumn<T> = ColumnType<T, T, never>;
