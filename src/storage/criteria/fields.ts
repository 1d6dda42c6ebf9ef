import { sql, type Expression } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { derived, isParameter } from '../prepared.ts';
import { buildCondition, type FieldKind } from './conditions.ts';
import type { Condition, ConditionType } from './criteria.ts';
import type { SqlTruth, SqlValue } from './sql.ts';

/** A column (`title`, `cms_block.title`) or any expression. */
export type SearchColumn = string | Expression<unknown>;

/** A filter on a field, to be compiled to SQL. */
export interface FieldFilter {
  readonly type: ConditionType;
  /**
   * The value in the request; empty when absent. Conditions on a column do not need it: `on` reads it. A condition that reads it
   * gets one statement per value; `derived` avoids that.
   */
  readonly value: string;
  /** The value converted by `read`, as a parameter of the statement. */
  derived<T>(read: (value: string) => T): T;
  /** The condition on `column`, by default with the field's kind and the condition's type. */
  on(column: SearchColumn, as?: { kind?: FieldKind; type?: ConditionType }): SqlTruth;
}

/** A field that a list can be searched and sorted by. */
export interface SearchField {
  readonly kind: FieldKind;
  /** The column or expression of its values; default: the column of the field's own name. */
  readonly column?: SearchColumn;
  /** True when the column is never null: then any index on it serves sorting on both databases. */
  readonly notNull?: boolean;
  /** True when rows without a value come last in lists, not first. */
  readonly nullsLast?: boolean;
  /** True when rows of equal values come in descending order of the key, in lists of either direction. */
  readonly newestFirst?: boolean;
  /**
   * True when its values grow with the key of the list, as the time of creation does: a range of it is read by its index, then
   * sorted. Databases would otherwise scan rows in the order of the key, from the wrong end.
   */
  readonly followsKey?: boolean;
  /** Makes the condition, if one on the column is not enough. Values must be parameters. */
  readonly filter?: (filter: FieldFilter, call: Call) => SqlTruth;
  /** True for a field that lists can be sorted, but not filtered by. */
  readonly sortOnly?: true;
  /** The sort expression, if it is not the column; `false` for a field that lists cannot be sorted by. */
  readonly order?: false | ((call: Call) => SearchColumn);
}

/** The fields of a list by name; a function if they are dynamic (attributes). */
export type SearchFields = Readonly<Record<string, SearchField>> | ((name: string) => SearchField | undefined);

/**
 * The field called `name`, in upper or lower case; undefined for an unknown field. Source: the interface compares column names
 * without regard to case, and clients filter customers by `lastName`.
 */
export function fieldOf(fields: SearchFields, name: string): SearchField | undefined {
  const lower = name.toLowerCase();
  const field = declaredField(fields, name) ?? (lower === name ? undefined : declaredField(fields, lower));
  if (!field || lower === name || field.column) return field;
  return { ...field, column: lower };
}

function declaredField(fields: SearchFields, name: string): SearchField | undefined {
  if (typeof fields === 'function') return fields(name);
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The SQL of a column. */
export function expressionOf(column: SearchColumn): SqlValue {
  return typeof column === 'string' ? sql.ref(column) : (column as SqlValue);
}

/** The condition of a filter on a field of a list. */
export function filterOn(field: SearchField, condition: Condition, call: Call): SqlTruth {
  const on: FieldFilter['on'] = (column, as = {}) =>
    buildCondition(expressionOf(column), as.kind ?? field.kind, { ...condition, type: as.type ?? condition.type });
  if (!field.filter) return on(field.column ?? condition.field);
  return sql`(${field.filter(new ConditionFilter(condition, on), call)})`;
}

/**
 * The filter of a condition. A class, for the reason that `StoppingSession` in execution/deadline.ts is one. `derived` and `on` are
 * properties, since conditions take them out of the filter.
 */
class ConditionFilter implements FieldFilter {
  readonly type: ConditionType;
  readonly derived: FieldFilter['derived'];
  readonly on: FieldFilter['on'];
  readonly #value: string;

  constructor({ type, value }: Condition, on: FieldFilter['on']) {
    this.type = type;
    this.derived = (read) => derived(value, read);
    this.on = on;
    this.#value = value;
  }

  get value(): string {
    if (isParameter(this.#value)) throw new ValueNeeded();
    return this.#value;
  }
}

/** Thrown while a statement for all values of a condition is built, if its text depends on the value. */
export class ValueNeeded extends Error {}

/** The opposite of each negated condition. */
const denied: Partial<Record<ConditionType, ConditionType>> = {
  neq: 'eq',
  nin: 'in',
  nlike: 'like',
  nfinset: 'finset',
  null: 'notnull',
};

/**
 * A field with any number of values, in rows of their own: the categories of a product, the store views of a page. A row of
 * the list matches when one of its values does; a negated condition matches when no value does.
 *
 *     website_id: linkedField('integer', 'w.website_id', (test) =>
 *       sql`exists (select 1 from catalog_product_website w where w.product_id = p.id and ${test})`)
 */
export function linkedField(
  kind: FieldKind,
  column: SearchColumn,
  exists: (test: SqlTruth, call: Call) => SqlTruth,
): SearchField {
  return {
    kind,
    order: false,
    filter: ({ type, on }, call) => {
      const opposite = denied[type];
      const found = exists(on(column, { type: opposite ?? type }), call);
      return opposite ? sql`not (${found})` : found;
    },
  };
}
